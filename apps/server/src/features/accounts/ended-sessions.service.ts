import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { deviceName } from '../../platform/http/device-name.ts'
import { problem } from '../../platform/http/problem.ts'
import { audit } from '../audit/audit.ts'
import { deleteExpiredChallenges } from './factors/challenges.repository.ts'
import { forgetBrowsers } from './factors/factors.repository.ts'
import {
  deleteExpired,
  deletePreviews,
  deleteSession,
  deleteSessions,
  findSessions,
} from './sessions.repository.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    deleteExpiredSessions: Record<never, never>
  }
}

export const SessionNotFound = problem('SESSION_NOT_FOUND', 404, 'This session has ended already.', {
  when: 'The session to end is not there any more, or never was one of yours.',
})

/** Takes effect here at once, and in other processes when the database notifies them. */
export async function endSession(ctx: AppContext, person: Actor) {
  await ctx.db.transaction().execute(async (trx) => {
    await deleteSession(trx, person.sessionId)
    await auditEnded({ ...ctx, db: trx }, person, { method: 'logout', count: 1 })
  })
  ctx.sessionCache.drop(person.sessionId)
  notifyOfEnded(ctx, person)
}

/** None in a preview: the devices of a client are not the freelancer's business. */
export async function listSessions({ db }: AppContext, person: Actor, isPreview: boolean) {
  const found = isPreview ? [] : await findSessions(db, person)
  return found.map(({ userAgent, ...session }) => ({ ...session, device: deviceName(userAgent) }))
}

export async function endOneSession(ctx: AppContext, person: Actor, id: string) {
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const [ended] = await deleteSessions(trx, person, { only: id })
    if (!ended) throw new SessionNotFound()
    await auditEnded({ ...ctx, db: trx }, person, { method: 'one', count: 1 })
    return ended
  })
  ctx.sessionCache.drop(ended)
  notifyOfEnded(ctx, person)
}

export async function endOtherSessions(ctx: AppContext, person: Actor) {
  await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const count = await endSessions(within, person, person.sessionId)
    await auditEnded(within, person, { method: 'others', count })
  })
  notifyOfEnded(ctx, person)
}

function auditEnded(
  ctx: AppContext,
  person: Actor,
  details: { method: 'logout' | 'one' | 'others'; count: number },
) {
  return audit(ctx, person, { action: 'session.ended', details })
}

/** The page of a client says on how many devices they are signed in. */
function notifyOfEnded({ live }: Pick<AppContext, 'live'>, person: Actor) {
  live.changed(person, 'accounts.sessionEnded')
  if (person.side === 'client') live.changed({ workspaceId: person.workspaceId }, 'clients.sessionEnded')
}

/**
 * Ends all sessions of a person except one, and the previews that were begun in that one, when the transaction is committed. Every
 * browser is asked for the second factor again. Returns how many sessions there were.
 */
export async function endSessions(
  { db }: AppContext,
  person: Pick<Actor, 'side' | 'personId'>,
  keep?: string,
) {
  const ended = await deleteSessions(db, person, { except: keep })
  if (keep) await deletePreviews(db, keep)
  if (person.side === 'freelancer') await forgetBrowsers(db, person.personId)
  return ended.length
}

export async function deleteExpiredSessions({ db, clock, config }: AppContext) {
  const [now, idle] = [clock.now(), config.sessionIdleSeconds]
  await deleteExpired(db, now, idle === null ? null : new Date(now.getTime() - idle * 1_000))
  await deleteExpiredChallenges(db, now)
}
