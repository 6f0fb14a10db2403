import createError from '@fastify/error'
import type { projects } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { writeProject } from '../events/write-project.ts'
import { getProject, ProjectCompleted } from './projects.service.ts'
import { findSecondsOfToday } from './turn.repository.ts'

const TurnIsYours = createError('TURN_IS_YOURS', 'It is your turn already.', 409)
const NudgedToday = createError(
  'NUDGED_TODAY',
  'It is their turn already, and they were reminded today. You can do that again tomorrow.',
  429,
)

/**
 * Passing the turn to the other side when that has it already is a nudge, which is allowed once a day. Throws when it is the actor's
 * own turn already, or the other side was reminded of theirs today.
 */
export function passTurn(ctx: AppContext, actor: Actor, id: string, { to, note }: projects.PassedTurn) {
  return writeProject(ctx, actor, { project: id }, 'projects.passTurn', async (project, trx) => {
    const isNudge = project.turn === to
    if (project.status === 'Completed') throw new ProjectCompleted()
    if (isNudge && to === actor.role) throw new TurnIsYours()
    if (isNudge && project.nudgedOn === project.today) {
      const retryAfter = await findSecondsOfToday(trx, project, ctx.clock.now())
      throw Object.assign(new NudgedToday(), { retryAfter })
    }
    return {
      events: [{ kind: 'turn_passed', subject: { to, note: note ?? null, isNudge } }],
      read: () => getProject({ ...ctx, db: trx }, actor, id),
    }
  })
}
