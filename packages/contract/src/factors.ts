import * as Type from 'typebox'
import { FactorCode, PasskeyAnswer } from './accounts.ts'
import { Id, Instant, nullable, StrictObject, Token, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'

export const RECOVERY_CODE_COUNT = 10

export type Factors = Type.Static<typeof Factors>
export const Factors = Type.Object({
  /** Null: none is set up. */
  app: nullable(Type.Object({ since: Instant })),
  passkeys: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      createdAt: Instant,
      lastUsedAt: nullable(Instant),
      /** False where it was made for another address of the portal. */
      worksHere: Type.Boolean(),
    }),
  ),
  /** Unused ones. */
  recoveryCodesLeft: Type.Integer(),
  /** Whether it may not be turned off. */
  required: Type.Boolean(),
  /** The name of the workspace whose owner requires it. Null where the operator does, or nobody. */
  requiredBy: nullable(Type.String()),
})

/** Shown once. Null when the codes from before still work. */
const NewCodes = Type.Object({ recoveryCodes: nullable(Type.Array(Type.String())) })

export const list = endpoint({
  method: 'GET',
  url: '/auth/factors',
  config: { access: 'freelancer', beforeFactor: true },
  schema: { summary: 'What you have besides your password', response: { 200: Factors } },
})

export const startApp = endpoint({
  method: 'POST',
  url: '/auth/factors/app',
  config: { access: 'freelancer', sensitive: true, beforeFactor: true },
  schema: {
    summary: 'Begin to set up an authenticator app; it counts once a code of it is confirmed',
    response: {
      201: Type.Object({
        challenge: Type.String(),
        secret: Type.String(),
        uri: Type.String(),
        expiresAt: Instant,
      }),
    },
  },
})

export const confirmApp = endpoint({
  method: 'PUT',
  url: '/auth/factors/app',
  config: {
    access: 'freelancer',
    sensitive: true,
    beforeFactor: true,
    whenBlank: 'Please enter the six digits.',
  },
  schema: {
    summary: 'Confirm an authenticator app by a code of it; it replaces the one before',
    body: StrictObject({ challenge: Token, code: FactorCode }),
    response: { 200: NewCodes },
  },
})

export const removeApp = endpoint({
  method: 'DELETE',
  url: '/auth/factors/app',
  config: { access: 'freelancer', sensitive: true, beforeFactor: true },
  schema: { summary: 'Remove the authenticator app', response: { 204: Type.Null() } },
})

/** What `navigator.credentials.create` takes, as JSON (`PublicKeyCredential.parseCreationOptionsFromJSON`). */
export interface PasskeyCreation {
  rp: { name: string; id?: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { alg: number; type: string }[]
}

export const MAX_PASSKEYS = 20
const MAX_PASSKEY_NAME_LENGTH = 60

export const startPasskey = endpoint({
  method: 'POST',
  url: '/auth/factors/passkeys/options',
  config: { access: 'freelancer', sensitive: true, beforeFactor: true },
  schema: {
    summary: 'Begin to add a passkey',
    response: {
      200: Type.Object({
        challenge: Type.String(),
        expiresAt: Instant,
        passkey: Type.Unsafe<PasskeyCreation>({}),
      }),
    },
  },
})

export const addPasskey = endpoint({
  method: 'POST',
  url: '/auth/factors/passkeys',
  config: {
    access: 'freelancer',
    sensitive: true,
    beforeFactor: true,
    whenBlank: 'Please name it, so that you know it again.',
  },
  schema: {
    summary: 'Add the passkey that the browser has made',
    body: StrictObject({
      challenge: Token,
      name: /* @__PURE__ */ visibleText(MAX_PASSKEY_NAME_LENGTH),
      passkey: PasskeyAnswer,
    }),
    response: { 201: NewCodes },
  },
})

export const removePasskey = endpoint({
  method: 'DELETE',
  url: '/auth/factors/passkeys/:id',
  config: { access: 'freelancer', sensitive: true, beforeFactor: true },
  schema: {
    summary: 'Remove a passkey',
    params: Type.Object({ id: Id }),
    response: { 204: Type.Null() },
  },
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  url: '/auth/factors/recovery-codes',
  config: { access: 'freelancer', sensitive: true, beforeFactor: true },
  schema: {
    summary: 'Make ten recovery codes; those from before end',
    response: { 201: Type.Object({ recoveryCodes: Type.Array(Type.String()) }) },
  },
})

export const turnOff = endpoint({
  method: 'DELETE',
  url: '/auth/factors',
  config: { access: 'freelancer', sensitive: true, beforeFactor: true },
  schema: {
    summary: 'Turn off the second factor: everything besides the password is removed',
    response: { 204: Type.Null() },
  },
})
