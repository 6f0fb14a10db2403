import type { AppContext, WorkerContext } from '../context.ts'
import { mailboxKey } from '../limits/keys.ts'
import type { Person } from '../realtime/live.ts'
import { endMailFailure, recordMailFailure } from './mail-failure.ts'
import type { EmailKind, EmailPayloads, EmailWriter } from './outbox.ts'
import { SendError } from './send-error.ts'

/** `sentTo` is the mailbox that the email was counted for. */
export type QueuedPayload = EmailPayloads[EmailKind] & { sentTo?: string }

/** Records which addresses the mail server refuses for good. */
export interface RefusedAddresses {
  add(ctx: AppContext, whose: Person, address: string, reply: string): Promise<void>
  /** The mail server has accepted an email to this address. */
  remove(ctx: AppContext, whose: Person, address: string): Promise<void>
}

/** Writes and sends an email. It was counted when it was queued, so a retry does not count again. */
export async function sendQueued(
  ctx: WorkerContext,
  write: EmailWriter<EmailKind>,
  { sentTo, ...payload }: QueuedPayload,
  { kinds, refusedAddresses }: { kinds: string[]; refusedAddresses: RefusedAddresses },
) {
  const written = await write(ctx, payload as EmailPayloads[EmailKind])
  if (!written) return
  const { email, recipient, withdraw, settle } = written
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
