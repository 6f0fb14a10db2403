import type { AppContext } from '../../../platform/context.ts'
import { createSecurityEvent } from '../devices.service.ts'
import type { Visitor } from '../visitor.ts'
import { findFactors } from './factors.repository.ts'

interface Account {
  id: string
  email: string
}

/** What has changed, as the email names it. */
export type FactorChange =
  | 'app_added'
  | 'app_replaced'
  | 'app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'codes_made'
  | 'turned_off'
  | 'reset'

/** Queued in the transaction of the change. */
export function queueFactorEmail(
  ctx: Pick<AppContext, 'db' | 'outbox' | 'clock'>,
  { id, email }: Account,
  change: FactorChange,
  visitor: Visitor,
) {
  const event = { freelancerId: id, change, ...createSecurityEvent(ctx, visitor) }
  return ctx.outbox.queue(ctx.db, 'mailFactorsChanged', event, { purpose: 'account', mailbox: email })
}

export async function queueRecoveryCodeEmail(ctx: AppContext, { id, email }: Account, visitor: Visitor) {
  const { recoveryCodesLeft } = await findFactors(ctx.db, id)
  const event = { freelancerId: id, left: recoveryCodesLeft, ...createSecurityEvent(ctx, visitor) }
  return ctx.outbox.queue(ctx.db, 'mailRecoveryCodeUsed', event, { purpose: 'account', mailbox: email })
}
