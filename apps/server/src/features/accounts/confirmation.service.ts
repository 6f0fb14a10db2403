import { durationInWords, type EmailStatus, linkPaths } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { problem } from '../../platform/http/problem.ts'
import { createSecret, hashSecret } from '../../platform/http/secrets.ts'
import { audit } from '../audit/audit.ts'
import { findRecipient } from './accounts.repository.ts'
import {
  confirmAddress,
  deleteConfirmation,
  deleteExpiredConfirmations,
  insertConfirmation,
} from './confirmation.repository.ts'

export const CONFIRMATION_DAYS = 7

export const ConfirmationNotValid = problem(
  'CONFIRMATION_NOT_VALID',
  401,
  'This link has expired or was used already.',
  {
    when: `A link to confirm an address is older than ${durationInWords(CONFIRMATION_DAYS * 86_400)}, was used, or another link of the account was.`,
  },
)

/** Queues the email with the confirmation link, if the configuration requires confirmed addresses. */
export async function requestConfirmation(
  { db, config, outbox }: AppContext,
  { path, ...account }: { id: string; email: string; path?: string | undefined },
  address: string,
): Promise<EmailStatus> {
  if (!config.confirmEmail) return 'none'
  const count = { purpose: 'account', mailbox: account.email, address } as const
  const { status } = await outbox.queue(db, 'mailConfirmation', { freelancerId: account.id, path }, count)
  return status
}

export async function resendConfirmation(ctx: AppContext, freelancer: Freelancer, address: string) {
  const account = await findRecipient(ctx.db, freelancer.personId)
  if (!account) throw new NotSignedIn()
  const emailStatus = account.confirmedAt ? 'none' : await requestConfirmation(ctx, account, address)
  return { email: account.email, emailStatus }
}

/**
 * Creates a link that confirms an address, once. Earlier links work until they expire, because any of them proves the
 * same.
 */
export async function issueConfirmation({ db, config, clock }: AppContext, freelancerId: string) {
  const { secret, hash } = createSecret()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + CONFIRMATION_DAYS * 86_400_000)
  await deleteExpiredConfirmations(db, freelancerId, now)
  await insertConfirmation(db, { tokenHash: hash, freelancerId, expiresAt })
  return {
    url: config.publicUrl + linkPaths.confirmEmail(secret),
    withdraw: () => deleteConfirmation(db, hash),
  }
}

/** Sends the invitations that waited for this freelancer's address to be confirmed, in the caller's transaction. */
export type SendWaitingInvitations = (
  ctx: AppContext,
  personId: string,
) => Promise<{ invited: number; limited: number }>

/** Needs no session: only the email contains the link. */
export async function confirmEmail(
  ctx: AppContext,
  token: string,
  address: string,
  sendWaitingInvitations: SendWaitingInvitations,
) {
  const confirmed = await ctx.limits.link.attempt(address, () =>
    ctx.db.transaction().execute(async (trx) => {
      const account = await confirmAddress(trx, hashSecret(token), ctx.clock.now())
      if (!account) throw new ConfirmationNotValid()
      const person = { side: 'freelancer', personId: account.id } as const
      await audit({ ...ctx, db: trx }, person, { action: 'email.confirmed' })
      return { ...account, sent: await sendWaitingInvitations({ ...ctx, db: trx }, account.id) }
    }),
  )
  ctx.live.changed({ side: 'freelancer', personId: confirmed.id }, 'accounts.confirmEmail')
  return { email: confirmed.email, ...confirmed.sent }
}
