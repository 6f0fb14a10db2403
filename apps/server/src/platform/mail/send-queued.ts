import type { WorkerContext } from '../context.ts'
import { mailboxKey } from '../limits/keys.ts'
import { isUndelivered } from './mailer.ts'
import type { EmailKind, EmailPayloads, EmailWriter } from './outbox.ts'

/** What a queued email's job is given: `sentTo` is the mailbox that it was counted for. */
export type QueuedPayload = EmailPayloads[EmailKind] & { sentTo?: string }

/** Writes an email that was counted when it was queued, and sends it. A further attempt does not count again. */
export async function sendQueued(
  ctx: WorkerContext,
  write: EmailWriter<EmailKind>,
  { sentTo, ...payload }: QueuedPayload,
) {
  const written = await write(ctx, payload as EmailPayloads[EmailKind])
  if (!written) return
  const { email, withdraw } = written
  // The address has changed. That change queued and counted its own email.
  if (sentTo !== undefined && sentTo !== mailboxKey(email.to.address)) return withdraw?.()
  try {
    await ctx.mail.send(email)
  } catch (error) {
    if (isUndelivered(error)) await withdraw?.()
    throw error
  }
}
