import { useRef, useState } from 'react'
import { currentSession } from './session.ts'

type Change<T> = Partial<T> | ((draft: T) => Partial<T>)

/**
 * Half-typed input that survives its form: closed by mistake, reloaded, a session that ended. It is there again for
 * whoever typed it, and for nobody else who signs in here; logging out clears it. Begin the name of a draft of the client area with `client.`.
 */
export function useDraft<T extends object>(name: string, empty: T) {
  const key = useKey(name)
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...read(key) }))
  // What is said later, when an answer has come, builds on what was typed meanwhile.
  const latest = useRef(draft)

  function change(part: Change<T>) {
    latest.current = {
      ...latest.current,
      ...(typeof part === 'function' ? part(latest.current) : part),
    }
    setDraft(latest.current)
    // Nothing half-written, nothing kept.
    const text = JSON.stringify(latest.current)
    if (text === JSON.stringify(empty)) localStorage.removeItem(key)
    else write(key, text)
  }

  return { draft, change, forget: () => localStorage.removeItem(key) }
}

/** As it was when the form opened: what is typed stays theirs while they are thrown out. */
function useKey(name: string) {
  const [key] = useState(() => {
    const state = currentSession(name.startsWith('client.') ? 'client' : 'freelancer')
    return ['portico.draft', name, ...(state.status === 'in' ? [state.session.id] : [])].join('.')
  })
  return key
}

function read(key: string): object {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

function write(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // The browser keeps no more. The form itself still holds what was typed.
  }
}
