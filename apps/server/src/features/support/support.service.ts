import { type Input, support } from '@portico/contract'
import { NotSignedIn } from '../../platform/access.ts'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { refuseFor } from '../../platform/limits.ts'
import { findSender } from './support.repository.ts'

type Asked = Input<typeof support.ask>['body']

/**
 * Queues an email to the operator. Whoever is signed in is named with their account, as the database has it. A machine that
 * fills in every field is thanked, and nobody is bothered.
 */
export async function askSupport(
  ctx: AppContext,
  actor: Actor | null,
  { website, ...asked }: Asked,
  address: string,
) {
  const sender = actor ? await senderOf(ctx, actor) : null
  if (website) return THANKS
  const email = { ...asked, account: sender && accountOf(sender) }
  const count = { purpose: 'support', mailbox: asked.email, person: actor?.id, address } as const
  const { retryAfter } = await ctx.outbox.queue(ctx.db, 'mailSupport', email, count)
  refuseFor(retryAfter)
  return THANKS
}

const THANKS = { message: `Thank you. We answer by e-mail within about ${support.ANSWER_HOURS} hours.` }

/** The name and address that the form begins with. */
export async function getSender(ctx: AppContext, actor: Actor) {
  const { name, email } = await senderOf(ctx, actor)
  return { name, email }
}

async function senderOf({ db }: AppContext, actor: Actor) {
  const sender = await findSender(db, actor)
  if (!sender) throw new NotSignedIn()
  return sender
}

/** What the form says of name and address is for the answer; this is who they are. */
const accountOf = ({ accountId, accountName, plan, clientId }: Awaited<ReturnType<typeof senderOf>>) => ({
  id: accountId,
  name: accountName,
  plan,
  clientId,
})
