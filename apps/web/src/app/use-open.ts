import { useEffect, useState } from 'react'
import { areaOnScreen, currentSession } from './session.ts'

const key = 'portico.reopen'

interface Kept {
  owner: string
  path: string
  /** What was open, by name, and what it was about. */
  open: Record<string, string>
}

const openNow: Kept['open'] = {}

/**
 * What is open over a page, such as a panel with a form, and what it is about; or what is chosen on it and not yet sent.
 * Whoever is thrown out by the end of their session finds it so again when they are back.
 */
export function useOpen(name: string) {
  const [about, setAbout] = useState(() => kept()?.open[name])

  useEffect(() => {
    if (about === undefined) return
    openNow[name] = about
    return () => {
      delete openNow[name]
    }
  }, [name, about])
  useEffect(() => () => forget(name), [name])

  return {
    about,
    isOpen: about !== undefined,
    open: (what = '') => setAbout(what),
    close: () => {
      forget(name)
      setAbout(undefined)
    },
  }
}

/** Called while what is open still is. */
export function keepOpen(owner: string) {
  if (Object.keys(openNow).length === 0) return
  const kept: Kept = { owner, path: window.location.pathname, open: openNow }
  sessionStorage.setItem(key, JSON.stringify(kept))
}

/** What was kept, for the same person on the same page. */
function kept(): Kept | undefined {
  const text = sessionStorage.getItem(key)
  if (text === null) return undefined
  const found = JSON.parse(text) as Kept
  const state = currentSession(areaOnScreen())
  const isTheirs = state.status === 'in' && state.session.id === found.owner
  return isTheirs && found.path === window.location.pathname ? found : undefined
}

function forget(name: string) {
  const found = kept()
  if (found && name in found.open) sessionStorage.removeItem(key)
}
