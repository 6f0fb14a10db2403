import { type EmailStatus, guestLinks, linkPaths, type requests } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { hasAddress } from '../../platform/http/names.ts'
import { problem } from '../../platform/http/problem.ts'
import { hashSecret } from '../../platform/http/secrets.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { ProjectNotFound } from '../access/not-found.ts'
import { requireSession } from '../accounts/sessions.service.ts'
import { audit } from '../audit/audit.ts'
import { writeProject } from '../events/write-project.ts'
import { RequestAccepted } from '../files/answerable-request.ts'
import { changeOne, requireRequest } from '../requests/requests.service.ts'
import { guestLinkSecret } from './guest-link-secret.ts'
import {
  deleteLink,
  insertLink,
  isSenderConfirmed,
  listLinks,
  listLinksOfProject,
  setUnmailed,
} from './links.repository.ts'

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
  { note = null, message = null, email = null }: guestLinks.NewLink = {},
  address?: string,
): Promise<{ id: string; url: string; emailStatus: EmailStatus }> {
  if (message !== null && hasAddress(message))
    throw invalidInput('message', 'A message cannot have a web or email address in it.')
  const [id, now] = [newId(), ctx.clock.now()]
  const secret = guestLinkSecret(ctx, id)
  const expiresAt = new Date(now.getTime() + guestLinks.LINK_DAYS * 86_400_000)
  const link = {
    ...{ id, requestId, tokenHash: hashSecret(secret), madeBy: actor.side, makerId: actor.personId },
    ...{ note, message, now, expiresAt },
    mailedTo: email,
  }
  let emailStatus: EmailStatus = 'none'
  const insert = async ({ state }: { state: requests.RequestState }, trx: Db) => {
    if (state === 'accepted') throw new RequestAccepted()
    if (!(await insertLink(trx, link))) throw new TooManyLinks()
    const target = { kind: 'request', id: requestId } as const
    await audit({ ...ctx, db: trx }, actor, { action: 'guest_link.created', target })
    if (email === null) return []
    emailStatus = await queueLink({ ...ctx, db: trx }, actor, { id, email, address })
    if (emailStatus !== 'queued') await setUnmailed(trx, id)
    return []
  }
  await changeOne(ctx, actor, requestId, 'guestLinks.add', insert, (trx) =>
    requireSession({ ...ctx, db: trx }, actor),
  )
  return { id, url: ctx.config.publicUrl + linkPaths.give(secret), emailStatus }
}

/** On behalf of the account. Over a limit the link is there all the same, and is not mailed. */
async function queueLink(
  { db, config, outbox }: AppContext,
  { workspaceId }: Actor,
  { id, email, address }: { id: string; email: string; address: string | undefined },
): Promise<EmailStatus> {
  if (config.confirmEmail && !(await isSenderConfirmed(db, workspaceId))) return 'unconfirmed'
  const count = {
    purpose: 'guest',
    mailbox: email,
    account: workspaceId,
    ...(address && { address }),
  } as const
  return (await outbox.queue(db, 'mailGuestLink', { linkId: id }, count)).status
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
      const target = { kind: 'request', id: requestId } as const
      await audit({ ...ctx, db: trx }, actor, { action: 'guest_link.ended', target })
      return {}
    },
    { mayBeArchived: true },
  )
}
