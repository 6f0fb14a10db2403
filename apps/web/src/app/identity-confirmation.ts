/** Resolves to whether the person has given their password or passkey. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let pending: Promise<boolean> | undefined

/** The part on screen that asks. Returns how to take it away. */
export function handleConfirmations(handler: Ask) {
  ask = handler
  return () => {
    if (ask === handler) ask = undefined
  }
}

/** Several calls that need it at the same time ask once. */
export function confirmIdentity(): Promise<boolean> {
  pending ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    pending = undefined
  })
  return pending
}
