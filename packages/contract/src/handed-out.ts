import * as Type from 'typebox'
import { Day, Id, Instant, nullable, paging, StrictObject } from './common.ts'
import { endpoint } from './endpoint.ts'

export type HandedOutLink = Type.Static<typeof HandedOutLink>
/** A login link whose address a freelancer was shown, or a link with which a guest answers a request. */
export const HandedOutLink = Type.Object({
  id: Id,
  client: Type.Object({ id: Id, firstName: Type.String(), lastName: Type.String() }),
  /** Of a guest's link, the request that it answers. Null for login links. */
  request: nullable(Type.Object({ id: Id, title: Type.String(), projectId: Id })),
  createdAt: Instant,
  expiresAt: Instant,
  worksUntil: Day,
  lastUsedAt: nullable(Instant),
})

export const handedOutLinks = endpoint({
  method: 'GET',
  url: '/clients/handed-out-links',
  config: { access: 'freelancer' },
  schema: {
    summary:
      'The login links of your clients that were handed out and the links of guests, of those that work, newest first',
    querystring: StrictObject(paging),
    response: { 200: Type.Array(HandedOutLink) },
  },
})

/** For so many days a changed address is shown together with the one before. */
export const CHANGE_SHOWN_DAYS = 30

export type ChangedAddress = Type.Static<typeof ChangedAddress>
export const ChangedAddress = Type.Object({
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  /** The address before the first change of these 30 days. */
  emailBefore: Type.String(),
  emailChangedAt: Instant,
})

export const changedAddresses = endpoint({
  method: 'GET',
  url: '/clients/changed-addresses',
  config: { access: 'freelancer' },
  schema: {
    summary: `Your clients whose address was changed in the last ${CHANGE_SHOWN_DAYS} days, the newest client first`,
    querystring: StrictObject(paging),
    response: { 200: Type.Array(ChangedAddress) },
  },
})

export type HandedOutCounts = Type.Static<typeof HandedOutCounts>
export const HandedOutCounts = Type.Object({
  loginLinks: Type.Integer(),
  guestLinks: Type.Integer(),
  /** Sessions of clients that were begun by a handed out link, in which no mailed code was given since. */
  sessions: Type.Integer(),
})

export const countHandedOut = endpoint({
  method: 'GET',
  url: '/clients/handed-out-links/count',
  config: { access: 'freelancer' },
  schema: {
    summary: 'How many handed out links and sessions would end',
    response: { 200: HandedOutCounts },
  },
})

export const endHandedOut = endpoint({
  method: 'DELETE',
  url: '/clients/handed-out-links',
  config: { access: 'freelancer' },
  schema: {
    summary:
      'End all handed out login links and links of guests, the sessions of clients that are known by nothing else, and the calendar addresses of the clients of both',
    response: { 204: Type.Null() },
  },
})
