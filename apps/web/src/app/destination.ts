import { type Area, storedDestination } from './stored.ts'

/** Remembers, for this tab, where a stranger wanted to go. */
export function rememberDestination(path: string) {
  if (path !== '/') storedDestination.write(path)
}

/** Where to go after signing in: what was remembered if it lies in this area, else the area's first page. Said once. */
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
