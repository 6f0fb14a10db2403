import { paths, type projects } from '@portico/contract'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { useLooksOnly, useOwnName } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Quote } from '../../ui/Quote.tsx'
import { useToday } from '../../ui/use-now.ts'
import { requestsPath } from './project-path.ts'
import { firstNameOf, noteWriterText, ownTurnText, turnDaysText } from './turn-text.ts'
import { AlsoForYou, WaitingLinks } from './WaitingLinks.tsx'
import { waitingFor } from './waiting-text.ts'
import './Turn.css'

/** More would push the projects off the first screen. */
const SHOWN_AT_FIRST = 5

interface Props {
  /** Those that wait for the client. */
  projects: projects.Project[]
  /** The full name; undefined until it has loaded. */
  freelancer: string | undefined
}

/** The projects that wait for the client, the longest first. */
export function WaitingProjects({ projects, freelancer }: Props) {
  const waiting = projects.toSorted((a, b) => (a.turnSince ?? '').localeCompare(b.turnSince ?? ''))
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? waiting : waiting.slice(0, SHOWN_AT_FIRST)
  const list = useRef<HTMLUListElement>(null)
  const name = firstNameOf(freelancer) || 'Your contact'
  const looksOnly = useLooksOnly()
  const ownName = useOwnName()
  if (waiting.length === 0) return null

  /** The button disappears, so the focus moves to the button of the first row that it has shown. */
  function showAll() {
    flushSync(() => setShowsAll(true))
    list.current?.children[SHOWN_AT_FIRST]?.querySelector<HTMLElement>('.btn')?.focus()
  }

  return (
    <section className="your-turns" aria-labelledby="your-turns">
      <div className="section__head">
        <h2 id="your-turns">{ownTurnText(looksOnly)}</h2>
        <span className="muted num">{waiting.length}</span>
      </div>
      <ul className="todo" ref={list}>
        {shown.map((project, index) => (
          <li key={project.id}>
            <div>
              <p className="todo__title">{project.title}</p>
              <WhyWaiting project={project} name={name} />
              {project.turnNote && (
                <Quote by={noteWriterText(project.turnNote, { side: 'client', name: ownName, other: name })}>
                  {project.turnNote.message}
                </Quote>
              )}
            </div>
            <OpenProject project={project} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {shown.length < waiting.length && (
        <Button look="quiet" onClick={showAll}>
          Show all {waiting.length}
        </Button>
      )}
    </section>
  )
}

/** Opens the requests if they are the reason of the turn. */
function OpenProject({
  project: { id, title, turnReason },
  isFirst,
}: {
  project: projects.Project
  isFirst: boolean
}) {
  const className = `btn btn--${isFirst ? 'primary' : 'secondary'}`
  const looksOnly = useLooksOnly()
  if (turnReason === 'requests' && !looksOnly) {
    return (
      <Link className={className} to={requestsPath(id)} aria-label={`Answer ${title}`}>
        Answer
      </Link>
    )
  }
  return (
    <Link
      className={className}
      to={turnReason === 'requests' ? requestsPath(id) : paths.client.project(id)}
      aria-label={`Look at it: ${title}`}
    >
      Look at it
    </Link>
  )
}

function WhyWaiting({ project, name }: { project: projects.Project; name: string }) {
  const today = useToday(project.timeZone)
  const list = { projectId: project.id, waiting: waitingFor('client', project), other: name }
  return (
    <p className="small soft">
      {turnDaysText(project, today)}
      {list.waiting.length > 0 && '. '}
      {project.turnReason === 'passed' ? <AlsoForYou {...list} /> : <WaitingLinks {...list} />}
    </p>
  )
}
