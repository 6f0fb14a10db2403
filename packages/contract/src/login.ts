import * as Type from 'typebox'
import { Email, Id, Instant, Name, Password, StrictObject, Token, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'
import { FREELANCER_PATH_PATTERN, MAX_FREELANCER_PATH_LENGTH } from './freelancer-path.ts'

export type SignedIn = Type.Static<typeof SignedIn>
export const SignedIn = Type.Object({
  token: Type.String(),
  user: Type.Object({ id: Id, name: Type.String(), email: Type.String(), role: Type.Literal('freelancer') }),
  /** After a second factor, if this browser is to be remembered. */
  rememberToken: Type.Optional(Type.String()),
})

/** Six digits of an app, or a recovery code. Spaces, hyphens and case do not matter. */
export const FactorCode = /* @__PURE__ */ visibleText(30)

/** How long a browser is not asked for the second factor again. */
export const REMEMBER_DAYS = 30

/** Proves to the next logins that this browser has given the second factor. */
export const RememberToken = Type.String({ pattern: '^[\\w-]{43}$' })

/** What `navigator.credentials.get` takes, as JSON (`PublicKeyCredential.parseRequestOptionsFromJSON`). */
export interface PasskeyRequest {
  challenge: string
  rpId?: string
  timeout?: number
  userVerification?: string
  allowCredentials?: { id: string; type: string }[]
}
export const PasskeyRequest = Type.Unsafe<PasskeyRequest>({})

/** What the browser answers, as JSON (`credential.toJSON()`). */
export const PasskeyAnswer = Type.Object({ id: Type.String({ minLength: 1, maxLength: 2_000 }) })

/** The password was right, and the login still needs the second factor. The challenge is no session. */
export type LoginChallenge = Type.Static<typeof LoginChallenge>
export const LoginChallenge = Type.Object({
  challenge: Type.String(),
  expiresAt: Instant,
  /** What the account has to answer it with. */
  factors: Type.Array(Type.Enum(['app', 'passkey', 'recovery_code'])),
  /** Where a passkey answers it. */
  passkey: Type.Optional(PasskeyRequest),
})

export const PasskeyChallenge = Type.Object({
  challenge: Type.String(),
  expiresAt: Instant,
  passkey: PasskeyRequest,
})

/** A random id that one browser keeps. A login from a browser without a known one is announced to the account. */
export const DeviceId = Type.String({ pattern: '^[\\w-]{16,64}$' })

/** The page of their own area that a mailed link leads on to, because it may open in another tab. */
export const WantedPath = Type.String({
  maxLength: MAX_FREELANCER_PATH_LENGTH,
  pattern: FREELANCER_PATH_PATTERN,
})

export type NewAccount = Type.Static<typeof NewAccount>
export const NewAccount = StrictObject({
  name: Name,
  email: Email,
  password: Password,
  /** IANA name of the zone of due dates; UTC when absent or unknown. */
  timeZone: Type.Optional(/* @__PURE__ */ visibleText(64)),
  deviceId: Type.Optional(DeviceId),
  path: Type.Optional(WantedPath),
})

/** A password to check: the response does not reveal what is wrong with it. */
export const AnyPassword = Type.String({ format: 'password', maxLength: 1_000 })

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
    body: StrictObject({
      email: /* @__PURE__ */ visibleText(1_000),
      password: AnyPassword,
      deviceId: Type.Optional(DeviceId),
      rememberToken: Type.Optional(RememberToken),
    }),
    response: { 200: SignedIn, 202: LoginChallenge },
  },
})

export const loginWithCode = endpoint({
  method: 'POST',
  url: '/auth/login/code',
  config: { access: 'anyone', whenBlank: 'Please enter a code.' },
  schema: {
    summary: 'Finish a login with a code of an authenticator app or a recovery code',
    body: StrictObject({
      challenge: Token,
      code: FactorCode,
      /** Do not ask for the second factor in this browser for 30 days. */
      remember: Type.Optional(Type.Boolean()),
      deviceId: Type.Optional(DeviceId),
      rememberToken: Type.Optional(RememberToken),
    }),
    response: { 200: SignedIn },
  },
})

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  url: '/auth/login/passkey/options',
  config: { access: 'anyone' },
  schema: {
    summary: 'Begin a login by a passkey alone, without address and password',
    body: StrictObject({ deviceId: Type.Optional(DeviceId) }),
    response: { 200: PasskeyChallenge },
  },
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  url: '/auth/login/passkey',
  config: { access: 'anyone', whenBlank: 'This needs a passkey.' },
  schema: {
    summary: 'Finish a login with a passkey, after a password or without one',
    body: StrictObject({
      challenge: Token,
      passkey: PasskeyAnswer,
      remember: Type.Optional(Type.Boolean()),
      deviceId: Type.Optional(DeviceId),
      rememberToken: Type.Optional(RememberToken),
    }),
    response: { 200: SignedIn },
  },
})
