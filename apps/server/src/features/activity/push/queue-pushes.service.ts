import type { Job } from '../../../platform/jobs/jobs.ts'
import { takeDuePushes } from './due.repository.ts'

declare module '../../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    queuePushes: Record<never, never>
  }
}

/** Their scopes are locked until the transaction ends, so that new events wait. */
const BATCH_SIZE = 50
/** About a minute and a half with the growing delays between attempts. A later notification would be stale. */
const MAX_ATTEMPTS = 5

/** Queues a push to each browser of everybody for whom one is due. Its text is written when it is sent. */
export const queuePushes: Job<'queuePushes'> = async ({ db, clock, jobs }) => {
  for (let isMore = true; isMore; ) {
    isMore = await db.transaction().execute(async (trx) => {
      const { taken, pushes } = await takeDuePushes(trx, clock.now(), BATCH_SIZE)
      for (const push of pushes)
        await jobs.add(trx, 'sendPush', push, {
          jobKey: `push ${push.sessionId} ${push.scopeId}`,
          maxAttempts: MAX_ATTEMPTS,
          // An unresponsive push service must not delay emails.
          lowPriority: true,
        })
      return taken === BATCH_SIZE
    })
  }
}
