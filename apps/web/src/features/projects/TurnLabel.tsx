import type { ReactNode } from 'react'
import { TurnGlyph } from './TurnGlyph.tsx'
import './Turn.css'

/** Whose turn it is, in few words. */
export function TurnLabel({ isMine, children }: { isMine: boolean; children: ReactNode }) {
  return (
    <span className="turn-label" data-turn={isMine ? 'mine' : 'theirs'}>
      <TurnGlyph isMine={isMine} />
      {children}
    </span>
  )
}
