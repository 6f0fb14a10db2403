/** For `vi.waitFor`, where it does not matter when: left to itself it waits for a second, and a busy machine is slow, not wrong. */
export const WAIT_OPTIONS = { timeout: 60_000, interval: 20 }
