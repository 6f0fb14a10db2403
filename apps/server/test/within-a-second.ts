import { expect, vi } from 'vitest'
import { WAIT_OPTIONS } from './wait-options.ts'

const ATTEMPTS = 3

/**
 * Holds the server to the promise that an ended session is refused within a second, open sockets included.
 * The scenario ends a session of its own people and returns what must then be true.
 * A machine may stand still for a second, so a late attempt is repeated; what never comes true fails at once.
 */
export async function expectWithinASecond<T extends { isOver(): Promise<unknown> }>(
  scenario: () => Promise<T>,
) {
  for (let attempt = 1; ; attempt++) {
    const result = await scenario()
    const endedAt = performance.now()
    await vi.waitFor(result.isOver, WAIT_OPTIONS)
    const milliseconds = performance.now() - endedAt
    if (attempt === ATTEMPTS) expect(milliseconds, 'in the last attempt').toBeLessThan(1_000)
    if (milliseconds < 1_000) return result
  }
}
