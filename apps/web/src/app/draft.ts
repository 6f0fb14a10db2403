import { useRef, useState } from 'react'
import { currentSession } from './session.ts'
import { storedDraft } from './stored.ts'

type Change<T> = Partial<T> | ((draft: T) => Partial<T>)

/**
 * Half-typed input that survives its form: closed by mistake, reloaded, a session that ended. It is there again for
 * whoever typed it, and for nobody else who signs in here; logging out clears it. Begin the name of a draft of the client area with `client.`.
 */
export function useDraft<T extends object>(name: string, empty: T) {
  const stored = useStoredDraft(name)
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...stored.read() }))
  // What is said later, when an answer has come, builds on what was typed meanwhile.
  const latest = useRef(draft)

  function change(part: Change<T>) {
    latest.current = {
      ...latest.current,
      ...(typeof part === 'function' ? part(latest.current) : part),
    }
    setDraft(latest.current)
    // Nothing half-written, nothing kept.
    if (JSON.stringify(latest.current) === JSON.stringify(empty)) stored.remove()
    else stored.write(latest.current)
  }

  return { draft, change, forget: stored.remove }
}

/** Its owner is whoever was signed in when the form opened, although their session may end meanwhile. */
function useStoredDraft(name: string) {
  const [stored] = useState(() => {
    const area = name.startsWith('client.') ? 'client' : 'freelancer'
    const state = currentSession(area)
    const ownerId = state.status === 'in' ? state.session.id : undefined
    return storedDraft(area, name.replace(/^client\./, ''), ownerId)
  })
  return stored
}
