import { isFreelancerPath, isInPortal, paths } from '@portico/contract'
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
  const path = readDestination(area)
  if (path === undefined) return paths[area].home
  storedDestination.remove()
  return path
}

/** The remembered path, if it belongs to this area. */
export function readDestination(area: Area) {
  const path = storedDestination.read()
  return path !== undefined && isOurs(path) && isInPortal(path) === (area === 'client') ? path : undefined
}

/** The page that a freelancer wanted, for the link of an email: it may open in another tab. */
export function readFreelancerDestination() {
  const path = readDestination('freelancer')
  return path !== undefined && isFreelancerPath(path) ? path : undefined
}

/** A path on our own origin: one slash, then anything but a second one (`//elsewhere`, `/\elsewhere`). */
const isOurs = (path: string) => /^\/(?![/\\])/.test(path)
