import { accounts } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, APP, MADE, NOW, PASSKEY } from './sample-data.ts'

const { id, name, email, password, company, timeZone } = ADA
const signedIn = { token: MADE.sessionToken, user: { id, name, email, role: 'freelancer' as const } }
const profile = {
  id,
  name,
  email,
  company,
  timeZone,
  emailConfirmed: true,
  emailsDelayedSince: null,
  emailRefusal: null,
  pendingEmail: null,
}
const pending = { ...profile, pendingEmail: { email: 'ada@new.example', expiresAt: NOW } }

export const accountExamples = [
  callExample(accounts.register, {
    description: 'Starts on the Free plan, signed in.',
    request: { body: { name: 'Tom Ashby', email: 'tom@ashby.example', password, timeZone } },
    response: {
      ...signedIn,
      user: { ...signedIn.user, id: MADE.client, name: 'Tom Ashby', email: 'tom@ashby.example' },
    },
    errors: ['EMAIL_TAKEN', 'REGISTRATION_CLOSED', 'EMAIL_DOMAIN_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.login, {
    request: { body: { email, password } },
    description:
      'Where the account has a second factor, the answer is 202 with a `challenge` and the `factors` that answer it, unless `rememberToken` is of a browser that is remembered.',
    response: signedIn,
    errors: ['WRONG_LOGIN', 'ACCOUNT_SUSPENDED', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.loginWithCode, {
    description:
      'From the browser that sent the password, within ten minutes. Each code works once; a wrong one counts as a wrong password.',
    request: { body: { challenge: MADE.challenge, code: APP.code, remember: true } },
    response: { ...signedIn, rememberToken: MADE.rememberToken },
    errors: ['CHALLENGE_NOT_VALID', 'WRONG_CODE', 'WRONG_LOGIN', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.beginPasskeyLogin, {
    description: 'What the browser hands to `navigator.credentials.get`. The device must check who holds it.',
    request: { body: {} },
    response: { challenge: MADE.challenge, expiresAt: NOW, passkey: PASSKEY.request },
    errors: ['TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.loginWithPasskey, {
    description:
      'Answers the `challenge` of a password that was right, or that of `POST /auth/login/passkey/options` without one.',
    request: { body: { challenge: MADE.challenge, passkey: PASSKEY.answer } },
    response: signedIn,
    errors: ['CHALLENGE_NOT_VALID', 'PASSKEY_NOT_VALID', 'WRONG_LOGIN', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.confirm, {
    description: 'Before a call that answered `CONFIRM_IT_IS_YOU`. A login counts too.',
    request: { body: { password } },
    errors: ['WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.beginConfirm, {
    response: { challenge: MADE.challenge, expiresAt: NOW, passkey: PASSKEY.request },
  }),
  callExample(accounts.confirmWithPasskey, {
    request: { body: { challenge: MADE.challenge, passkey: PASSKEY.answer } },
    errors: ['CHALLENGE_NOT_VALID', 'PASSKEY_NOT_VALID'],
  }),
  callExample(accounts.logout, {}),
  callExample(accounts.forgotPassword, {
    description: 'The link works once, for an hour; a newer one ends it.',
    request: { body: { email } },
    response: {
      message: 'If there is an account with this address, a link to choose a new password is on its way.',
    },
  }),
  callExample(accounts.resetPassword, {
    description: 'Signs in: the answer is that of a login, so it may need a second step.',
    request: { body: { token: MADE.resetToken, password: 'a quite different password' } },
    response: signedIn,
    errors: ['RESET_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.confirmEmail, {
    description:
      'Needs no session: who has the link has read the email. `invited` counts the clients whose invitation is on its way now.',
    request: { body: { token: MADE.confirmationToken } },
    response: { email, invited: 0, limited: 0 },
    errors: ['CONFIRMATION_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.resendConfirmation, { response: { email, emailStatus: 'none' } }),
  callExample(accounts.changeEmail, {
    description:
      'The response is the same for an address that another account has; its owner is mailed that somebody wants it. A further call takes the place of the open change.',
    request: { body: { email: 'ada@new.example', currentPassword: password } },
    response: pending,
    errors: ['WRONG_PASSWORD', 'EMAIL_UNCHANGED', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.resendEmailChange, {
    response: pending,
    errors: ['NO_EMAIL_CHANGE', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.cancelEmailChange, { response: profile }),
  callExample(accounts.confirmEmailChange, {
    description:
      'Needs no session: who has the link has read the email. The address before is mailed a link that undoes the change.',
    request: { body: { token: MADE.emailChangeToken } },
    response: { email: 'ada@new.example' },
    errors: ['EMAIL_CHANGE_NOT_VALID', 'NEW_EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.undoEmailChange, {
    description:
      'Every session ends, with calendar addresses and links to reset the password, and the password no longer works. Changes that came after this one are undone too.',
    request: { body: { token: MADE.emailUndoToken } },
    response: {
      email,
      changedSince: false,
      factorsRemoved: false,
      passwordUrl: `https://portico.example/reset-password?token=${MADE.resetToken}`,
    },
    errors: ['UNDO_NOT_VALID', 'UNDO_EXPIRED', 'ALREADY_UNDONE', 'ACCOUNT_CLOSED', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.testEmail, { response: { email, emailStatus: 'queued' } }),
  callExample(accounts.me, { response: profile }),
  callExample(accounts.changeMe, {
    description: 'What is left out stays as it is. A new name comes with a new token, in `X-Session-Token`.',
    request: { body: { company: 'Marsh & Daughters' } },
    response: { ...profile, company: 'Marsh & Daughters' },
    errors: ['MANAGERS_ONLY', 'CHANGED_MEANWHILE', 'UNKNOWN_TIME_ZONE'],
  }),
  callExample(accounts.changePassword, {
    request: { body: { currentPassword: password, newPassword: 'a quite different password' } },
    response: profile,
    errors: ['WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  }),
  callExample(accounts.listSessions, {
    response: [
      {
        id: MADE.session,
        device: 'Chrome on Windows',
        addressRange: null,
        createdAt: NOW,
        lastSeenAt: NOW,
        current: true,
        knownBy: null,
      },
      {
        id: MADE.otherSession,
        device: 'Firefox on macOS',
        addressRange: null,
        createdAt: NOW,
        lastSeenAt: NOW,
        current: false,
        knownBy: null,
      },
    ],
  }),
  callExample(accounts.endOtherSessions, { description: 'The session that asks stays.' }),
  callExample(accounts.endOneSession, {
    request: { params: { id: MADE.otherSession } },
    errors: ['SESSION_NOT_FOUND'],
  }),
]
