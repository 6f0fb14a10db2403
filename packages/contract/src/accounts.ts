import * as Type from 'typebox'
import {
  Email,
  EmailRefusal,
  EmailStatus,
  Id,
  Instant,
  Name,
  nullable,
  Password,
  StrictObject,
  Token,
  visibleText,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { durationInWords } from './format-duration.ts'
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
const PasskeyRequest = Type.Unsafe<PasskeyRequest>({})

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

const PasskeyChallenge = Type.Object({
  challenge: Type.String(),
  expiresAt: Instant,
  passkey: PasskeyRequest,
})

/** A random id that one browser keeps. A login from a browser without a known one is announced to the account. */
export const DeviceId = Type.String({ pattern: '^[\\w-]{16,64}$' })

/** The page of their own area that a mailed link leads on to, because it may open in another tab. */
const WantedPath = Type.String({ maxLength: MAX_FREELANCER_PATH_LENGTH, pattern: FREELANCER_PATH_PATTERN })

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

export const confirm = endpoint({
  method: 'POST',
  url: '/auth/confirm',
  config: { access: 'freelancer', beforeFactor: true, whenBlank: 'Please enter your password.' },
  schema: {
    summary: 'Confirm by your password that it is you, for ten minutes',
    body: StrictObject({ password: AnyPassword }),
    response: { 204: Type.Null() },
  },
})

export const beginConfirm = endpoint({
  method: 'POST',
  url: '/auth/confirm/passkey/options',
  config: { access: 'freelancer', beforeFactor: true },
  schema: { summary: 'Begin to confirm by a passkey that it is you', response: { 200: PasskeyChallenge } },
})

export const confirmWithPasskey = endpoint({
  method: 'POST',
  url: '/auth/confirm/passkey',
  config: { access: 'freelancer', beforeFactor: true, whenBlank: 'This needs a passkey.' },
  schema: {
    summary: 'Confirm by a passkey that it is you, for ten minutes',
    body: StrictObject({ challenge: Token, passkey: PasskeyAnswer }),
    response: { 204: Type.Null() },
  },
})

export const logout = endpoint({
  method: 'POST',
  url: '/auth/logout',
  config: { access: 'either', changesOwn: true, beforeFactor: true },
  schema: { summary: 'End this session, everywhere and at once', response: { 204: Type.Null() } },
})

export const forgotPassword = endpoint({
  method: 'POST',
  url: '/auth/forgot-password',
  config: { access: 'anyone', whenBlank: 'Please enter your email.' },
  schema: {
    summary: 'Mail a link to choose a new password; the response does not reveal whether there is an account',
    body: StrictObject({ email: Email, path: Type.Optional(WantedPath) }),
    response: { 202: Type.Object({ message: Type.String() }) },
  },
})

export const resetPassword = endpoint({
  method: 'POST',
  url: '/auth/reset-password',
  config: { access: 'anyone', whenBlank: 'Please enter a new password.' },
  schema: {
    summary: 'Choose a new password by a mailed link, once; every other session ends',
    body: StrictObject({ token: Token, password: Password, deviceId: Type.Optional(DeviceId) }),
    response: { 200: SignedIn, 202: LoginChallenge },
  },
})

export type Profile = Type.Static<typeof Profile>
export const Profile = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  /** Company or title, as clients see it. */
  company: nullable(Type.String()),
  timeZone: Type.String(),
  /** Emails are sent to clients in your name. False until you open the mailed link, if the server requires that. */
  emailConfirmed: Type.Boolean(),
  /** Since when the mail server takes no emails. They are sent as soon as it does. Null: it takes them. */
  emailsDelayedSince: nullable(Instant),
  /** Your own address is refused, so that no notifications are sent to it. Null: it is not. */
  emailRefusal: nullable(EmailRefusal),
  /** The address that is to replace yours, once the link that was mailed there is opened. Null: none is. */
  pendingEmail: nullable(Type.Object({ email: Type.String(), expiresAt: Instant })),
})

export const confirmEmail = endpoint({
  method: 'POST',
  url: '/auth/confirm-email',
  config: { access: 'anyone', whenBlank: 'This page needs the link from your email.' },
  schema: {
    summary:
      'Confirm a freelancer’s address by a mailed link, once; the invitations that waited for it are sent',
    body: StrictObject({ token: Token }),
    response: {
      200: Type.Object({ email: Type.String(), invited: Type.Integer(), limited: Type.Integer() }),
    },
  },
})

export const resendConfirmation = endpoint({
  method: 'POST',
  url: '/auth/resend-confirmation',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Mail yourself a further link to confirm your address; earlier links work until their own end',
    response: { 200: Type.Object({ email: Type.String(), emailStatus: EmailStatus }) },
  },
})

/** How long the link works that confirms a new address. */
export const EMAIL_CHANGE_SECONDS = 24 * 3_600

/** How long the address before can undo a change. */
export const EMAIL_UNDO_SECONDS = 7 * 86_400

export const changeEmail = endpoint({
  method: 'PUT',
  url: '/auth/email-change',
  config: { access: 'freelancer', whenBlank: 'All fields are required.' },
  schema: {
    summary:
      'Change your own address: a link is mailed to the new one, and until it is opened the old one stays',
    body: StrictObject({ email: Email, currentPassword: AnyPassword }),
    response: { 200: Profile },
  },
})

export const resendEmailChange = endpoint({
  method: 'POST',
  url: '/auth/email-change/resend',
  config: { access: 'freelancer' },
  schema: {
    summary: `Mail the link to the new address once more, which then works for another ${durationInWords(EMAIL_CHANGE_SECONDS)}`,
    response: { 200: Profile },
  },
})

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  url: '/auth/email-change',
  config: { access: 'freelancer' },
  schema: { summary: 'Keep your address; the mailed link ends', response: { 200: Profile } },
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  url: '/auth/email-change/confirm',
  config: { access: 'anyone', whenBlank: 'This page needs the link from your email.' },
  schema: {
    summary:
      'Confirm the new address of an account by a mailed link, once; the old one is mailed a way to undo it',
    body: StrictObject({ token: Token }),
    response: { 200: Type.Object({ email: Type.String() }) },
  },
})

export const undoEmailChange = endpoint({
  method: 'POST',
  url: '/auth/email-change/undo',
  config: { access: 'anyone', whenBlank: 'This page needs the link from your email.' },
  schema: {
    summary: `Give an account back the address that it had before, by the link mailed there, within ${durationInWords(EMAIL_UNDO_SECONDS)}`,
    body: StrictObject({ token: Token }),
    response: {
      200: Type.Object({
        email: Type.String(),
        /** The address had been changed once more since, which is undone too. */
        changedSince: Type.Boolean(),
        /** Where a new password is chosen, within the hour: the one before no longer works. */
        passwordUrl: Type.String(),
      }),
    },
  },
})

export const testEmail = endpoint({
  method: 'POST',
  url: '/auth/test-email',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Mail yourself a test; you are notified by email again once the mail server takes it',
    response: { 200: Type.Object({ email: Type.String(), emailStatus: EmailStatus }) },
  },
})

export const me = endpoint({
  method: 'GET',
  url: '/auth/me',
  config: { access: 'freelancer', beforeFactor: true },
  schema: { summary: 'Your own profile', response: { 200: Profile } },
})

export type ProfileChange = Type.Static<typeof ProfileChange>
export const ProfileChange = Type.Object(
  {
    name: Type.Optional(Name),
    company: Type.Optional(nullable(Name)),
    timeZone: Type.Optional(/* @__PURE__ */ visibleText(64)),
    /** What the changed texts were when they were read. The change is refused if somebody else has changed one since. */
    was: Type.Optional(StrictObject({ name: Type.Optional(Name), company: Type.Optional(nullable(Name)) })),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const changeMe = endpoint({
  method: 'PUT',
  url: '/auth/me',
  config: { access: 'freelancer', whenBlank: 'Please enter your name.' },
  schema: {
    summary: 'Change your name, your company or title, or your time zone',
    body: ProfileChange,
    response: { 200: Profile },
  },
})

export const changePassword = endpoint({
  method: 'PUT',
  url: '/auth/password',
  config: { access: 'freelancer', whenBlank: 'All fields are required.' },
  schema: {
    summary: 'Change your password; every other session ends',
    body: StrictObject({ currentPassword: AnyPassword, newPassword: Password }),
    response: { 200: Profile },
  },
})

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
