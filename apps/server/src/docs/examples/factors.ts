import { factors } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { APP, MADE, NOW, PASSKEY, RECOVERY_CODES } from './sample-data.ts'

export const factorExamples = [
  callExample(factors.list, {
    response: {
      app: { since: NOW },
      passkeys: [
        { id: MADE.passkey, name: 'MacBook Air', createdAt: NOW, lastUsedAt: null, worksHere: true },
      ],
      recoveryCodesLeft: 10,
      required: false,
      requiredBy: null,
    },
  }),
  callExample(factors.startApp, {
    description: 'An app that is set up already goes on working until the new one is confirmed.',
    response: { challenge: MADE.challenge, secret: APP.secret, uri: APP.uri, expiresAt: NOW },
  }),
  callExample(factors.confirmApp, {
    description: 'The first thing that is set up brings ten recovery codes, which are shown only now.',
    request: { body: { challenge: MADE.challenge, code: APP.code } },
    response: { recoveryCodes: RECOVERY_CODES },
    errors: ['CHALLENGE_NOT_VALID', 'WRONG_CODE'],
  }),
  callExample(factors.removeApp, { errors: ['FACTOR_NOT_FOUND', 'LAST_FACTOR'] }),
  callExample(factors.startPasskey, {
    description: 'What the browser hands to `navigator.credentials.create`.',
    response: { challenge: MADE.challenge, expiresAt: NOW, passkey: PASSKEY.creation },
  }),
  callExample(factors.addPasskey, {
    request: { body: { challenge: MADE.challenge, name: 'MacBook Air', passkey: PASSKEY.answer } },
    response: { recoveryCodes: RECOVERY_CODES },
    errors: ['CHALLENGE_NOT_VALID', 'PASSKEY_NOT_VALID', 'TOO_MANY_PASSKEYS'],
  }),
  callExample(factors.removePasskey, {
    request: { params: { id: MADE.passkey } },
    errors: ['FACTOR_NOT_FOUND', 'LAST_FACTOR'],
  }),
  callExample(factors.makeRecoveryCodes, {
    response: { recoveryCodes: RECOVERY_CODES },
    errors: ['FACTOR_NOT_FOUND'],
  }),
  callExample(factors.turnOff, { errors: ['FACTOR_REQUIRED'] }),
]
