import { type Area, storedDestination } from './stored.ts'

/** Remembers the requested path, for this tab, until after signing in. */
export function rememberDestination(path: string) {
  if (path !== '/') storedDestination.write(path)
}

/**
 * The path to open after signing in: the remembered one if it belongs to this area, else the area's first page.
 * Forgets it afterwards.
 */
export function takeDestination(area: Area) {
  const home = area === 'client' ? '/client-dashboard' : '/'
  const path = storedDestination.read()
  if (path === undefined || !isOurs(path) || isClients(path) !== (area === 'client')) return home
  storedDestination.remove()
  return path
}

const isClients = (path: string) => /^\/client-dashboard(\/|$|\?)/.test(path)

/** A path on our own origin: one slash, then anything but a second one (`//elsewhere`, `/\elsewhere`). */
const isOurs = (path: string) => /^\/(?![/\\])/.test(path)
