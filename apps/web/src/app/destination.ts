const key = 'portico.destination'

/** Remembers, for this tab, where a stranger wanted to go. */
export function rememberDestination(path: string) {
  if (path !== '/') sessionStorage.setItem(key, path)
}

/** Where to go after signing in: what was remembered if it lies in this area, else the area's first page. Said once. */
export function takeDestination(area: 'freelancer' | 'client') {
  const home = area === 'client' ? '/client-dashboard' : '/'
  const path = sessionStorage.getItem(key)
  if (path === null || !isOurs(path) || isClients(path) !== (area === 'client')) return home
  sessionStorage.removeItem(key)
  return path
}

const isClients = (path: string) => /^\/client-dashboard(\/|$|\?)/.test(path)

/** A path on our own origin: one slash, then anything but a second one (`//elsewhere`, `/\elsewhere`). */
const isOurs = (path: string) => /^\/(?![/\\])/.test(path)
