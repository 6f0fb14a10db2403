import { changeNote, leaveNote, replyToNote } from '../src/features/notes/notes.service.ts'
import type { ClientUser, Freelancer } from '../src/platform/actors.ts'
import type { DemoNote } from './demo-types.ts'
import { setCreatedAt } from './set-created-at.ts'
import type { Step } from './steps.ts'

interface Sides {
  freelancer: Freelancer
  client: ClientUser
}

/** A note is left, replied to and settled, each at its time. */
export function noteSteps(
  { on, by, minutesAgo, reply, settled, ...note }: DemoNote,
  sides: Sides,
  idOf: (fileName: string) => string,
): Step[] {
  let id = ''
  const steps: Step[] = [
    {
      minutesAgo,
      run: async (past) => {
        id = JSON.parse(await leaveNote(past, sides[by], idOf(on), note)).id
        await setCreatedAt(past, 'note', id, past.clock.now())
      },
    },
  ]
  if (reply) {
    steps.push({
      minutesAgo: reply.minutesAgo,
      run: async (past) => {
        const left = JSON.parse(await replyToNote(past, sides[reply.by], id, { text: reply.text }))
        await setCreatedAt(past, 'note_reply', left.id, past.clock.now())
      },
    })
  }
  if (settled) {
    const { reason } = settled
    steps.push({
      minutesAgo: settled.minutesAgo,
      run: (past) =>
        changeNote(past, sides.freelancer, id, reason ? { state: 'declined', reason } : { state: 'done' }),
    })
  }
  return steps
}
