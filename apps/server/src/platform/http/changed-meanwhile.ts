import { problem } from './problem.ts'

const ChangedMeanwhile = problem('CHANGED_MEANWHILE', 409, 'This was changed meanwhile. Nothing was saved.', {
  when: 'A text is to be changed that is no longer what `was` says. `current` has the text as it is now. Send it as `was` to replace it.',
})

type Texts = Record<string, string | null | undefined>

/**
 * Refuses to replace a text that the author of the change has not seen. Call it under the lock of the row. The texts themselves are
 * compared and not a version of the row, so that changes of different fields, and the same change twice, do not collide.
 */
export function requireUnchanged<Now extends Texts>(now: Now, change: Partial<Now>, was: Partial<Now> = {}) {
  const changed = Object.keys(was).filter(
    (field) => now[field] !== was[field] && now[field] !== change[field],
  )
  if (changed.length === 0) return
  const current = Object.fromEntries(changed.map((field) => [field, now[field] ?? null]))
  throw Object.assign(new ChangedMeanwhile(), { current })
}
