/**
 * localStorage or sessionStorage, with a memory for what the browser does not store: storage may be blocked for this
 * address, or full. That memory lasts as long as the page.
 */
export const localStore = createBrowserStore(() => localStorage)
export const sessionStore = createBrowserStore(() => sessionStorage)

/** The storage comes from a function, because there is none while pages are prerendered, and reading it may throw. */
/* @__NO_SIDE_EFFECTS__ */ function createBrowserStore(getStorage: () => Storage) {
  const memory = new Map<string, string>()
  return {
    read(key: string) {
      return memory.get(key) ?? ifAllowed(() => getStorage().getItem(key)) ?? undefined
    },
    write(key: string, text: string) {
      try {
        getStorage().setItem(key, text)
        memory.delete(key)
      } catch {
        memory.set(key, text)
      }
    },
    remove(key: string) {
      memory.delete(key)
      ifAllowed(() => getStorage().removeItem(key))
    },
    keys() {
      const stored = ifAllowed(() => Object.keys(getStorage())) ?? []
      return [...new Set([...stored, ...memory.keys()])]
    },
    isInMemory: (key: string) => memory.has(key),
  }
}

export function deleteDatabase(name: string) {
  ifAllowed(() => indexedDB.deleteDatabase(name))
}

function ifAllowed<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
