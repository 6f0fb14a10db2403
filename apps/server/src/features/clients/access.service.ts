import type { clients } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { endSessions } from '../accounts/sessions.service.ts'
import { lockClient, updateDetails } from './clients.repository.ts'
import { ClientExists, ClientNotFound } from './clients.service.ts'
import { deleteLinks } from './links.repository.ts'
import { issueLoginLink } from './links.service.ts'

/** A new address means that the old one may be with a stranger: its links and sessions end, and the new one gets a link. */
export async function updateClient(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  change: clients.ClientChange,
) {
  const changed = await ctx.db.transaction().execute(async (trx) => {
    const before = await lockClient(trx, freelancer, id)
    if (!before) throw new ClientNotFound()
    const client = await updateDetails(trx, id, change).catch(unlessTaken)
    if (client.email.toLowerCase() !== before.email.toLowerCase()) {
      await endAccess({ ...ctx, db: trx }, id)
      await ctx.jobs.add(trx, 'mailLoginLink', { clientId: id, again: true })
    }
    return client
  })
  // Projects, feedback and the dashboard name the client.
  ctx.live.changed(
    [freelancer, { role: 'client', id }],
    ['clients', 'projects', 'feedback', 'conversations', 'dashboard'],
  )
  return changed
}

/** Ends every link and session of a client and answers the one new link. */
export async function resetAccess(ctx: AppContext, freelancer: Freelancer, id: string) {
  const reset = await ctx.db.transaction().execute(async (trx) => {
    if (!(await lockClient(trx, freelancer, id))) throw new ClientNotFound()
    await endAccess({ ...ctx, db: trx }, id)
    return { loginUrl: await issueLoginLink({ ...ctx, db: trx }, id) }
  })
  ctx.live.changed([freelancer], ['clients'])
  return reset
}

async function endAccess(ctx: AppContext, id: string) {
  await deleteLinks(ctx.db, id)
  await endSessions(ctx, { role: 'client', id })
}

function unlessTaken(error: { code?: string }): never {
  throw error.code === UNIQUE_VIOLATION ? new ClientExists() : error
}

const UNIQUE_VIOLATION = '23505'
