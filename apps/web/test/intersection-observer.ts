import { vi } from 'vitest'

type Entry = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>

/** jsdom has no layout, so all elements are in sight, or none. */
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
