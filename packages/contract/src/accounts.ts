import * as Type from 'typebox'
import { Email, Id, Name, Only, Password, words } from './common.ts'
import { endpoint } from './endpoint.ts'

export type SignedIn = Type.Static<typeof SignedIn>
export const SignedIn = Type.Object({
  token: Type.String(),
  user: Type.Object({ id: Id, name: Type.String(), email: Type.String(), role: Type.Literal('freelancer') }),
})

export type NewAccount = Type.Static<typeof NewAccount>
const NewAccount = Only({
  name: Name,
  email: Email,
  password: Password,
  /** IANA name, judges what "today" is for this freelancer's due dates; UTC when absent or unknown to us. */
  timeZone: Type.Optional(words(64)),
})

export const register = endpoint({
  method: 'POST',
  url: '/auth/register',
  config: { access: 'anyone', whenBlank: 'All fields are required.' },
  schema: {
    summary: 'Register as a freelancer',
    body: NewAccount,
    response: { 201: SignedIn },
  },
})

export const login = endpoint({
  method: 'POST',
  url: '/auth/login',
  config: { access: 'anyone', whenBlank: 'Please enter both email and password.' },
  schema: {
    summary: 'Log in as a freelancer',
    // Any address and password may be tried here: what is wrong with them is not for a stranger to learn.
    body: Only({ email: words(1_000), password: Type.String({ format: 'password', maxLength: 1_000 }) }),
    response: { 200: SignedIn },
  },
})

export const logout = endpoint({
  method: 'POST',
  url: '/auth/logout',
  config: { access: 'either' },
  schema: { summary: 'End this session, everywhere and at once', response: { 204: Type.Null() } },
})

/** What the token says about who holds it. The web reads it, the server alone verifies it. */
export interface TokenClaims {
  sub: string
  role: 'freelancer' | 'client'
  sid: string
  iat: number
  exp: number
  name?: string
  firstName?: string
  lastName?: string
}
