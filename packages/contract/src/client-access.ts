import * as Type from 'typebox'
import { LinkOrigin } from './accounts.ts'
import { Email, EmailStatus, Id, Instant, nullable, paging, StrictObject } from './common.ts'
import { endpoint } from './endpoint.ts'
import { durationInWords } from './format-duration.ts'
import { MAX_PORTAL_PATH_LENGTH, PORTAL_PATH_PATTERN } from './portal-path.ts'

export const resetAccess = endpoint({
  method: 'POST',
  url: '/clients/:id/reset-access',
  config: { access: 'freelancer' },
  schema: {
    summary:
      'End every link and session of a client or contact and the links they gave to guests, and make one new link',
    params: Type.Object({ id: Id }),
    response: { 200: Type.Object({ loginUrl: Type.String() }) },
  },
})

export const resendLogin = endpoint({
  method: 'POST',
  url: '/clients/:id/resend-login',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Mail a client or contact a further login link; earlier links live on until their own end',
    params: Type.Object({ id: Id }),
    response: { 200: Type.Object({ fullName: Type.String(), emailStatus: EmailStatus }) },
  },
})

export const createLoginLink = endpoint({
  method: 'POST',
  url: '/clients/:id/login-link',
  config: { access: 'freelancer' },
  schema: {
    summary:
      'Make a further login link of a client or contact to hand over yourself; nothing is mailed, and earlier links live on',
    params: Type.Object({ id: Id }),
    response: { 200: Type.Object({ loginUrl: Type.String() }) },
  },
})

/** How long the token of a preview works. */
export const PREVIEW_SECONDS = 15 * 60

export const preview = endpoint({
  method: 'POST',
  url: '/clients/:id/preview',
  config: { access: 'freelancer' },
  schema: {
    summary: `Look at what a client or contact sees: a token that reads as this person for ${durationInWords(PREVIEW_SECONDS)} and changes nothing`,
    params: Type.Object({ id: Id }),
    response: { 200: Type.Object({ token: Type.String(), expiresAt: Instant }) },
  },
})

export const enter = endpoint({
  method: 'GET',
  url: '/clients/login-from-token',
  config: { access: 'anyone', whenBlank: 'Missing login token.' },
  schema: {
    summary: 'Exchange a login link for a session',
    querystring: StrictObject({
      token: Type.String({ minLength: 1 }),
      /** The time zone of the client's browser. The freelancer's is used while it is unknown. */
      timeZone: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: { 200: Type.Object({ token: Type.String() }) },
  },
})

export type LoginLink = Type.Static<typeof LoginLink>
export const LoginLink = Type.Object({
  id: Id,
  origin: LinkOrigin,
  createdAt: Instant,
  expiresAt: Instant,
  lastOpenedAt: nullable(Instant),
})

export const myLinks = endpoint({
  method: 'GET',
  url: '/clients/my-links',
  config: { access: 'client' },
  schema: {
    summary: 'Your login links that work, newest first',
    querystring: StrictObject(paging),
    response: { 200: Type.Array(LoginLink) },
  },
})

export const endMyLinks = endpoint({
  method: 'DELETE',
  url: '/clients/my-links',
  config: { access: 'client', changesOwn: true },
  schema: {
    summary: 'End all your login links; sessions that were begun by them stay',
    response: { 204: Type.Null() },
  },
})

export const endMyLink = endpoint({
  method: 'DELETE',
  url: '/clients/my-links/:id',
  config: { access: 'client', changesOwn: true },
  schema: {
    summary: 'End one of your login links; sessions that were begun by it stay',
    params: Type.Object({ id: Id }),
    response: { 204: Type.Null() },
  },
})

export const requestLink = endpoint({
  method: 'POST',
  url: '/clients/request-link',
  config: { access: 'anyone', whenBlank: 'Please enter your email.' },
  schema: {
    summary:
      'Mail a fresh link from each freelancer who has this client; the response does not reveal whether there is one',
    body: StrictObject({
      email: Email,
      /** The page of the client area that the link opens, in the portal to which it belongs. */
      path: Type.Optional(Type.String({ maxLength: MAX_PORTAL_PATH_LENGTH, pattern: PORTAL_PATH_PATTERN })),
    }),
    response: { 202: Type.Object({ message: Type.String() }) },
  },
})
