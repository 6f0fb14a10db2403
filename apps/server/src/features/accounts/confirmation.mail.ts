import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { leadOn } from './accounts.mail.ts'
import { findRecipient } from './accounts.repository.ts'
import { CONFIRMATION_DAYS, issueConfirmation } from './confirmation.service.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    /** `path`: the page to lead on to. */
    mailConfirmation: { freelancerId: string; path?: string }
  }
}

export const mailConfirmation: EmailWriter<'mailConfirmation'> = async (ctx, { freelancerId, path }) => {
  const account = await findRecipient(ctx.db, freelancerId)
  if (!account || account.confirmedAt) return
  const { url, withdraw } = await issueConfirmation(ctx, freelancerId)
  return {
    email: renderConfirmationEmail(account, leadOn(url, path)),
    recipient: { side: 'freelancer', personId: freelancerId },
    withdraw,
  }
}

export function renderConfirmationEmail(
  { name, email }: { name: string; email: string },
  url: string,
): Email {
  const freelancer = nameInEmail(name)
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'Confirm your email for Portico',
    preview: 'Then Portico can write to your clients for you.',
    heading: `Hello ${freelancer}, is this your address?`,
    paragraph:
      'Confirm it, and Portico writes to your clients for you: invitations go out, and their answers reach you here. ' +
      `The link works once, for ${CONFIRMATION_DAYS} days.`,
    action: { label: 'Confirm my email', url },
    note: 'If you did not register, do nothing: nobody gets an email in your name.',
    signature: 'Sent by Portico.',
  })
  return { to: { name: freelancer, address: email }, ...content }
}
