import type { projects } from '@portico/contract'
import { useEffect } from 'react'
import { useLooksOnly, useOwnName } from '../../app/session.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { Quote } from '../../ui/Quote.tsx'
import { useToday } from '../../ui/use-now.ts'
import { PassTurn } from '../projects/PassTurn.tsx'
import { TurnLabel } from '../projects/TurnLabel.tsx'
import { firstNameOf, noteWriterText, ownTurnText, turnDaysText } from '../projects/turn-text.ts'
import { NotesToRead } from './NotesToRead.tsx'
import { RequestsToAnswer } from './RequestsToAnswer.tsx'
import { ReviewsToDecide } from './ReviewsToDecide.tsx'
import '../projects/Turn.css'

interface Props {
  project: projects.Project
  /** The full name; undefined until it has loaded. */
  freelancer: string | undefined
}

/** The button that had the focus disappears with the turn. */
function useFocusHeadingAfter(isOnScreen: boolean) {
  useEffect(() => {
    if (!isOnScreen) return
    return () => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus()
    }
  }, [isOnScreen])
}

/** Lists the client's tasks on a project. */
export function YourTurn({ project, freelancer }: Props) {
  const { turn, turnReason, turnNote, timeZone } = project
  const today = useToday(timeZone)
  const name = firstNameOf(freelancer) || 'Your contact'
  const openRequests = project.requests?.open ?? 0
  const looksOnly = useLooksOnly()
  const ownName = useOwnName()
  const writer = turnNote ? noteWriterText(turnNote, { side: 'client', name: ownName, other: name }) : name
  useFocusHeadingAfter(turn === 'client')
  if (turn !== 'client') return null
  return (
    <section aria-labelledby="your-turn">
      <div className="section__head">
        <h2 id="your-turn">{ownTurnText(looksOnly)}</h2>
        <TurnLabel isMine>{turnDaysText(project, today)}</TurnLabel>
      </div>
      <ul className="todo">
        {turnReason === 'passed' && (
          <li>
            <div>
              <p className="todo__title">
                {turnNote?.by === 'client' ? `${writer} took over` : `${writer} asks`}
              </p>
              {turnNote ? (
                <>
                  <p className="small soft">{formatDateTime(turnNote.at)}</p>
                  <Quote by={writer}>{turnNote.message}</Quote>
                </>
              ) : (
                <p className="small soft">
                  Handed over to {looksOnly ? 'your colleagues' : 'you'}, without a note.
                </p>
              )}
            </div>
            <PassTurn
              key={project.id}
              project={project}
              to="freelancer"
              name={name}
              label="Hand it back"
              look="primary"
            />
          </li>
        )}
        <ReviewsToDecide project={project} name={name} />
        {openRequests > 0 && <RequestsToAnswer project={project} open={openRequests} name={name} />}
        <NotesToRead project={project} name={name} />
      </ul>
      {turnReason !== 'passed' && (
        <PassTurn
          key={project.id}
          project={project}
          to="freelancer"
          name={name}
          label={`Ask ${name} first`}
        />
      )}
    </section>
  )
}
