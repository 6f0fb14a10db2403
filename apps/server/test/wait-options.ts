/** For `vi.waitFor`, whose default of one second is too short for a busy machine. */
export const WAIT_OPTIONS = { timeout: 60_000, interval: 20 }
