import { guestLinks, linkPaths, type requests } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { createSecret } from '../../platform/http/secrets.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { ProjectNotFound } from '../access/not-found.ts'
import { requireSession } from '../accounts/sessions.service.ts'
import { writeProject } from '../events/write-project.ts'
import { RequestAccepted } from '../files/answerable-request.ts'
import { changeOne, requireRequest } from '../requests/requests.service.ts'
import { deleteLink, insertLink, listLinks, listLinksOfProject } from './links.repository.ts'

const LinkNotFound = problem('LINK_NOT_FOUND', 404, 'Link not found.')
const TooManyLinks = problem(
  'TOO_MANY_LINKS',
  409,
  `This request has ${guestLinks.MAX_LINKS} links that work. Revoke those that you do not need any more.`,
  { when: `A request would have more than ${guestLinks.MAX_LINKS} links that work.` },
)

/**
 * Only this response contains the address, because only a hash of the token is stored. A concurrent reset of the
 * client's access waits for the lock on the session, and then ends this link too.
 */
export async function addLink(
  ctx: AppContext,
  actor: Actor,
  requestId: string,
  note: string | null,
): Promise<{ id: string; url: string }> {
  const { secret, hash } = createSecret()
  const [id, now] = [newId(), ctx.clock.now()]
  const expiresAt = new Date(now.getTime() + guestLinks.LINK_DAYS * 86_400_000)
  const link = { id, requestId, tokenHash: hash, madeBy: actor.side, note, now, expiresAt }
  const insert = async ({ state }: { state: requests.RequestState }, trx: Db) => {
    if (state === 'accepted') throw new RequestAccepted()
    if (!(await insertLink(trx, link))) throw new TooManyLinks()
    return []
  }
  await changeOne(ctx, actor, requestId, 'guestLinks.add', insert, (trx) =>
    requireSession({ ...ctx, db: trx }, actor),
  )
  return { id, url: ctx.config.publicUrl + linkPaths.give(secret) }
}

export async function getLinks(ctx: AppContext, actor: Actor, requestId: string, page: PageParams) {
  await requireRequest(ctx, actor, requestId)
  return listLinks(ctx.db, requestId, page)
}

export async function getLinksOfProject(ctx: AppContext, actor: Actor, projectId: string, page: PageParams) {
  const found = await listLinksOfProject(ctx.db, actor, projectId, { now: ctx.clock.now(), ...page })
  if (!found) throw new ProjectNotFound()
  return found
}

/** Also of an archived project, whose links would work again. An upload that is in progress with this link is refused at its end. */
export function removeLink(ctx: AppContext, actor: Actor, requestId: string, id: string) {
  return writeProject(
    ctx,
    actor,
    { request: requestId },
    'guestLinks.remove',
    async (_project, trx) => {
      if (!(await deleteLink(trx, { requestId, id }))) throw new LinkNotFound()
      return {}
    },
    { mayBeArchived: true },
  )
}
