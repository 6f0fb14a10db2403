import type { projects } from '@portico/contract'
import { useOwnName } from '../../app/session.ts'
import { useToday } from '../../ui/use-now.ts'
import { PassTurn } from './PassTurn.tsx'
import { TurnLine } from './TurnLine.tsx'
import { firstNameOf, noteWriterText, turnSinceText } from './turn-text.ts'
import { AlsoForYou } from './WaitingLinks.tsx'
import { waitingFor } from './waiting-text.ts'

interface Props {
  project: projects.Project
  /** The full name; undefined until it has loaded. */
  freelancer: string | undefined
}

/** Whose turn it is, unless it is the client's own. */
export function TurnForClient({ project, freelancer }: Props) {
  const { turn, turnReason, turnNote, status, archivedAt, timeZone } = project
  const today = useToday(timeZone)
  const name = firstNameOf(freelancer) || 'Your contact'
  const reader = { side: 'client' as const, name: useOwnName(), other: name }
  const also = waitingFor('client', project)
  if (turn === 'client' || status === 'Completed' || archivedAt) return null
  return (
    <TurnLine
      isMine={false}
      title={turn ? `${name}’s turn, ${turnSinceText(project, today)}` : 'Nothing is waiting'}
      note={turnNote && { ...turnNote, by: noteWriterText(turnNote, reader) }}
      action={<PassTurn key={project.id} project={project} to="freelancer" name={name} />}
    >
      {reasonText(project, reader)}
      {turn !== null && also.length === 0 && turnReason !== 'passed' && ' There is nothing for you to do.'}
      {also.length > 0 && (
        <>
          {' '}
          <AlsoForYou projectId={project.id} waiting={also} other={name} />.
        </>
      )}
    </TurnLine>
  )
}

function reasonText(
  { turn, turnReason, turnNote }: projects.Project,
  reader: Parameters<typeof noteWriterText>[1],
) {
  const name = reader.other
  if (turn === null) return 'There is nothing for you to do.'
  if (turnReason === 'feedback') return `${name} has your feedback.`
  if (turnReason === 'changes') return `${name} is working on your changes.`
  if (turnReason === 'answers') return `${name} has your answers.`
  if (turnReason === 'notes') return `${name} has your notes.`
  // Reviews and requests may still be open, and can be answered meanwhile.
  if (!turnNote) return `Handed over to ${name}.`
  const writer = noteWriterText(turnNote, reader)
  return turnNote.by === 'freelancer' ? `${writer} took over.` : `${writer} handed over.`
}
