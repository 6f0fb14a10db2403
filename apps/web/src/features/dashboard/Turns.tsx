import { type dashboard, paths, type projects } from '@portico/contract'
import { Link } from 'react-router'
import { useOwnName } from '../../app/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useToday } from '../../ui/use-now.ts'
import { firstNameOf, noteWriterText, turnDaysText } from '../projects/turn-text.ts'
import { AlsoForYou, WaitingLinks } from '../projects/WaitingLinks.tsx'
import { alsoWaitingFor, waitingFor } from '../projects/waiting-text.ts'

/** The projects that wait for the freelancer and for clients, the longest first. Renders nothing if there are none. */
export function Turns({ summary }: { summary: dashboard.Summary }) {
  const { waiting, timeZone } = summary
  if (!waiting.freelancer && !waiting.client) return null
  return (
    <div className="split turns">
      {waiting.freelancer && (
        <TurnList heading="Your turn" turns={waiting.freelancer} side="freelancer" timeZone={timeZone} />
      )}
      {waiting.client && (
        <TurnList heading="Waiting for clients" turns={waiting.client} side="client" timeZone={timeZone} />
      )}
    </div>
  )
}

interface ListProps {
  heading: string
  turns: dashboard.Turns
  side: 'freelancer' | 'client'
  timeZone: string
}

function TurnList({ heading, turns: { total, projects: waiting }, side, timeZone }: ListProps) {
  const today = useToday(timeZone)
  return (
    <section>
      <div className="section__head">
        <h2>{heading}</h2>
        {total > waiting.length ? (
          <Link className="link small" to={paths.freelancer.projectsOfTurn(side)}>
            Show all {total}
          </Link>
        ) : (
          <span className="muted num">{total}</span>
        )}
      </div>
      <ul className="rows">
        {waiting.map((project) => (
          <li key={project.id} className="turns__row">
            <Avatar name={project.clientName} />
            <div className="cut">
              <span className="row__title" title={project.title}>
                <Link
                  to={
                    isAboutRequests(project)
                      ? paths.freelancer.projectRequests(project.id)
                      : paths.freelancer.project(project.id)
                  }
                >
                  {project.title}
                </Link>
              </span>
              <div className="row__sub cut">
                <Reason project={project} side={side} />
              </div>
              <Also project={project} side={side} />
            </div>
            <span className="small soft num nowrap">{turnDaysText({ ...project, timeZone }, today)}</span>
          </li>
        ))}
      </ul>
      {side === 'client' && (
        <Link className="link small turns__all" to={paths.freelancer.requests}>
          Everything you asked for
        </Link>
      )}
    </section>
  )
}

interface RowProps {
  project: dashboard.WaitingProject
  side: 'freelancer' | 'client'
}

function Also({ project, side }: RowProps) {
  const also = alsoWaitingFor('freelancer', { ...project, turn: side })
  if (also.length === 0) return null
  return (
    <div className="row__sub turns__also">
      <AlsoForYou projectId={project.id} waiting={also} other={firstNameOf(project.clientName)} />
    </div>
  )
}

function Reason({ project, side }: RowProps) {
  const { id, clientName, turnReason, turnNote } = project
  const ownName = useOwnName()
  if (!turnNote && turnReason === 'notes') {
    const notes = waitingFor(side, project).filter(({ reason }) => reason === 'notes')
    return <WaitingLinks projectId={id} waiting={notes} other={firstNameOf(clientName)} />
  }
  const name = firstNameOf(clientName)
  const reader = { side: 'freelancer' as const, name: ownName, other: name }
  if (turnNote) return `${noteWriterText(turnNote, reader)}: “${turnNote.message}”`
  const text = reasonTexts[turnReason]
  if (text) return `${name} ${text}`
  return side === 'freelancer' ? `${name} handed over to you` : `You handed over to ${name}`
}

const reasonTexts: Partial<Record<projects.TurnReason, string>> = {
  review: 'has a file to approve',
  requests: 'has requests to answer',
  changes: 'asks for changes',
  answers: 'answered your requests',
  feedback: 'left feedback',
}

const isAboutRequests = ({ turnReason }: dashboard.WaitingProject) =>
  turnReason === 'requests' || turnReason === 'answers'
