import { createHash } from 'node:crypto'
import { calendar } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { createSecret, hashSecret } from '../../platform/http/secrets.ts'
import { requireSession } from '../accounts/sessions.service.ts'
import { audit } from '../audit/audit.ts'
import { deleteFeed, findDueThings, findFeed, findFeedOwner, replaceFeed } from './calendar.repository.ts'

export const CalendarNotFound = problem('CALENDAR_NOT_FOUND', 404, 'There is no calendar at this address.', {
  when: 'The secret address was renewed or switched off, or was never one of ours.',
})

export async function getFeedState({ db }: AppContext, person: Actor) {
  return { createdAt: await findFeed(db, person) }
}

/**
 * Only this response contains the address, because the database stores its hash. Storing it waits for a concurrent
 * reset of access, so the session is checked afterwards: otherwise the address could outlive the reset.
 */
export async function renewFeed(ctx: AppContext, person: Actor) {
  const { db, clock, config, live } = ctx
  const { secret, hash } = createSecret()
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await replaceFeed(trx, person, hash, now)
    await requireSession({ ...ctx, db: trx }, person)
    await audit({ ...ctx, db: trx }, person, { action: 'calendar.created' })
  })
  live.changed(person, 'calendar.renew')
  return { url: `${config.publicUrl}/api${calendar.feed.url}?token=${secret}`, createdAt: now.toISOString() }
}

export async function removeFeed(ctx: AppContext, person: Actor) {
  await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await deleteFeed(trx, person)
    await audit(within, person, { action: 'calendar.ended' })
  })
  ctx.live.changed(person, 'calendar.remove')
}

/** The calendar at a secret address, and its ETag. */
export async function readFeed({ db, clock, config, limits }: AppContext, token: string, address: string) {
  const owner = await limits.calendar.attempt(address, async () => {
    const found = await findFeedOwner(db, hashSecret(token))
    if (!found) throw new CalendarNotFound()
    return found
  })
  const things = await findDueThings(db, owner, clock.now())
  // Loaded with the first calendar, because an idle server does not need it.
  const { writeCalendar } = await import('./write-calendar.ts')
  const text = writeCalendar(owner, things, config.publicUrl)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
