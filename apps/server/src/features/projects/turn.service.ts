import createError from '@fastify/error'
import type { projects } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { ProjectNotFound } from '../access/not-found.ts'
import { bothSides } from '../access/parties.ts'
import { getProject, ProjectCompleted, requireWritableProject } from './projects.service.ts'
import { findTurn, recordPassing } from './turn.repository.ts'

const TurnIsYours = createError('TURN_IS_YOURS', 'It is your turn already.', 409)
const NudgedToday = createError(
  'NUDGED_TODAY',
  'It is their turn already, and they were reminded today. You can do that again tomorrow.',
  429,
)

/** Throws when it is the actor's own turn already, or the other side was reminded of theirs today. */
export async function passTurn(ctx: AppContext, actor: Actor, id: string, passed: projects.PassedTurn) {
  const now = ctx.clock.now()
  const parties = await recordPassing(ctx.db, actor, id, passed, now)
  if (!parties) throw await findReason(ctx, actor, id, passed, now)
  ctx.live.changed(bothSides(parties), 'projects.passTurn')
  return getProject(ctx, actor, id)
}

async function findReason(ctx: AppContext, actor: Actor, id: string, { to }: projects.PassedTurn, now: Date) {
  await requireWritableProject(ctx, actor, id) // throws ProjectNotFound or ProjectArchived
  const found = await findTurn(ctx.db, actor, id, now)
  if (!found) return new ProjectNotFound()
  if (found.status === 'Completed') return new ProjectCompleted()
  if (to === actor.role) return new TurnIsYours()
  return Object.assign(new NudgedToday(), { retryAfter: found.secondsLeft })
}
