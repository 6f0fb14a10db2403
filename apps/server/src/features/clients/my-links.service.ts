import type { ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { audit } from '../audit/audit.ts'
import { deleteLinkOf, deleteLinks, listLinks } from './links.repository.ts'

const LinkNotFound = problem('LINK_NOT_FOUND', 404, 'Link not found.', {
  when: 'The request has no such link, or the client no such login link, or it was revoked.',
})

// A client ends their own login links, also while they are archived. Their sessions are in accounts/sessions.service.ts.

export function listMyLinks({ db, clock }: AppContext, client: ClientUser, page: PageParams) {
  return listLinks(db, client.personId, clock.now(), page)
}

export async function endMyLink(ctx: AppContext, client: ClientUser, id: string) {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await deleteLinkOf(trx, client.personId, id))) throw new LinkNotFound()
    await audit({ ...ctx, db: trx }, client, { action: 'link.ended', details: { count: 1 } })
  })
  notify(ctx, client, 'clients.endMyLink')
}

export async function endMyLinks(ctx: AppContext, client: ClientUser) {
  await ctx.db.transaction().execute(async (trx) => {
    const count = await deleteLinks(trx, client.personId)
    await audit({ ...ctx, db: trx }, client, { action: 'link.ended', details: { count } })
  })
  notify(ctx, client, 'clients.endMyLinks')
}

/** The freelancer's page of the client counts the links that work. */
function notify(
  { live }: AppContext,
  client: ClientUser,
  change: 'clients.endMyLink' | 'clients.endMyLinks',
) {
  live.changed({ workspaceId: client.workspaceId, clientId: client.clientId }, change)
}
