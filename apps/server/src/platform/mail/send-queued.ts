import type { AppContext, WorkerContext } from '../context.ts'
import { mailboxKey } from '../limits/keys.ts'
import type { Person } from '../realtime/live.ts'
import type { Email } from './email.ts'
import { endMailFailure, recordMailFailure } from './mail-failure.ts'
import type { EmailKind, EmailPayloads, EmailWriter, WrittenEmail } from './outbox.ts'
import { type EmailBrand, renderBrandedEmail } from './render-email.ts'
import { SendError } from './send-error.ts'

/** `sentTo` is the mailbox that the email was counted for. */
export type QueuedPayload = EmailPayloads[EmailKind] & { sentTo?: string }

/** Records which addresses the mail server refuses for good. */
export interface RefusedAddresses {
  add(ctx: AppContext, whose: Person, address: string, reply: string): Promise<void>
  /** The mail server has accepted an email to this address. */
  remove(ctx: AppContext, whose: Person, address: string): Promise<void>
}

/** How the emails of a workspace look to its clients, and where answers go; null where it has chosen nothing. */
export type FindEmailBrand = (
  ctx: AppContext,
  whose: { clientId: string } | { workspaceId: string },
) => Promise<WorkspaceEmails | null>

export interface WorkspaceEmails {
  brand: EmailBrand
  replyTo: string | null
}

interface SendOptions {
  kinds: string[]
  refusedAddresses: RefusedAddresses
  findEmailBrand: FindEmailBrand
}

/** Writes and sends an email. It was counted when it was queued, so a retry does not count again. */
export async function sendQueued(
  ctx: WorkerContext,
  write: EmailWriter<EmailKind>,
  { sentTo, ...payload }: QueuedPayload,
  { kinds, refusedAddresses, findEmailBrand }: SendOptions,
) {
  const written = await write(ctx, payload as EmailPayloads[EmailKind])
  if (!written) return
  const { recipient, withdraw, settle } = written
  const email = await applyBrand(ctx, written, findEmailBrand)
  // The address has changed. That change queued and counted its own email.
  if (sentTo !== undefined && sentTo !== mailboxKey(email.to.address)) return withdraw?.()
  try {
    await ctx.mail.send(email)
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    if (error.isServerFailing) await recordMailFailure(ctx)
    else await endMailFailure(ctx, kinds)
    if (error.isUndelivered) await withdraw?.()
    if (recipient && error.refusal !== undefined)
      await refusedAddresses.add(ctx, recipient, email.to.address, error.refusal)
    else if (error.isPermanent) await settle?.()
    throw error
  }
  await settle?.()
  if (recipient) await refusedAddresses.remove(ctx, recipient, email.to.address)
  await endMailFailure(ctx, kinds)
}

/** Emails to clients and guests have the look of the workspace. */
async function applyBrand(
  ctx: AppContext,
  { email, recipient, workspaceId }: WrittenEmail,
  findEmailBrand: FindEmailBrand,
): Promise<Email> {
  const isToClient = recipient?.side === 'client'
  const whose = isToClient ? { clientId: recipient.personId } : workspaceId !== undefined && { workspaceId }
  const found = whose && email.contents && (await findEmailBrand(ctx, whose))
  if (!found || !email.contents) return email
  const { brand, replyTo } = found
  return {
    ...email,
    ...renderBrandedEmail(email.contents, brand),
    // Of a guest's email, who asks them may be a client.
    ...(email.from && {
      from: isToClient ? brand.name : email.from.replace(/ via Portico$/, ` via ${brand.name}`),
    }),
    ...(isToClient && replyTo && { replyTo: { name: brand.name, address: replyTo } }),
  }
}
