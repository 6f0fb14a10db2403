import { renderResetEmail } from './features/accounts/accounts.mail.ts'
import { renderConfirmationEmail } from './features/accounts/confirmation.mail.ts'
import { renderNewDeviceEmail, renderPasswordChangedEmail } from './features/accounts/security.mail.ts'
import { renderUnreadEmail } from './features/chat/unread-emails/unread.mail.ts'
import { renderLoginEmail } from './features/clients/clients.mail.ts'
import { renderSupportEmail } from './features/support/support.mail.ts'
import type { Email } from './platform/mail/mailer.ts'

export interface EmailSample {
  /** The title in the list of previews. */
  name: string
  /** The function that writes it. */
  writer: (...about: never[]) => Email
  write(): Email
}

/** One sample for each variant of each email. `email-samples.test.ts` fails when an email has none. */
export function emailSamples(publicUrl: string): EmailSample[] {
  const link = { loginUrl: `${publicUrl}/client-login?token=${'sample'.repeat(7)}`, ...linkLifetime }
  const chat = { publicUrl, token: 'sample', url: `${publicUrl}/chat?client=sample` }
  return [
    sample('Login link', renderLoginEmail, maya, { ...link, again: false }),
    sample('Login link, again or to a new address', renderLoginEmail, maya, { ...link, again: true }),
    sample('Login link that works for an hour', renderLoginEmail, maya, {
      ...link,
      ...oneHourLink,
      again: true,
    }),
    sample('Login link, every name as long as can be', renderLoginEmail, longNames, {
      ...link,
      again: false,
    }),
    sample(
      'Confirm your email',
      renderConfirmationEmail,
      ada,
      `${publicUrl}/confirm-email?token=${'sample'.repeat(7)}`,
    ),
    sample('New password', renderResetEmail, ada, `${publicUrl}/reset-password?token=${'sample'.repeat(7)}`),
    sample('Password changed', renderPasswordChangedEmail, ada, { ...login, byLink: false }, publicUrl),
    sample(
      'Password changed by a link',
      renderPasswordChangedEmail,
      ada,
      { ...login, byLink: true },
      publicUrl,
    ),
    sample('New device', renderNewDeviceEmail, ada, login, publicUrl),
    sample('New device that gave no name', renderNewDeviceEmail, ada, { ...login, device: null }, publicUrl),
    sample('Message, to the client', renderUnreadEmail, chatPair, { ...chat, ...oneMessage, to: 'client' }),
    sample('Messages, to the freelancer', renderUnreadEmail, chatPair, {
      ...chat,
      ...messages,
      to: 'freelancer',
    }),
    sample(
      'Support, to the operator',
      renderSupportEmail,
      { address: 'support@portico.example' },
      supportMessage,
    ),
    sample(
      'Support, from an Enterprise account',
      renderSupportEmail,
      { address: 'support@portico.example' },
      {
        ...supportMessage,
        account: { id: 'sample', name: ada.name, plan: 'enterprise', clientId: null },
      },
    ),
  ]
}

function sample<About extends unknown[]>(name: string, writer: (...about: About) => Email, ...about: About) {
  return { name, writer, write: () => writer(...about) }
}

const linkLifetime = { loginLinkTtl: 30 * 86_400, expiresAt: new Date(Date.now() + 30 * 86_400_000) }
const oneHourLink = { loginLinkTtl: 3_600, expiresAt: new Date(Date.now() + 3_600_000) }

const ada = {
  name: 'Ada Marsh',
  email: 'ada@marsh.example',
  company: 'Brand and print design',
  timeZone: 'UTC',
  plan: 'pro' as const,
}
const login = { at: '2026-11-23T14:05:00.000Z', device: 'Firefox on macOS' }
const maya = { firstName: 'Maya', lastName: 'Whitcombe', email: 'maya@northwind.example', freelancer: ada }

const longName = 'Maximiliane-Friederike '.repeat(9).slice(0, 200)
const unbroken = 'أ'.repeat(200)
const longNames = {
  ...maya,
  firstName: unbroken,
  lastName: longName,
  freelancer: { ...ada, name: longName, company: unbroken },
}

const chatPair = {
  clientId: 'sample',
  freelancerId: 'sample',
  freelancerName: ada.name,
  freelancerEmail: ada.email,
  freelancerCompany: ada.company,
  freelancerWantsMail: true,
  freelancerConfirmedAt: null,
  firstName: maya.firstName,
  lastName: maya.lastName,
  clientEmail: maya.email,
  clientCompany: 'Northwind Bakery',
  clientWantsMail: true,
}
const supportMessage = {
  name: ada.name,
  email: ada.email,
  message: 'Can a project have two clients?\nThank you.',
}
const oneMessage = { total: 1, contents: ['The second draft is up.\nThe blue one is my favourite.'] }
const messages = {
  total: 12,
  contents: ['Hello!', 'Did you see the blue one?', 'I think it needs more air. '.repeat(40)],
}
