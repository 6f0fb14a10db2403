import { type Input, support } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'

type Asked = Input<typeof support.ask>['body']

/** Queues a letter to the operator. A machine that fills in every field is thanked, and nobody is bothered. */
export async function askSupport(ctx: AppContext, { website, ...asked }: Asked, address: string) {
  // Counted apart from the letters that this address is sent.
  await ctx.limits.mail.take(`support ${asked.email}`, address)
  if (!website) await ctx.jobs.add(ctx.db, 'mailSupport', asked)
  return { message: `Thank you. We answer by e-mail within about ${support.ANSWER_HOURS} hours.` }
}
