import { createMessageSender } from '../src/features/chat/timeline/messages.service.ts'
import { messageFields } from './chat.ts'
import { test as base } from './fixtures.ts'
import type { TestUser } from './given.ts'

export const FIVE_MINUTES = { seconds: 301 }

/** `send` returns the number of the message; `emailsTo` runs the job that queues emails about unread messages. */
export const test = base
  .extend('send', ({ ctx }) => {
    const sendMessage = createMessageSender(ctx)
    return async (sender: TestUser, receiver: TestUser, content: string) =>
      (await sendMessage(sender, messageFields(sender, receiver, content))).message.number
  })
  .extend('emailsTo', ({ ctx, emails }) => async ({ email }: TestUser) => {
    await ctx.jobs.add(ctx.db, 'sweepUnread', {})
    return emails.to(email)
  })
