import { factors } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { APP, MADE, NOW, RECOVERY_CODES } from './sample-data.ts'

export const factorExamples = [
  callExample(factors.list, {
    response: { app: { since: NOW }, passkeys: [], recoveryCodesLeft: 10, required: false },
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
  callExample(factors.makeRecoveryCodes, {
    response: { recoveryCodes: RECOVERY_CODES },
    errors: ['FACTOR_NOT_FOUND'],
  }),
  callExample(factors.turnOff, {}),
]
