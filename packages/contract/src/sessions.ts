import * as Type from 'typebox'
import { Id, Instant, nullable } from './common.ts'
import { endpoint } from './endpoint.ts'

/** `mailed`: only ever mailed to the client's address. `handed_out`: the freelancer has seen it too. */
export type LinkOrigin = Type.Static<typeof LinkOrigin>
export const LinkOrigin = Type.Enum(['mailed', 'handed_out'])

/** The origin of the session's link; `code` once a code was given that was mailed to the client's address. */
export type KnownBy = Type.Static<typeof KnownBy>
export const KnownBy = Type.Enum(['mailed', 'handed_out', 'code'])

export type SessionInfo = Type.Static<typeof SessionInfo>
export const SessionInfo = Type.Object({
  id: Id,
  /** Browser and system, such as `Firefox on macOS`; null when unknown. */
  device: nullable(Type.String()),
  /** The network that it was used from last, such as `203.0.113.0/24`; null when unknown. */
  addressRange: nullable(Type.String()),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** The session of this request. */
  current: Type.Boolean(),
  /** Null for freelancers, who come in by a password. */
  knownBy: nullable(KnownBy),
})

export const listSessions = endpoint({
  method: 'GET',
  url: '/auth/sessions',
  config: { access: 'either' },
  schema: { summary: 'Where you are signed in, last used first', response: { 200: Type.Array(SessionInfo) } },
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  url: '/auth/sessions',
  config: { access: 'either', changesOwn: true, sensitive: true },
  schema: { summary: 'End every other session of yours', response: { 204: Type.Null() } },
})

export const endOneSession = endpoint({
  method: 'DELETE',
  url: '/auth/sessions/:id',
  config: { access: 'either', changesOwn: true },
  schema: {
    summary: 'End one of your sessions',
    params: Type.Object({ id: Id }),
    response: { 204: Type.Null() },
  },
})

export const logout = endpoint({
  method: 'POST',
  url: '/auth/logout',
  config: { access: 'either', changesOwn: true, beforeFactor: true, whilePaused: true },
  schema: { summary: 'End this session, everywhere and at once', response: { 204: Type.Null() } },
})

/** The claims of a token. The web app reads them; only the server verifies them. */
export interface TokenClaims {
  sub: string
  role: 'freelancer' | 'client'
  sid: string
  iat: number
  exp: number
  /** When the session began. Absent in tokens of earlier versions. */
  auth_time?: number
  name?: string
  firstName?: string
  lastName?: string
  /** Of a freelancer: the workspace of the session, unless it has their own id. */
  workspace?: string
  /** Of a freelancer: what they are in that workspace, unless they own it. */
  member?: 'admin' | 'member'
  /** Of a contact who reads everything and changes nothing but what is their own. */
  looksOnly?: true
  /** Of a client who keeps several portals in one browser: the group of their sessions. The session's own id where it is absent. */
  group?: string
  /** A freelancer reads by it what this client sees. */
  preview?: true
}
