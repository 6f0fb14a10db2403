import type { ReactNode } from 'react'
import { TurnGlyph } from './TurnGlyph.tsx'
import './Turn.css'

/** Whose turn it is, in few words. */
export function TurnWord({ isMine, children }: { isMine: boolean; children: ReactNode }) {
  return (
    <span className="turn-word" data-turn={isMine ? 'mine' : 'theirs'}>
      <TurnGlyph isMine={isMine} />
      {children}
    </span>
  )
}
