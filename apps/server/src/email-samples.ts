import { linkPaths } from '@portico/contract'
import { RECEIPT } from './docs/examples/sample-data.ts'
import { renderResetEmail } from './features/accounts/accounts.mail.ts'
import { renderConfirmationEmail } from './features/accounts/confirmation.mail.ts'
import {
  renderEmailChangedEmail,
  renderEmailChangeEmail,
  renderEmailTakenEmail,
  renderEmailUndoneEmail,
} from './features/accounts/email-change.mail.ts'
import {
  renderFactorsChangedEmail,
  renderNewDeviceEmail,
  renderPasswordChangedEmail,
  renderRecoveryCodeEmail,
} from './features/accounts/security.mail.ts'
import { renderTestEmail } from './features/accounts/test-email.mail.ts'
import type { NotificationContents } from './features/activity/emails/email-sections.ts'
import { renderNotificationEmail } from './features/activity/emails/notification.mail.ts'
import { renderAddressChangedEmail } from './features/clients/address-changed.mail.ts'
import { renderLoginEmail } from './features/clients/clients.mail.ts'
import { renderContactAddedEmail } from './features/clients/contact-added.mail.ts'
import { renderGuestLinkEmail } from './features/guest-links/guest-links.mail.ts'
import type { LinkToMail } from './features/guest-links/links.repository.ts'
import { renderInvitationEmail } from './features/members/invitation.mail.ts'
import { renderInvitationCodeEmail } from './features/members/invitation-code.mail.ts'
import { renderMembersOverEmail, renderMembersPausedEmail } from './features/members/members-over.mail.ts'
import {
  type LastReceipts,
  renderReceiptEmail,
  renderReceiptsEmail,
} from './features/receipts/receipts.mail.ts'
import { renderReminderEmail } from './features/requests/reminders.mail.ts'
import { renderCodeEmail } from './features/reviews/codes.mail.ts'
import { renderSupportEmail } from './features/support/support.mail.ts'
import type { Email } from './platform/mail/email.ts'

export interface EmailSample {
  /** The title in the list of previews. */
  name: string
  /** The function that writes it. */
  writer: (...about: never[]) => Email
  write(): Email
}

/** One sample for each variant of each email. `email-samples.test.ts` fails when an email has none. */
export function emailSamples(publicUrl: string): EmailSample[] {
  const link = { loginUrl: publicUrl + linkPaths.clientLogin('sample'.repeat(7)), ...linkLifetime }
  const toClient = { side: 'client', token: 'sample', loginUrl: link.loginUrl, publicUrl, now: NOW } as const
  const overfull = {
    ...{ name: ada.name, email: ada.email, workspaceName: 'Marsh Studio', plan: 'starter' as const },
    ...{ overSince: NOW.toISOString(), paused: [] },
  }
  const toFreelancer = { side: 'freelancer', token: 'sample', publicUrl, now: NOW } as const
  return [
    sample('Login link', renderLoginEmail, maya, { ...link, again: false }),
    sample(
      'Login link with the first project',
      renderLoginEmail,
      { ...maya, firstProject: { id: 'sample', title: 'Spring menu redesign' } },
      { ...link, again: false },
    ),
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
      publicUrl + linkPaths.confirmEmail('sample'.repeat(7)),
    ),
    sample('New password', renderResetEmail, ada, publicUrl + linkPaths.resetPassword('sample'.repeat(7))),
    sample('Password changed', renderPasswordChangedEmail, ada, { ...login, byLink: false }, publicUrl),
    sample(
      'Password changed by a link',
      renderPasswordChangedEmail,
      ada,
      { ...login, byLink: true },
      publicUrl,
    ),
    sample(
      'App added',
      renderFactorsChangedEmail,
      ada,
      { ...login, change: 'app_added' as const },
      publicUrl,
    ),
    sample(
      'Second factor reset by the operator',
      renderFactorsChangedEmail,
      ada,
      { ...login, device: null, change: 'reset' as const },
      publicUrl,
    ),
    sample('Recovery code used', renderRecoveryCodeEmail, ada, { ...login, left: 2 }, publicUrl),
    sample(
      'Email changed, to the new one',
      renderEmailChangeEmail,
      ada,
      publicUrl + linkPaths.confirmNewEmail('sample'.repeat(7)),
    ),
    sample('Email changed, to the owner of the new one', renderEmailTakenEmail, ada, publicUrl),
    sample(
      'Email changed, to the old one',
      renderEmailChangedEmail,
      ada,
      login,
      publicUrl + linkPaths.undoEmailChange('sample'.repeat(7)),
    ),
    sample('Email change undone, to the new one', renderEmailUndoneEmail, ada, login, publicUrl),
    sample('Test', renderTestEmail, ada, publicUrl),
    sample('New device', renderNewDeviceEmail, ada, login, publicUrl),
    sample('New device that gave no name', renderNewDeviceEmail, ada, { ...login, device: null }, publicUrl),
    sample(
      'Code for a review',
      renderCodeEmail,
      {
        personId: 'sample',
        firstName: maya.firstName,
        lastName: maya.lastName,
        email: maya.email,
        reviewId: 'sample',
        groupId: 'sample',
        count: 1,
        fileId: 'sample',
        fileName: 'menu-proof-03.pdf',
        version: 3,
        freelancer: maya.freelancer,
      },
      '482913',
      publicUrl,
    ),
    sample('Receipt of an approval', renderReceiptEmail, mailedReceipt, publicUrl, somePdf),
    sample(
      'Receipt of an approval that was taken back',
      renderReceiptEmail,
      { ...mailedReceipt, receipt: { ...RECEIPT, decision: 'withdrawn', withdraws: RECEIPT.id } },
      publicUrl,
      somePdf,
    ),
    sample('Receipt whose PDF could not be made', renderReceiptEmail, mailedReceipt, publicUrl, null),
    sample('Address changed, to the old one', renderAddressChangedEmail, lastReceipts, publicUrl),
    sample(
      'Another contact who may approve, to the client',
      renderContactAddedEmail,
      { ...lastReceipts, contact: { firstName: 'Sam', lastName: 'Reed', email: 'sam@example.com' } },
      publicUrl,
    ),
    sample('Receipts of a deleted project', renderReceiptsEmail, lastReceipts, publicUrl),
    sample(
      'Receipts of a deleted client',
      renderReceiptsEmail,
      { ...lastReceipts, project: null },
      publicUrl,
    ),
    sample('Link for a guest, by the client', renderGuestLinkEmail, guestLink, `${publicUrl}/give/sample`),
    sample(
      'Link for a guest, by the freelancer',
      renderGuestLinkEmail,
      { ...guestLink, madeBy: 'freelancer', message: null },
      `${publicUrl}/give/sample`,
    ),
    sample(
      'Invitation of a member',
      renderInvitationEmail,
      {
        email: 'sam@studio.example',
        workspaceName: 'Marsh Studio',
        invitedBy: ada.name,
        inviterEmail: ada.email,
      },
      publicUrl + linkPaths.invitation('sample'.repeat(7)),
    ),
    sample(
      'Code to join with another address',
      renderInvitationCodeEmail,
      { email: 'sam@studio.example', workspaceName: 'Marsh Studio', joinsAs: 'sam@home.example' },
      '482913',
      publicUrl,
    ),
    sample('More members than the plan has room for', renderMembersOverEmail, overfull, publicUrl),
    sample(
      'Members are paused',
      renderMembersPausedEmail,
      { ...overfull, overSince: null, paused: ['Sam Reed', 'Lea Holm'] },
      publicUrl,
    ),
    sample('Open requests', renderReminderEmail, openRequests, {
      loginUrl: link.loginUrl,
      token: 'sample',
      publicUrl,
    }),
    sample(
      'One open request',
      renderReminderEmail,
      { ...openRequests, requests: openRequests.requests.slice(0, 1) },
      { loginUrl: link.loginUrl, token: 'sample', publicUrl },
    ),
    sample('Work, to the client', renderNotificationEmail, mayaReads, { ...toClient, contents: work }),
    sample('Work and messages, to the freelancer', renderNotificationEmail, adaReads, {
      ...toFreelancer,
      contents: { deadlines: [], events: work.events.map(byMaya), conversations: [conversation] },
    }),
    sample('One event, to the client', renderNotificationEmail, mayaReads, {
      ...toClient,
      contents: { deadlines: [], events: work.events.slice(0, 1), conversations: [] },
    }),
    sample('Your turn, to the client', renderNotificationEmail, mayaReads, {
      ...toClient,
      contents: { deadlines: [], events: [passedTurn], conversations: [] },
    }),
    sample('Deadlines, to the freelancer', renderNotificationEmail, adaReads, {
      ...toFreelancer,
      contents: {
        deadlines: [deadline, { ...deadline, projectId: 'prices', projectTitle: 'Seasonal price lists' }],
        events: [],
        conversations: [],
      },
    }),
    sample('Deadline and work, to the client', renderNotificationEmail, mayaReads, {
      ...toClient,
      contents: { ...work, deadlines: [deadline] },
    }),
    sample('More than fits', renderNotificationEmail, mayaReads, { ...toClient, contents: muchWork }),
    sample('Message, to the client', renderNotificationEmail, mayaReads, {
      ...toClient,
      contents: {
        deadlines: [],
        events: [],
        conversations: [{ ...conversation, total: 1, messages: conversation.messages.slice(0, 1) }],
      },
    }),
    sample('Messages, to the freelancer', renderNotificationEmail, adaReads, {
      ...toFreelancer,
      contents: { deadlines: [], events: [], conversations: [conversation] },
    }),
    sample('A file in the chat, to the client', renderNotificationEmail, mayaReads, {
      ...toClient,
      contents: {
        deadlines: [],
        events: [],
        conversations: [{ ...conversation, total: 1, messages: [messageWithFile] }],
      },
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
const maya = {
  firstName: 'Maya',
  lastName: 'Whitcombe',
  email: 'maya@northwind.example',
  freelancer: ada,
  firstProject: null,
}

const somePdf = Buffer.from('%PDF')
const mailedReceipt = {
  clientId: 'sample',
  firstName: maya.firstName,
  isCurrent: true,
  freelancer: { ...maya.freelancer, isConfirmed: true },
  receipt: RECEIPT,
}
const lastReceipts: LastReceipts = {
  client: maya,
  freelancer: { ...ada, id: 'sample', isConfirmed: true },
  project: 'Spring menu redesign',
  receipts: [RECEIPT],
}

const guestLink: LinkToMail = {
  workspaceId: 'sample',
  email: 'sam@photos.example',
  madeBy: 'client',
  maker: maya.firstName,
  message: 'The one with the new sign, please. By daylight if you can.',
  title: 'Photo of the shopfront',
  worksUntil: '2026-12-20',
  freelancer: { ...ada, company: 'Brand and web design' },
  client: { name: `${maya.firstName} ${maya.lastName}`, email: maya.email, company: 'Northwind Bakery' },
}

const openRequests = {
  ...maya,
  personId: 'sample',
  project: { id: 'sample', title: 'Spring menu redesign' },
  requests: [
    {
      title: 'Opening hours from March',
      dueDate: '2026-11-24',
      reason: null,
      since: '2026-11-16',
      unsent: 0,
    },
    {
      title: 'Photo of the shopfront',
      dueDate: null,
      reason: 'This one is too small to print. At least 2000 pixels wide, please.',
      since: '2026-11-19',
      unsent: 3,
    },
    { title: 'Logo as a vector file', dueDate: null, reason: null, since: '2026-11-16', unsent: 0 },
  ],
}

const longName = 'Maximiliane-Friederike '.repeat(9).slice(0, 200)
const unbroken = 'أ'.repeat(200)
const longNames = {
  ...maya,
  firstName: unbroken,
  lastName: longName,
  freelancer: { ...ada, name: longName, company: unbroken },
}

const NOW = new Date('2026-11-23T15:40:00.000Z')
const freelancerColumns = {
  freelancerName: ada.name,
  freelancerEmail: ada.email,
  freelancerCompany: ada.company,
}
const mayaReads = {
  ...freelancerColumns,
  name: 'Maya Whitcombe',
  email: maya.email,
  timeZone: 'Europe/London',
  work: 'soon' as const,
}
const adaReads = { ...mayaReads, name: ada.name, email: ada.email, work: 'daily' as const }

const mayasColumns = {
  clientId: 'maya',
  clientName: 'Maya Whitcombe',
  clientEmail: maya.email,
  clientCompany: 'Northwind Bakery',
}
const deadline = {
  ...mayasColumns,
  projectId: 'menu',
  projectTitle: 'Spring menu redesign',
  turn: 'client' as const,
  dueDate: '2026-11-24',
  daysLeft: 1,
}
const sampleEvent = {
  ...mayasColumns,
  contact: null,
  id: 'sample',
  actor: { type: 'freelancer' as const, name: ada.name, isYou: false },
  projectId: 'menu',
  projectTitle: 'Spring menu redesign',
  turn: null,
  scopeId: 'menu',
  news: 1,
}
const uploads = ['inside.pdf', 'outside.pdf', 'cakes.pdf', 'drinks.pdf'].map((fileName, i) => ({
  ...sampleEvent,
  projectId: 'prices',
  scopeId: 'prices',
  projectTitle: 'Seasonal price lists',
  kind: 'file_uploaded' as const,
  subject: { fileId: 'sample', fileName },
  createdAt: `2026-11-23T15:2${i}:00.000Z`,
}))
const work: NotificationContents = {
  deadlines: [],
  events: [
    {
      ...sampleEvent,
      kind: 'file_uploaded',
      subject: { fileId: 'sample', fileName: 'menu-proof-03.pdf' },
      createdAt: '2026-11-22T14:03:00.000Z',
    },
    {
      ...sampleEvent,
      kind: 'feedback_replied',
      subject: {
        feedbackId: 'sample',
        replyId: 'sample',
        message: 'Prices are smaller now, and the rye comes first.',
      },
      createdAt: '2026-11-23T14:05:00.000Z',
    },
    {
      ...sampleEvent,
      kind: 'due_date_changed',
      subject: { from: '2026-12-01', to: '2026-12-20' },
      createdAt: '2026-11-23T14:10:00.000Z',
    },
    ...uploads,
  ],
  conversations: [],
}
const passedTurn = {
  ...sampleEvent,
  turn: 'client' as const,
  kind: 'turn_passed' as const,
  subject: { to: 'client' as const, note: 'Which paper, the grey one or the white one?', isNudge: false },
  createdAt: '2026-11-23T14:05:00.000Z',
}
const byMaya = (event: NotificationContents['events'][number]) => ({
  ...event,
  actor: { type: 'client' as const, name: mayasColumns.clientName, isYou: false },
})
const muchWork: NotificationContents = {
  deadlines: [],
  events: Array.from({ length: 31 }, (_, i) => ({
    ...sampleEvent,
    kind: 'feedback_replied' as const,
    subject: { feedbackId: 'sample', replyId: 'sample', message: `Note ${i + 1}` },
    createdAt: '2026-11-23T14:10:00.000Z',
  })),
  conversations: [],
}
const conversation = {
  ...mayasColumns,
  lastNumber: 12,
  total: 12,
  messages: [
    'Hello!\nDid you see the blue one?',
    'The printer holds the slot.',
    'I think it needs more air. '.repeat(40),
  ].map((content) => ({
    content,
    files: [],
    createdAt: '2026-11-23T15:30:00.000Z',
    senderName: 'Maya Whitcombe',
  })),
}
const messageWithFile = {
  content: '',
  files: [
    {
      id: 'menu',
      projectId: 'project',
      fileName: 'menu-proof-03.pdf',
      size: 1_204_331,
      contentType: 'application/pdf',
    },
  ],
  createdAt: '2026-11-23T15:30:00.000Z',
  senderName: 'Maya Whitcombe',
}
const supportMessage = {
  name: ada.name,
  email: ada.email,
  message: 'Can a project have two clients?\nThank you.',
}
