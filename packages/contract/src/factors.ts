import * as Type from 'typebox'
import { FactorCode } from './accounts.ts'
import { Id, Instant, nullable, StrictObject, Token } from './common.ts'
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
})

/** Shown once. Null when the codes from before still work. */
const NewCodes = Type.Object({ recoveryCodes: nullable(Type.Array(Type.String())) })

export const list = endpoint({
  method: 'GET',
  url: '/auth/factors',
  config: { access: 'freelancer' },
  schema: { summary: 'What you have besides your password', response: { 200: Factors } },
})

export const startApp = endpoint({
  method: 'POST',
  url: '/auth/factors/app',
  config: { access: 'freelancer' },
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
  config: { access: 'freelancer', whenBlank: 'Please enter the six digits.' },
  schema: {
    summary: 'Confirm an authenticator app by a code of it; it replaces the one before',
    body: StrictObject({ challenge: Token, code: FactorCode }),
    response: { 200: NewCodes },
  },
})

export const removeApp = endpoint({
  method: 'DELETE',
  url: '/auth/factors/app',
  config: { access: 'freelancer' },
  schema: { summary: 'Remove the authenticator app', response: { 204: Type.Null() } },
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  url: '/auth/factors/recovery-codes',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Make ten recovery codes; those from before end',
    response: { 201: Type.Object({ recoveryCodes: Type.Array(Type.String()) }) },
  },
})

export const turnOff = endpoint({
  method: 'DELETE',
  url: '/auth/factors',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Turn off the second factor: everything besides the password is removed',
    response: { 204: Type.Null() },
  },
})
