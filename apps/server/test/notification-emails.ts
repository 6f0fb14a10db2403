import { markRead } from '../src/features/activity/activity.service.ts'
import { createMessageSender } from '../src/features/chat/timeline/messages.service.ts'
import { messageFields } from './chat.ts'
import { test as base } from './fixtures.ts'
import type { TestUser } from './given.ts'

export const FIVE_MINUTES = { seconds: 301 }
export const AN_HOUR = { seconds: 3_601 }

/** `send` returns the number of the message; `emailsTo` runs the job that queues emails about what is unread. */
export const test = base
  .extend('send', ({ ctx }) => {
    const sendMessage = createMessageSender(ctx)
    return async (sender: TestUser, receiver: TestUser, content: string, fileIds: string[] = []) =>
      (await sendMessage(sender, { ...messageFields(sender, receiver, content), fileIds })).message.number
  })
  .extend('emailsTo', ({ ctx, emails }) => async ({ email }: TestUser) => {
    await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
    return emails.to(email)
  })
  /** A client with a project and their freelancer, who have read everything so far. */
  .extend('createPair', ({ ctx, given }) => async (details: { timeZone?: string } = {}) => {
    const maya = await given.client(await given.freelancer(details))
    const ada = maya.freelancer
    const menu = await given.project(maya, { title: 'Spring menu' })
    await markRead(ctx, maya, { all: true })
    await markRead(ctx, ada, { all: true })
    return { maya, ada, menu }
  })
  .extend('pair', ({ createPair }) => createPair())
