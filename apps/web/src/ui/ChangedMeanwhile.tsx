import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import './quote.css'

export interface Conflict {
  /** The present text, which somebody else has written. */
  theirs: string
  keepMine: () => void
  takeTheirs: () => void
}

interface Props {
  conflict: Conflict
  /** The name of the field, in forms with several. */
  label?: string | undefined
}

/** Says that a text was changed while somebody edited it, and shows the other one for comparison. */
export function ChangedMeanwhile({ conflict, label }: Props) {
  const { theirs, keepMine, takeTheirs } = conflict
  return (
    <Notice danger>
      <p>{label ? `${label}: this was changed meanwhile.` : 'This was changed meanwhile.'} It is now:</p>
      <blockquote className="quote changed-meanwhile" dir="auto">
        {theirs || 'empty'}
      </blockquote>
      <div className="actions">
        <Button size="sm" onClick={keepMine}>
          Keep mine
        </Button>
        <Button size="sm" onClick={takeTheirs}>
          Take this one
        </Button>
      </div>
    </Notice>
  )
}
