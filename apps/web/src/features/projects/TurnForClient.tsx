import type { projects } from '@portico/contract'
import { useToday } from '../../ui/use-now.ts'
import { PassTurn } from './PassTurn.tsx'
import { TurnLine } from './TurnLine.tsx'
import { firstNameOf, turnSinceText } from './turn-text.ts'

interface Props {
  project: projects.Project
  /** The full name; undefined until it has loaded. */
  freelancer: string | undefined
}

/** Whose turn it is, unless it is the client's own. */
export function TurnForClient({ project, freelancer }: Props) {
  const { turn, turnNote, status, archivedAt, timeZone } = project
  const today = useToday(timeZone)
  const name = firstNameOf(freelancer) || 'Your contact'
  if (turn === 'client' || status === 'Completed' || archivedAt) return null
  return (
    <TurnLine
      isMine={false}
      title={turn ? `${name}’s turn, ${turnSinceText(project, today)}` : 'Nothing is waiting'}
      note={turnNote && { ...turnNote, by: turnNote.by === 'client' ? 'You' : name }}
      action={<PassTurn key={project.id} project={project} to="freelancer" name={name} />}
    >
      {reasonText(project, name)}
    </TurnLine>
  )
}

function reasonText({ turn, turnReason, turnNote }: projects.Project, name: string) {
  if (turn === null) return 'There is nothing for you to do.'
  if (turnReason === 'feedback') return `${name} has your feedback. There is nothing for you to do.`
  if (turnReason === 'changes') return `${name} is working on your changes. There is nothing for you to do.`
  if (turnReason === 'answers') return `${name} has your answers. There is nothing for you to do.`
  // Reviews and requests may still be open, and can be answered meanwhile.
  return turnNote?.by === 'freelancer' ? `${name} took over.` : 'You handed over.'
}
