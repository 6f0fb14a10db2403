import type { ReactNode } from 'react'
import { Quote } from '../../ui/Quote.tsx'
import { TurnGlyph } from './TurnGlyph.tsx'
import './Turn.css'

interface Props {
  isMine: boolean
  title: string
  /** The note of the person who passed the turn. */
  note: { by: string; message: string } | null
  /** The reason of the turn. */
  children: ReactNode
  action?: ReactNode
}

/** Whose turn it is, below the title of a project. */
export function TurnLine({ isMine, title, note, children, action }: Props) {
  return (
    <section className="turn" data-turn={isMine ? 'mine' : 'theirs'} aria-label="Whose turn">
      <TurnGlyph isMine={isMine} />
      <div>
        <p className="turn__title">{title}</p>
        {note && <Quote by={note.by}>{note.message}</Quote>}
        <p className="small soft">{children}</p>
      </div>
      {action && <div className="turn__acts">{action}</div>}
    </section>
  )
}
