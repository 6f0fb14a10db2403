import type { EmailStatus } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { mailboxKey } from '../../platform/limits/keys.ts'
import { findClientsByEmail, findClientToMail, lockFreelancer } from './clients.repository.ts'
import { markInvitationWaiting, takeWaitingInvitations } from './invitations.repository.ts'

/** The freelancer in whose name an email is sent. Their row is locked, so that a concurrent confirmation misses no invitation. */
type Sender = NonNullable<Awaited<ReturnType<typeof lockFreelancer>>>

interface Request {
  /** The client was invited before, so the email has no introduction. */
  again?: boolean
  /** The IP address of the request. */
  address?: string
  /** A key under which the email is queued at most once. */
  once?: string
}

/** Queues an email with a login link in the caller's transaction, or returns why there is none. */
export async function queueLoginLink(
  { db, config, outbox }: AppContext,
  sender: Sender,
  client: { id: string; email: string },
  { again, address, once }: Request = {},
): Promise<EmailStatus> {
  if (config.confirmEmail && !sender.email_confirmed_at) {
    await markInvitationWaiting(db, client.id)
    return 'unconfirmed'
  }
  const { status } = await outbox.queue(
    db,
    'mailLoginLink',
    { clientId: client.id, again },
    { purpose: 'client', mailbox: client.email, account: sender.id, address, once },
  )
  return status
}

/** Sends the invitations that waited for this freelancer's address to be confirmed, each once. */
export async function sendWaitingInvitations(ctx: AppContext, freelancerId: string) {
  const sent = { invited: 0, limited: 0 }
  const sender = await lockFreelancer(ctx.db, { id: freelancerId })
  if (!sender) return sent
  // Sorted by mailbox, so that freelancers with the same clients cannot deadlock.
  const clients = (await takeWaitingInvitations(ctx.db, sender.id))
    .map((client) => ({ ...client, mailbox: mailboxKey(client.email) }))
    .sort((a, b) => (a.mailbox < b.mailbox ? -1 : 1))
  for (const client of clients) {
    const status = await queueLoginLink(ctx, sender, client)
    if (status === 'queued') sent.invited++
    else sent.limited++
  }
  return sent
}

/** Queues one email from each freelancer who has this client, the most recently visited portal first. */
export async function mailFreshLinks(
  ctx: AppContext,
  { email, requestId }: { email: string; requestId?: string },
) {
  for (const { id, freelancerId } of await findClientsByEmail(ctx.db, email)) {
    await ctx.db.transaction().execute(async (trx) => {
      const sender = await lockFreelancer(trx, { id: freelancerId })
      const client = sender && (await findClientToMail(trx, id))
      if (!client) return
      const once = requestId && `${requestId}:${id}`
      await queueLoginLink({ ...ctx, db: trx }, sender, client, { again: true, once })
    })
  }
}
