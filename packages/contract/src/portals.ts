import * as Type from 'typebox'
import { Id, Instant, nullable, StrictObject, Token } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MAX_PORTAL_PATH_LENGTH, PORTAL_PATH_PATTERN } from './portal-path.ts'

/** What one client sees of one freelancer. */
export type Portal = Type.Static<typeof Portal>
export const Portal = Type.Object({
  clientId: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  /** Since when it can only be read; null while it is not archived. */
  archivedAt: nullable(Instant),
  freelancer: Type.Object({ name: Type.String(), email: Type.String(), role: Type.String() }),
})

export type ListedPortal = Type.Static<typeof ListedPortal>
export const ListedPortal = Type.Object({
  ...Portal.properties,
  /** It is the portal of the session that asks. */
  current: Type.Boolean(),
})

export const list = endpoint({
  method: 'GET',
  url: '/portals',
  config: { access: 'client' },
  schema: {
    summary: 'The portals that are signed in beside each other in this browser, this one included',
    response: { 200: Type.Object({ portals: Type.Array(ListedPortal) }) },
  },
})

export const ofLink = endpoint({
  method: 'POST',
  url: '/portals/of-link',
  config: { access: 'anyone', whenBlank: 'Missing login token.' },
  schema: {
    summary: 'Whose portal a login link opens, without opening it',
    body: StrictObject({ token: Token }),
    response: { 200: Type.Object({ portal: Portal }) },
  },
})

export const ofPage = endpoint({
  method: 'GET',
  url: '/portals/of-page',
  config: { access: 'client' },
  schema: {
    summary: 'Which of the portals in this browser has the thing that a page of the client area shows',
    querystring: StrictObject({
      path: Type.String({ maxLength: MAX_PORTAL_PATH_LENGTH, pattern: PORTAL_PATH_PATTERN }),
    }),
    response: { 200: Type.Object({ clientId: nullable(Id) }) },
  },
})

export const join = endpoint({
  method: 'POST',
  url: '/portals/join',
  config: { access: 'client', changesOwn: true, whenBlank: 'Missing authentication token.' },
  schema: {
    summary: 'Keep the portals of this browser beside the one that a login link has just opened',
    /** The token by which the link was exchanged. */
    body: StrictObject({ token: Type.String({ minLength: 1, maxLength: 4_096 }) }),
    response: { 200: Type.Object({ token: Type.String() }) },
  },
})

export const enter = endpoint({
  method: 'POST',
  url: '/portals/:clientId/enter',
  config: { access: 'client', changesOwn: true },
  schema: {
    summary: 'A token for another of the portals in this browser',
    params: Type.Object({ clientId: Id }),
    response: { 200: Type.Object({ token: Type.String() }) },
  },
})

export const leaveAll = endpoint({
  method: 'DELETE',
  url: '/portals',
  config: { access: 'client', changesOwn: true },
  schema: {
    summary: 'Log out of all portals in this browser',
    response: { 204: Type.Null() },
  },
})
