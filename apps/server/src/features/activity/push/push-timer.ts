import type { AppContext } from '../../../platform/context.ts'
import { payForNobody } from '../../../platform/sql/current-account.ts'
import { queuePushes } from './queue-pushes.service.ts'

/** A push is due ten seconds after its event (recordEvents). */
const DELAY_MS = 10_500

/**
 * Queues due pushes soon after each event that this process has recorded. A job finds all others within a minute.
 * Returns a function that stops it.
 */
export function startPushTimer(ctx: AppContext, delayMs = DELAY_MS) {
  if (!ctx.push.isOffered) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = ctx.live.subscribe((_people, topics) => {
    if (topics.includes('notifications')) timer ??= payForNobody(() => setTimeout(queue, delayMs))
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }

  function queue() {
    timer = undefined
    queuePushes(ctx, {}).catch((error) => ctx.log.warn({ err: error }, 'could not look for pushes'))
  }
}
