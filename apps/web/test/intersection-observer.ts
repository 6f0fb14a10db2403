import { vi } from 'vitest'

/** jsdom lays nothing out: what is in sight is said here. Everything, or nothing at all. */
export function stubIntersectionObserver(everything: boolean) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: { isIntersecting: boolean }[]) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.#tell = tell
      }
      observe() {
        this.#tell([{ isIntersecting: everything }])
      }
      disconnect() {}
    },
  )
}
