import { vi } from 'vitest'

type Entry = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>

/** jsdom has no layout, so all elements are in sight, or none. */
export function stubIntersectionObserver(everything: boolean) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: (entries: Entry[]) => void
      constructor(callback: (entries: Entry[]) => void) {
        this.#callback = callback
      }
      observe(target: Element) {
        this.#callback([{ target, isIntersecting: everything }])
      }
      unobserve() {}
      disconnect() {}
    },
  )
}
