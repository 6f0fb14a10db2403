/** Registers what ends or deletes a thing: `onTestFinished`, or a stack of what lives for a whole file. */
export type OnCleanup = (cleanUp: () => Promise<void>) => void

/** Collects clean-ups and runs them in reverse, because a fixture can register only one. */
export function createCleanupStack(onCleanup: OnCleanup): OnCleanup {
  const stack = new AsyncDisposableStack()
  onCleanup(() => stack.disposeAsync())
  return (cleanUp) => stack.defer(cleanUp)
}
