import { useRef, useState } from 'react'
import { isPreview, ownerIn } from './session.ts'
import { storedDraft } from './stored.ts'

type Change<T> = Partial<T> | ((draft: T) => Partial<T>)

/**
 * Half-typed input that survives a closed form, a reload and an expired session, for its owner only. Logging out clears it.
 * The name of a draft of the client area begins with `client.`. Without a name, and in a preview, nothing is stored.
 */
export function useDraft<T extends object>(name: string | undefined, empty: T) {
  const stored = useStoredDraft(name)
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...stored.read() }))
  // A change after an await must include the text that was typed meanwhile.
  const latest = useRef(draft)

  function change(part: Change<T>) {
    latest.current = {
      ...latest.current,
      ...(typeof part === 'function' ? part(latest.current) : part),
    }
    setDraft(latest.current)
    if (JSON.stringify(latest.current) === JSON.stringify(empty)) stored.remove()
    else stored.write(latest.current)
  }

  return { draft, change, clearDraft: stored.remove }
}

/** Stores a draft under another name. An open form keeps showing its text. */
export function moveDraft(from: string, to: string) {
  const draft = findStoredDraft(from).read()
  if (!draft) return
  findStoredDraft(to).write(draft)
  findStoredDraft(from).remove()
}

/** The owner is the person who was signed in when the form opened, even if their session ends meanwhile. */
function useStoredDraft(name: string | undefined) {
  const [stored] = useState(() => (name === undefined || isPreview() ? unstored : findStoredDraft(name)))
  return stored
}

const unstored = { read: () => undefined, write: () => {}, remove: () => {} }

function findStoredDraft(name: string) {
  const area = name.startsWith('client.') ? 'client' : 'freelancer'
  return storedDraft(area, name.replace(/^client\./, ''), ownerIn(area))
}
