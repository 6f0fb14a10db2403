import { accounts, durationInWords } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { createSecret, hashSecret } from '../../platform/http/secrets.ts'
import { queueWhenAllowed } from '../../platform/mail/queue-when-allowed.ts'
import { emailKey } from '../../platform/sql/email-keys.ts'
import { endFeed } from '../access/end-feed.ts'
import { audit } from '../audit/audit.ts'
import { personOf } from './accounts.service.ts'
import { createSecurityEvent } from './devices.service.ts'
import { setEmail } from './email-change.repository.ts'
import { updateCustomers } from './email-change.service.ts'
import { deleteOld, knowsUndo, lockUndo, markUndone } from './email-undo.repository.ts'
import { endSessions } from './ended-sessions.service.ts'
import { removeFactorsSince } from './factors/factors.service.ts'
import { replacePassword } from './passwords.repository.ts'
import { issueResetLink } from './passwords.service.ts'
import { hashPassword } from './passwords.ts'
import type { Visitor } from './visitor.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    deleteOldEmailChanges: Record<never, never>
  }
}

export const UndoNotValid = problem('UNDO_NOT_VALID', 401, 'This link is not valid.', {
  when: 'The link that undoes a change of address is not one of ours.',
})
export const UndoExpired = problem(
  'UNDO_EXPIRED',
  409,
  `This change can no longer be undone: more than ${durationInWords(accounts.EMAIL_UNDO_SECONDS)} have passed.`,
  { when: 'The link that undoes a change of address is too old.' },
)
export const AlreadyUndone = problem('ALREADY_UNDONE', 409, 'This change was undone already.', {
  when: 'The link that undoes a change of address was used, or that of an earlier change, which undoes all since.',
})
export const AccountClosed = problem('ACCOUNT_CLOSED', 409, 'This account was closed.', {
  when: 'A change of address is to be undone and the account is gone.',
})

/**
 * Gives the account back the address before a change, also when it has been changed once more since: who took the account over
 * would do that first. They know the password, so it no longer works either, and everything that was opened with it ends. What they have
 * set up besides it goes too, or its owner would be asked for it.
 */
export async function undoEmailChange(ctx: AppContext, token: string, visitor: Visitor) {
  const { id, ...undone } = await ctx.limits.link.attempt(visitor.address, () =>
    undoByLink(ctx, hashSecret(token), visitor),
  )
  ctx.live.changed({ side: 'freelancer', personId: id }, 'accounts.undoEmailChange')
  return undone
}

async function undoByLink(ctx: AppContext, tokenHash: Buffer, visitor: Visitor) {
  if (!(await knowsUndo(ctx.db, tokenHash))) throw new UndoNotValid()
  const unusable = await hashPassword(createSecret().secret, visitor.address)
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const now = ctx.clock.now()
    const undo = await lockUndo(trx, tokenHash)
    if (!undo) throw new UndoNotValid()
    if (!undo.account) throw new AccountClosed()
    if (undo.undoneAt) throw new AlreadyUndone()
    if (Date.parse(undo.expiresAt) <= now.getTime()) throw new UndoExpired()
    const { id, name, timeZone, email: after } = undo.account
    const person = { side: 'freelancer', personId: id } as const
    const changedSince = await markUndone(trx, id, undo.id, now)
    await setEmail(trx, id, undo.email, now)
    await replacePassword(trx, id, { next: unusable })
    await endSessions(within, person)
    await endFeed(within, person)
    const factorsRemoved = await removeFactorsSince(within, id, requestTime(undo))
    const details = { from: after, to: undo.email }
    await audit(within, personOf({ id }), { action: 'email.change_undone', details })
    await updateCustomers(within, id)
    if (emailKey(after) !== emailKey(undo.email)) {
      await queueWhenAllowed(
        ctx,
        trx,
        'mailEmailUndone',
        { account: { name, timeZone, email: after }, ...createSecurityEvent(ctx, visitor) },
        { purpose: 'address', mailbox: after, account: id },
      )
    }
    const passwordUrl = await issueResetLink(within, id)
    return { id, email: undo.email, changedSince, factorsRemoved, passwordUrl }
  })
}

/** Of changes of earlier versions, when they took effect. */
function requestTime({ requestedAt, expiresAt }: { requestedAt: string | null; expiresAt: string }) {
  return requestedAt
    ? new Date(requestedAt)
    : new Date(Date.parse(expiresAt) - accounts.EMAIL_UNDO_SECONDS * 1_000)
}

export function deleteOldEmailChanges({ db, clock }: AppContext) {
  return deleteOld(db, clock.now())
}
