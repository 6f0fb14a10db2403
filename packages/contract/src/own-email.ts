import * as Type from 'typebox'
import { Email, EmailStatus, StrictObject, Token } from './common.ts'
import { endpoint } from './endpoint.ts'
import { durationInWords } from './format-duration.ts'
import { AnyPassword } from './login.ts'
import { Profile } from './profile.ts'

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
  config: { access: 'freelancer', sensitive: 'own-password', whenBlank: 'All fields are required.' },
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
        /** What was set up for two-step sign-in since the change was asked for was removed. */
        factorsRemoved: Type.Boolean(),
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
