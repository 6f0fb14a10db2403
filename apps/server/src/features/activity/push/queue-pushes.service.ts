import type { Job } from '../../../platform/jobs/jobs.ts'
import { takeDuePushes } from './due.repository.ts'

declare module '../../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    queuePushes: Record<never, never>
  }
}

/** Events of these projects wait for the transaction. */
const BATCH_SIZE = 50
/** With the growing delays between attempts, about a minute and a half. Later the news is old. */
const MAX_ATTEMPTS = 5

/** Queues a push for everybody to whom one is due, to each of their browsers. It is written when it is sent. */
export const queuePushes: Job<'queuePushes'> = async ({ db, clock, jobs }) => {
  for (let isMore = true; isMore; ) {
    isMore = await db.transaction().execute(async (trx) => {
      const { taken, pushes } = await takeDuePushes(trx, clock.now(), BATCH_SIZE)
      for (const push of pushes)
        await jobs.add(trx, 'sendPush', push, {
          jobKey: `push ${push.sessionId} ${push.scopeId}`,
          maxAttempts: MAX_ATTEMPTS,
          // A push service that hangs must not hold up emails.
          lowPriority: true,
        })
      return taken === BATCH_SIZE
    })
  }
}
