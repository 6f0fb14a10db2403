import { type Input, support } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { refuseFor } from '../../platform/limits.ts'

type Asked = Input<typeof support.ask>['body']

/** Queues a letter to the operator. A machine that fills in every field is thanked, and nobody is bothered. */
export async function askSupport(ctx: AppContext, { website, ...asked }: Asked, address: string) {
  if (website) return THANKS
  const { retryAfter } = await ctx.outbox.queue(ctx.db, 'mailSupport', asked, {
    purpose: 'support',
    mailbox: asked.email,
    address,
  })
  refuseFor(retryAfter)
  return THANKS
}

const THANKS = { message: `Thank you. We answer by e-mail within about ${support.ANSWER_HOURS} hours.` }
