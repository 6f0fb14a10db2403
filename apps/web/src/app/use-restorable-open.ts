import { useEffect, useState } from 'react'
import { areaOnScreen, currentSession } from './session.ts'
import { storedOpenPanels } from './stored.ts'

/** The open panels by name, with the thing that each is about. */
const openNow: Record<string, string> = {}

/**
 * The state of an open panel, with the thing that it is about. It is restored when the session has expired and the
 * same person signs in again.
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

/** Call it before the page unmounts. */
export function saveOpenPanels(owner: string) {
  if (Object.keys(openNow).length === 0) return
  storedOpenPanels.write({ owner, path: window.location.pathname, open: openNow })
}

/** For the same person on the same page only. */
function readOpenPanels() {
  const found = storedOpenPanels.read()
  if (!found) return undefined
  const state = currentSession(areaOnScreen())
  const isTheirs = state.status === 'in' && state.session.ownerId === found.owner
  return isTheirs && found.path === window.location.pathname ? found : undefined
}

function clearOpenPanel(name: string) {
  const found = readOpenPanels()
  if (found && name in found.open) storedOpenPanels.remove()
}
