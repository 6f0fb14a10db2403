import { useEffect, useState } from 'react'
import { areaOnScreen, currentSession } from './session.ts'
import { storedOpenPanels } from './stored.ts'

/** By name, with what each is about. */
const openNow: Record<string, string> = {}

/**
 * What is open over a page, such as a panel with a form, and what it is about; or what is chosen on it and not yet sent.
 * Whoever is thrown out by the end of their session finds it so again when they are back.
 */
export function useRestorableOpen(name: string) {
  const [about, setAbout] = useState(() => readOpenPanels()?.open[name])

  useEffect(() => {
    if (about === undefined) return
    openNow[name] = about
    return () => {
      delete openNow[name]
    }
  }, [name, about])
  useEffect(() => () => clearOpenPanel(name), [name])

  return {
    about,
    isOpen: about !== undefined,
    open: (what = '') => setAbout(what),
    close: () => {
      clearOpenPanel(name)
      setAbout(undefined)
    },
  }
}

/** Called while what is open still is. */
export function saveOpenPanels(owner: string) {
  if (Object.keys(openNow).length === 0) return
  storedOpenPanels.write({ owner, path: window.location.pathname, open: openNow })
}

/** What was kept, for the same person on the same page. */
function readOpenPanels() {
  const found = storedOpenPanels.read()
  if (!found) return undefined
  const state = currentSession(areaOnScreen())
  const isTheirs = state.status === 'in' && state.session.id === found.owner
  return isTheirs && found.path === window.location.pathname ? found : undefined
}

function clearOpenPanel(name: string) {
  const found = readOpenPanels()
  if (found && name in found.open) storedOpenPanels.remove()
}
