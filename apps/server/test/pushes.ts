import { push } from '@portico/contract'
import { runDueJobs } from '../src/platform/jobs/runner.ts'
import { work } from '../src/work.ts'
import type { TestUser } from './given.ts'
import { test as base } from './notification-emails.ts'
import { createBrowser, startPushService } from './push-service.ts'

export const TEN_SECONDS = { seconds: 11 }
export const A_MINUTE = { seconds: 61 }

export const test = base
  .extend('service', ({ ctx }) => startPushService(ctx))
  /** Switches push on in a browser of this person. */
  .extend('subscribe', ({ api, service: _offered }) => async (person: TestUser, host?: string) => {
    const browser = createBrowser(host)
    await api.as(person).call(push.subscribe, { body: browser.subscription })
    return browser
  })
  /** Runs the push jobs, and returns all messages that have arrived at the push services. */
  .extend('pushes', ({ ctx, service, testContext: { connection } }) => async () => {
    await ctx.jobs.add(ctx.db, 'queuePushes', {})
    await runDueJobs(ctx, connection, work)
    return service.received
  })
