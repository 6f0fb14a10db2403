import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { endFeed } from '../access/end-feed.ts'
import { endAllGuestLinks } from '../access/end-guest-links.ts'
import { audit } from '../audit/audit.ts'
import * as changedAddresses from './changed-addresses.repository.ts'
import * as repository from './handed-out.repository.ts'

// Whoever was in an account may have copied links. Somebody who has recovered it sees them here, and ends them all.

export function listHandedOutLinks({ db, clock }: AppContext, freelancer: Freelancer, page: PageParams) {
  return repository.listHandedOut(db, freelancer, { now: clock.now(), ...page })
}

/** Somebody may have changed the address of a client to get the links that are mailed there. */
export function listChangedAddresses({ db, clock }: AppContext, freelancer: Freelancer, page: PageParams) {
  return changedAddresses.listChangedAddresses(db, freelancer, { now: clock.now(), ...page })
}

export function countHandedOut({ db, clock }: AppContext, freelancer: Freelancer) {
  return repository.countHandedOut(db, freelancer, clock.now())
}

/** Also what is archived or in the bin, because it would work again. In the order of a reset of one client's access. */
export async function endHandedOut(ctx: AppContext, freelancer: Freelancer) {
  const now = ctx.clock.now()
  const ended = await ctx.db.transaction().execute(async (trx) => {
    await repository.lockClients(trx, freelancer)
    const loginLinks = await repository.deleteHandedOutLoginLinks(trx, freelancer, now)
    const sessions = await repository.deleteHandedOutSessions(trx, freelancer, now)
    // Whoever came in by such a link may have made the address of a calendar.
    const enteredIds = new Set([...loginLinks, ...sessions].map(({ clientId }) => clientId))
    for (const id of enteredIds) await endFeed({ db: trx }, { side: 'client', personId: id })
    const guestLinks = await endAllGuestLinks({ ...ctx, db: trx }, freelancer)
    const count = loginLinks.length + sessions.length + guestLinks.length
    await audit({ ...ctx, db: trx }, freelancer, { action: 'handed_out.ended', details: { count } })
    return {
      sessions,
      clientIds: [...loginLinks, ...sessions, ...guestLinks].map(({ clientId }) => clientId),
    }
  })
  for (const { id } of ended.sessions) ctx.sessionCache.drop(id)
  ctx.live.changed({ workspaceId: freelancer.workspaceId }, 'clients.endHandedOut')
  for (const clientId of new Set(ended.clientIds)) ctx.live.changed({ clientId }, 'clients.endHandedOut')
}
