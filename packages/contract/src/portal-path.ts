import { PORTAL_PATH } from './paths.ts'

/**
 * A page of the client area with its query and fragment. It begins with our own first segment and has no empty segment or dots, so
 * a link that is built with it leads nowhere else.
 */
export const PORTAL_PATH_PATTERN = `^${PORTAL_PATH}(/[\\w-]+)*(\\?[^\\s#"<>\\\\]*)?(#[\\w-]+)?$`
export const MAX_PORTAL_PATH_LENGTH = 1_000

const portalPath = new RegExp(PORTAL_PATH_PATTERN)

export function isPortalPath(path: string) {
  return path.length <= MAX_PORTAL_PATH_LENGTH && portalPath.test(path)
}

const thing = new RegExp(`^${PORTAL_PATH}/(project|file|receipt|review)s/([\\w-]+)`)

export interface PortalThing {
  kind: 'project' | 'file' | 'receipt' | 'review'
  id: string
}

/** The thing that a page of the client area is about. Undefined for pages that every client has, such as the chat. */
export function thingOfPath(path: string): PortalThing | undefined {
  const [, kind, id] = thing.exec(path) ?? []
  return kind && id ? { kind: kind as PortalThing['kind'], id } : undefined
}
