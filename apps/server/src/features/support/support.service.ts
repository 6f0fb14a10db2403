import { type Input, support } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { throwIfLimited } from '../../platform/limits/limits.ts'
import { findSender } from './support.repository.ts'

type SupportMessage = Input<typeof support.ask>['body']

/**
 * Queues an email to the operator. It names the account of a signed-in sender, from the database. A bot that fills in the
 * hidden field is thanked, and nothing is sent.
 */
export async function askSupport(
  ctx: AppContext,
  actor: Actor | null,
  { website, ...asked }: SupportMessage,
  address: string,
) {
  const sender = actor ? await requireSender(ctx, actor) : null
  if (website) return CONFIRMATION
  const email = { ...asked, account: sender && toAccount(sender, ctx.config) }
  const count = { purpose: 'support', mailbox: asked.email, person: actor?.personId, address } as const
  const { retryAfter } = await ctx.outbox.queue(ctx.db, 'mailSupport', email, count)
  throwIfLimited(retryAfter)
  return CONFIRMATION
}

const CONFIRMATION = { message: `Thank you. We answer by email within about ${support.ANSWER_HOURS} hours.` }

/** The name and address that prefill the form. */
export async function getSender(ctx: AppContext, actor: Actor) {
  const { name, email } = await requireSender(ctx, actor)
  return { name, email }
}

async function requireSender({ db }: AppContext, actor: Actor) {
  const sender = await findSender(db, actor)
  if (!sender) throw new NotSignedIn()
  return sender
}

/** The form's name and address are for the reply; this identifies the sender. */
const toAccount = (
  { accountId, accountName, plan, clientId }: Awaited<ReturnType<typeof requireSender>>,
  { hasPlans }: AppContext['config'],
) => ({ id: accountId, name: accountName, plan: hasPlans ? plan : null, clientId })
