/** Remembers what was added last, so much of it. */
export function createRecentSet(most: number) {
  const known = new Set<string>()
  return {
    has: (one: string) => known.has(one),
    /** True when it was known; from then on it is not. */
    forget: (one: string) => known.delete(one),
    add(one: string) {
      known.add(one)
      if (known.size <= most) return
      const [oldest] = known
      if (oldest !== undefined) known.delete(oldest)
    },
  }
}
