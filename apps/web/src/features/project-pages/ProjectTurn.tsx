import { paths, type projects } from '@portico/contract'
import { Link } from 'react-router'
import { useOwnName } from '../../app/session.ts'
import { useToday } from '../../ui/use-now.ts'
import { PassTurn } from '../projects/PassTurn.tsx'
import { RequestsLink } from '../projects/RequestsLink.tsx'
import { TurnLine } from '../projects/TurnLine.tsx'
import { noteWriterText, turnSinceText, turnTextForFreelancer } from '../projects/turn-text.ts'
import { AlsoForYou, WaitingLinks } from '../projects/WaitingLinks.tsx'
import { alsoWaitingFor, waitingFor } from '../projects/waiting-text.ts'
import { WaitingFiles } from './WaitingFiles.tsx'

/** Whose turn it is, for the freelancer. A completed or archived project is nobody's. */
export function ProjectTurn({ project }: { project: projects.Project }) {
  const { id, turn, turnNote, status, archivedAt, Client, timeZone } = project
  const today = useToday(timeZone)
  const reader = { side: 'freelancer' as const, name: useOwnName(), other: Client.firstName }
  const also = alsoWaitingFor('freelancer', project)
  if (status === 'Completed' || archivedAt) return null
  return (
    <TurnLine
      isMine={turn === 'freelancer'}
      title={
        turn
          ? `${turnTextForFreelancer(turn, Client.firstName)}, ${turnSinceText(project, today)}`
          : 'Nothing is waiting'
      }
      note={turnNote && { ...turnNote, by: noteWriterText(turnNote, reader) }}
      action={<PassTurn key={project.id} project={project} to="client" name={Client.firstName} />}
    >
      <Reason project={project} reader={reader} />
      {also.length > 0 && (
        <>
          {' '}
          <AlsoForYou projectId={id} waiting={also} other={Client.firstName} />.
        </>
      )}
    </TurnLine>
  )
}

function Reason({
  project,
  reader,
}: {
  project: projects.Project
  reader: Parameters<typeof noteWriterText>[1]
}) {
  const { id, turn, turnReason, turnNote, requests, Client } = project
  if (turnReason === 'feedback') {
    return (
      <>
        {Client.firstName} left{' '}
        <Link className="link" to={`${paths.freelancer.project(id)}#feedback`}>
          feedback
        </Link>
        .
      </>
    )
  }
  if (turnReason === 'review') {
    return (
      <>
        {Client.firstName} has <WaitingFiles projectId={id} state="open" /> to approve
        {!!requests?.open && (
          <>
            {' '}
            and <RequestsLink project={project} state="open" /> to answer
          </>
        )}
        .
      </>
    )
  }
  if (turnReason === 'requests') {
    return (
      <>
        {Client.firstName} has <RequestsLink project={project} state="open" /> to answer.
      </>
    )
  }
  if (turnReason === 'answers') {
    return (
      <>
        {Client.firstName} answered <RequestsLink project={project} state="answered" />.
      </>
    )
  }
  if (turnReason === 'changes') {
    return (
      <>
        {Client.firstName} asks for changes to <WaitingFiles projectId={id} state="changes_requested" />. Then
        ask again.
      </>
    )
  }
  if (turnReason === 'notes') {
    const notes = waitingFor(turn ?? 'freelancer', project).filter(({ reason }) => reason === 'notes')
    return (
      <>
        {turn === 'client' ? `${Client.firstName} has` : `${Client.firstName} left`}{' '}
        <WaitingLinks projectId={id} waiting={notes} other={Client.firstName} />.
      </>
    )
  }
  if (turn === null) return `Neither you nor ${Client.firstName} has anything to do here.`
  const isPassedByUs = turnNote ? turnNote.by === 'freelancer' : turn === 'client'
  const writer = turnNote ? noteWriterText(turnNote, reader) : isPassedByUs ? 'You' : Client.firstName
  return isPassedByUs ? `${writer} handed over.` : `${writer} handed over to you.`
}
