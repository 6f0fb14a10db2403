import * as Type from 'typebox'
import { StrictObject, Token } from './common.ts'
import { endpoint } from './endpoint.ts'
import { AnyPassword, PasskeyAnswer, PasskeyChallenge } from './login.ts'

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
