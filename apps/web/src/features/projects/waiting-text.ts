import { paths, plural, type projects } from '@portico/contract'
import { areaOnScreen } from '../../app/session.ts'
import { requestsPath } from './project-path.ts'

type Turn = Pick<projects.Project, 'turn' | 'turnReason' | 'waiting'>

/** What waits for one side. */
export const waitingFor = (side: projects.Side, { waiting }: Pick<Turn, 'waiting'>) =>
  waiting.filter((one) => one.side === side)

/** What waits for one side besides the reason why it is its turn. */
export function alsoWaitingFor(side: projects.Side, { turn, turnReason, waiting }: Turn) {
  return waitingFor(side, { waiting }).filter(({ reason }) => turn !== side || reason !== turnReason)
}

/** `feedback from Maya`, `2 notes on menu.pdf`: in a sentence. `other` is the first name of the other side. */
export function waitingText({ reason, count, file }: projects.Waiting, other: string) {
  const more = count > 1 ? ` and ${count - 1} more` : ''
  const name = file?.fileName ?? 'a file'
  if (reason === 'review') return `${name}${more} to approve`
  if (reason === 'requests') return `${plural(count, 'request')} to answer`
  if (reason === 'changes') return `changes to ${name}${more}`
  if (reason === 'answers') return `${plural(count, 'answer')} to look at`
  if (reason === 'feedback') return `feedback from ${other}`
  return `${plural(count, 'note')} on ${file?.fileName ?? 'other files'}`
}

/** Where it is worked on, in the area on screen. */
export function waitingPath({ reason, file }: projects.Waiting, projectId: string) {
  const pages = paths[areaOnScreen()]
  if (file) return pages.file(file.id)
  if (reason === 'requests' || reason === 'answers') return requestsPath(projectId)
  return pages.project(projectId) + (reason === 'feedback' ? '#feedback' : '')
}

/** All of it in one line: `feedback from Maya, 2 notes on menu.pdf`. */
export const waitingTexts = (waiting: readonly projects.Waiting[], other: string) =>
  waiting.map((one) => waitingText(one, other)).join(', ')
