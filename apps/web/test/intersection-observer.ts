import { vi } from 'vitest'

type Entry = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>

/** jsdom lays nothing out: what is in sight is said here. Everything, or nothing at all. */
export function stubIntersectionObserver(everything: boolean) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: Entry[]) => void
      constructor(tell: (entries: Entry[]) => void) {
        this.#tell = tell
      }
      observe(target: Element) {
        this.#tell([{ target, isIntersecting: everything }])
      }
      unobserve() {}
      disconnect() {}
    },
  )
}
