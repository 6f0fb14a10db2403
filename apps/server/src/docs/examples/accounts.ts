import { accounts } from '@portico/contract'
import { documented } from '../documented.ts'
import { ADA, MADE, NOW } from './world.ts'

const { id, name, email, password, company, timeZone } = ADA
const signedIn = { token: MADE.sessionToken, user: { id, name, email, role: 'freelancer' as const } }
const profile = { id, name, email, company, timeZone, emailConfirmed: true }

export const accountExamples = [
  documented(accounts.register, {
    about: 'Starts on the Free plan, signed in.',
    asks: { body: { name: 'Tom Ashby', email: 'tom@ashby.example', password, timeZone } },
    answers: {
      ...signedIn,
      user: { ...signedIn.user, id: MADE.client, name: 'Tom Ashby', email: 'tom@ashby.example' },
    },
    fails: ['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
  }),
  documented(accounts.login, {
    asks: { body: { email, password } },
    answers: signedIn,
    fails: ['WRONG_LOGIN', 'TOO_MANY_REQUESTS'],
  }),
  documented(accounts.logout, {}),
  documented(accounts.forgotPassword, {
    about: 'The link works once, for an hour; a newer one ends it.',
    asks: { body: { email } },
    answers: {
      message: 'If there is an account with this address, a link to choose a new password is on its way.',
    },
  }),
  documented(accounts.resetPassword, {
    about: 'Signs in: the answer is that of a login.',
    asks: { body: { token: MADE.resetToken, password: 'a quite different password' } },
    answers: signedIn,
    fails: ['RESET_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  documented(accounts.confirmEmail, {
    about:
      'Needs no session: whoever has the link has read the email. `invited` counts the clients whose invitation is on its way now.',
    asks: { body: { token: MADE.confirmationToken } },
    answers: { email, invited: 0, limited: 0 },
    fails: ['CONFIRMATION_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  documented(accounts.resendConfirmation, { answers: { email, emailStatus: 'none' } }),
  documented(accounts.me, { answers: profile }),
  documented(accounts.changeMe, {
    about: 'What is left out stays as it is. A new name comes with a new token, in `X-Session-Token`.',
    asks: { body: { company: 'Marsh & Daughters' } },
    answers: { ...profile, company: 'Marsh & Daughters' },
    fails: ['UNKNOWN_TIME_ZONE'],
  }),
  documented(accounts.changePassword, {
    asks: { body: { currentPassword: password, newPassword: 'a quite different password' } },
    answers: profile,
    fails: ['WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  }),
  documented(accounts.listSessions, {
    answers: [
      {
        id: MADE.session,
        device: 'Chrome on Windows',
        createdAt: NOW,
        lastSeenAt: NOW,
        current: true,
      },
      {
        id: MADE.otherSession,
        device: 'Firefox on macOS',
        createdAt: NOW,
        lastSeenAt: NOW,
        current: false,
      },
    ],
  }),
  documented(accounts.endOtherSessions, { about: 'The session that asks stays.' }),
  documented(accounts.endOneSession, {
    asks: { params: { id: MADE.otherSession } },
    fails: ['SESSION_NOT_FOUND'],
  }),
]
