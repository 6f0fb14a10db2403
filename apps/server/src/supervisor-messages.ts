/** A process sends it to its supervisor when it serves. */
export const STARTED = 'started'
