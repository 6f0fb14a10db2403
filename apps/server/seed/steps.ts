import type { AppContext } from '../src/platform/context.ts'

export interface Step {
  minutesAgo: number
  run: (past: AppContext) => Promise<unknown>
}

/** From the oldest on: activity and notifications are in the order in which they are written. */
export async function runInOrder(ctx: AppContext, steps: Step[]) {
  const now = ctx.clock.now()
  for (const { minutesAgo, run } of steps.toSorted((a, b) => b.minutesAgo - a.minutesAgo))
    await run(at(ctx, minutesBefore(now, minutesAgo)))
}

export const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000)

export const at = (ctx: AppContext, instant: Date): AppContext => ({
  ...ctx,
  clock: { ...ctx.clock, now: () => instant },
})
