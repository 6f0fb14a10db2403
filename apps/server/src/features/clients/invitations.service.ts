import { type EmailStatus, thingOfPath } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { mailboxKey } from '../../platform/limits/keys.ts'
import type { Db } from '../../platform/sql/database.ts'
import { inTransaction } from '../../platform/sql/in-transaction.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { findOwned } from '../access/memberships.ts'
import { audit } from '../audit/audit.ts'
import { findClientsByEmail, findClientToMail } from './addressees.repository.ts'
import { findClientOfThing } from './client-of-thing.ts'
import {
  findUnsentInvitation,
  markLinkWaiting,
  setUnsentInvitation,
  takeFirstProjectInvitation,
  takeUnconfirmedInvitations,
  waitsForFirstProject,
} from './invitations.repository.ts'

/** The freelancer in whose name an email is sent. Their row is locked, so that a concurrent confirmation misses no invitation. */
export type Sender = NonNullable<Awaited<ReturnType<typeof lockWorkspace>>>

interface Recipient {
  id: string
  email: string
}

interface Request {
  /** The IP address of the request. */
  address?: string | undefined
  /** A key under which the email is queued at most once. */
  once?: string | undefined
  /** The page of the client area that the link opens. */
  path?: string | undefined
}

/** Queues the first email to a client in the caller's transaction, and records why it is not sent, if so. */
export async function inviteClient(
  ctx: AppContext,
  sender: Sender,
  client: Recipient,
  request: Request = {},
): Promise<EmailStatus> {
  const status = await queueLoginLink(ctx, sender, client, false, request)
  await setUnsentInvitation(ctx.db, client.id, status === 'queued' ? null : status)
  return status
}

/** The same on the freelancer's request: the invitation if it has not been sent, else another link. */
export async function mailLinkTo(ctx: AppContext, sender: Sender, client: Recipient, request: Request = {}) {
  if (await findUnsentInvitation(ctx.db, client.id)) return inviteClient(ctx, sender, client, request)
  const status = await queueLoginLink(ctx, sender, client, true, request)
  if (status === 'unconfirmed') await setUnsentInvitation(ctx.db, client.id, status)
  return status
}

async function queueLoginLink(
  { db, config, outbox }: AppContext,
  sender: Sender,
  { id: clientId, email: mailbox }: Recipient,
  /** The client was invited before, so the email has no introduction. */
  again: boolean,
  { address, once, path }: Request,
) {
  if (config.confirmEmail && !sender.confirmedAt) return 'unconfirmed'
  const { status } = await outbox.queue(
    db,
    'mailLoginLink',
    { clientId, again, ...(path && { path }) },
    {
      purpose: 'client',
      mailbox,
      account: sender.id,
      ...(address && { address }),
      ...(once && { once }),
    },
  )
  return status
}

/** Sends the invitations that waited for this person's address to be confirmed, each once. */
export async function sendWaitingInvitations(ctx: AppContext, personId: string) {
  const sent = { invited: 0, limited: 0 }
  for (const workspaceId of await findOwned(ctx.db, personId)) {
    const { invited, limited } = await sendInvitationsOf(ctx, workspaceId)
    sent.invited += invited
    sent.limited += limited
  }
  return sent
}

/** The same of one workspace, whose owner may be another one now. */
export async function sendInvitationsOf(ctx: AppContext, workspaceId: string) {
  const sent = { invited: 0, limited: 0 }
  const sender = await lockWorkspace(ctx.db, { workspaceId })
  if (!sender) return sent
  // Sorted by mailbox, so that freelancers with the same clients cannot deadlock.
  const clients = (await takeUnconfirmedInvitations(ctx.db, sender.id))
    .map((client) => ({ ...client, mailbox: mailboxKey(client.email) }))
    .sort((a, b) => (a.mailbox < b.mailbox ? -1 : 1))
  for (const client of clients) {
    const status = await inviteClient(ctx, sender, client)
    if (status === 'queued') sent.invited++
    else sent.limited++
  }
  return sent
}

/**
 * Creates something as `create` does, which returns undefined when it did not, and in the same transaction sends the
 * invitation that waits for the client's first project.
 */
export async function inviteWithFirstProject<T>(
  ctx: AppContext,
  freelancer: Freelancer,
  { clientId, address }: { clientId: string; address?: string | undefined },
  create: (db: Db) => Promise<T | undefined>,
) {
  return inTransaction(ctx.db, async (trx) => {
    if (!(await waitsForFirstProject(trx, freelancer, clientId))) return create(trx)
    // Locked before the client, as in every change that sends an email.
    const sender = await lockWorkspace(trx, freelancer)
    const created = await create(trx)
    const client = sender && created && (await takeFirstProjectInvitation(trx, clientId))
    if (client) await inviteClient({ ...ctx, db: trx }, sender, client, { address })
    return created
  })
}

/**
 * Queues one email from each freelancer who has this client, the most recently visited portal first. Only the link to the portal
 * that has the wanted thing opens it.
 */
export async function mailFreshLinks(
  ctx: AppContext,
  { email, path, requestId }: { email: string; path?: string; requestId?: string },
) {
  const thing = path === undefined ? undefined : thingOfPath(path)
  const ownerId = thing && (await findClientOfThing(ctx.db, thing))
  for (const { id, workspaceId } of await findClientsByEmail(ctx.db, email)) {
    await ctx.db.transaction().execute(async (trx) => {
      const sender = await lockWorkspace(trx, { workspaceId })
      const client = sender && (await findClientToMail(trx, id))
      if (!client) return
      const once = requestId && `${requestId}:${id}`
      const opens = thing === undefined || ownerId === id ? path : undefined
      const status = await queueLoginLink({ ...ctx, db: trx }, sender, client, true, { once, path: opens })
      if (status === 'unconfirmed') await markLinkWaiting(trx, id)
      if (status !== 'queued') return
      const system = { side: 'system', workspaceId } as const
      await audit({ ...ctx, db: trx }, system, { action: 'link.mailed', target: { kind: 'client', id } })
    })
  }
}
