import { accounts, durationInWords, linkPaths, paths } from '@portico/contract'
import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { SecurityEvent } from './devices.service.ts'
import { findChange } from './email-change.repository.ts'
import { emailChangeSecret } from './email-change-secret.ts'
import { findUndo } from './email-undo.repository.ts'
import { deviceText, timeText } from './security-event-text.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailEmailChange: { changeId: string }
    mailEmailChanged: { undoId: string } & SecurityEvent
    /** The whole account, whose address is another by the time the email is written. */
    mailEmailUndone: { account: Account } & SecurityEvent
  }
}

interface Account {
  name: string
  email: string
  timeZone: string
}

/** What the mail server says of the new address does not concern the account, which has another. */
export const mailEmailChange: EmailWriter<'mailEmailChange'> = async (ctx, { changeId }) => {
  const change = await findChange(ctx.db, changeId, ctx.clock.now())
  if (!change) return
  const { publicUrl } = ctx.config
  const url = publicUrl + linkPaths.confirmNewEmail(emailChangeSecret(ctx, 'confirm', changeId))
  const email = change.isTaken
    ? renderEmailTakenEmail(change, publicUrl)
    : renderEmailChangeEmail(change, url)
  return { email, recipient: null }
}

export const mailEmailChanged: EmailWriter<'mailEmailChanged'> = async (ctx, { undoId, ...event }) => {
  const account = await findUndo(ctx.db, undoId)
  if (!account) return
  const url = ctx.config.publicUrl + linkPaths.undoEmailChange(emailChangeSecret(ctx, 'undo', undoId))
  return { email: renderEmailChangedEmail(account, event, url), recipient: null }
}

export const mailEmailUndone: EmailWriter<'mailEmailUndone'> = async (ctx, { account, ...event }) => ({
  email: renderEmailUndoneEmail(account, event, ctx.config.publicUrl),
  recipient: null,
})

export function renderEmailChangeEmail({ name, email }: { name: string; email: string }, url: string): Email {
  const freelancer = nameInEmail(name)
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'Confirm your new email for Portico',
    preview: `The link works once, for ${LINK_TIME}.`,
    heading: `Hello ${freelancer}, is this your new address?`,
    paragraph:
      'Confirm it, and you log in to Portico with it from then on. Emails reach you here, and so do the replies of your clients. ' +
      `Until then your account keeps the address that it has. The link works once, for ${LINK_TIME}.`,
    action: { label: 'Confirm my new email', url },
    note: 'If you did not ask for this, do nothing: nothing changes.',
    signature: 'Sent by Portico.',
  })
  return { to: { name: freelancer, address: email }, ...content }
}

/** To the owner of an address that somebody else wants. Names neither of them. */
export function renderEmailTakenEmail({ email }: { email: string }, publicUrl: string): Email {
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'Your address was entered for another Portico account',
    preview: 'Nothing has changed.',
    heading: 'You have an account already.',
    paragraph:
      'Somebody who is logged in to another Portico account asked to change its email to this address. ' +
      'It belongs to your account, so nothing has changed, and they do not learn of it.',
    action: { label: 'Log in', url: publicUrl + paths.login },
    note: 'If it was you, log in to this account instead, or first change its email to another one. If not, there is nothing to do.',
    signature: 'Sent by Portico.',
  })
  return { to: { address: email }, ...content }
}

/** Does not name the new address: this one may have been a stranger's, by mistake. */
export function renderEmailChangedEmail(account: Account, event: SecurityEvent, url: string): Email {
  const name = nameInEmail(account.name)
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'Your Portico account has another email',
    preview: `You can undo it for ${UNDO_TIME}.`,
    heading: `Hello ${name}, your email was changed.`,
    paragraph:
      `Your Portico account has another email address from now on. It was confirmed with ${deviceText(event)}, ${timeText(event, account)}. ` +
      'If it was you, there is nothing to do: log in with the new address.',
    action: { label: 'It was not me: undo it', url },
    note: `If it was not you, undo it on that page: this works for ${UNDO_TIME}. It gives your account this address back, logs out everybody, and lets you choose a new password.`,
    signature: 'Sent by Portico.',
  })
  return { to: { name, address: account.email }, ...content }
}

export function renderEmailUndoneEmail(account: Account, event: SecurityEvent, publicUrl: string): Email {
  const name = nameInEmail(account.name)
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'The change of your Portico email was undone',
    preview: 'Your account has its former address again.',
    heading: `Hello ${name}, the change was undone.`,
    paragraph:
      'Your Portico account has the email address again that it had before this one. That was done by the link in our email there, ' +
      `with ${deviceText(event)}, ${timeText(event, account)}. Everybody was logged out, and the password no longer works.`,
    action: { label: 'Choose a new password', url: publicUrl + paths.forgotPassword },
    note: 'The link to choose one is mailed to the former address. If you can no longer read emails there, write to support.',
    links: [{ label: 'Write to support', url: publicUrl + paths.support }],
    signature: 'Sent by Portico.',
  })
  return { to: { name, address: account.email }, ...content }
}

const LINK_TIME = durationInWords(accounts.EMAIL_CHANGE_SECONDS)
const UNDO_TIME = durationInWords(accounts.EMAIL_UNDO_SECONDS)
