/** Answers take a moment to arrive, and their date has no fractions of a second. */
const TOLERANCE_MS = 5_000

let offset = 0
const listeners = new Set<() => void>()

/** The time of the server, from the `Date` header of its responses: the clock of the device may be wrong by years. */
export function serverNow() {
  return Date.now() + offset
}

export function setServerClock({ headers }: Response) {
  const time = Date.parse(headers.get('date') ?? '')
  if (!(Math.abs(time - serverNow()) > TOLERANCE_MS)) return
  offset = time - Date.now()
  for (const listener of listeners) listener()
}

/** Calls the listener when the time turns out to be another. Returns how to unsubscribe. */
export function subscribeToServerClock(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
