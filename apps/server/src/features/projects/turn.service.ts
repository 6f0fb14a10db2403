import type { projects } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { writeProject } from '../events/write-project.ts'
import { getProject, ProjectCompleted } from './projects.service.ts'
import { findSecondsOfToday, readName } from './turn.repository.ts'

const TurnIsYours = problem('TURN_IS_YOURS', 409, 'It is your turn already.', {
  when: 'The turn is passed to oneself, and it is one’s own already.',
})
const NudgedToday = problem(
  'NUDGED_TODAY',
  429,
  'It is their turn already, and they were reminded today. You can do that again tomorrow.',
  {
    when: 'The turn is passed to the side that has it already for the second time on one day, where the freelancer is. `Retry-After` says how many seconds are left of that day.',
  },
)

/**
 * Passing the turn to the other side when that has it already is a nudge, which is allowed once a day. Throws when it is the actor's
 * own turn already, or the other side was reminded of theirs today.
 */
export function passTurn(ctx: AppContext, actor: Actor, id: string, { to, note }: projects.PassedTurn) {
  return writeProject(ctx, actor, { project: id }, 'projects.passTurn', async (project, trx) => {
    const isNudge = project.turn === to
    if (project.status === 'Completed') throw new ProjectCompleted()
    if (isNudge && to === actor.side) throw new TurnIsYours()
    if (isNudge && project.nudgedOn === project.today) {
      const retryAfter = await findSecondsOfToday(trx, project, ctx.clock.now())
      throw Object.assign(new NudgedToday(), { retryAfter })
    }
    const author = await readName(trx, actor)
    return {
      events: [{ kind: 'turn_passed', subject: { to, note: note ?? null, isNudge }, author }],
      read: () => getProject({ ...ctx, db: trx }, actor, id),
    }
  })
}
