import { paths } from '@portico/contract'
import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { findRecipient } from './accounts.repository.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailTest: { freelancerId: string }
  }
}

export const mailTest: EmailWriter<'mailTest'> = async (ctx, { freelancerId }) => {
  const account = await findRecipient(ctx.db, freelancerId)
  if (!account) return
  return {
    email: renderTestEmail(account, ctx.config.publicUrl),
    recipient: { side: 'freelancer', personId: freelancerId },
  }
}

export function renderTestEmail({ name, email }: { name: string; email: string }, publicUrl: string): Email {
  const freelancer = nameInEmail(name)
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'Emails from Portico reach you',
    preview: 'You asked for this test in your settings.',
    heading: `Hello ${freelancer}, emails reach you.`,
    paragraph:
      'You asked for this test in your settings. You are notified by email again, as you chose there.',
    action: { label: 'Open the settings', url: publicUrl + paths.freelancer.notificationSettings },
    note: 'There is nothing else to do.',
    signature: 'Sent by Portico.',
  })
  return { to: { name: freelancer, address: email }, ...content }
}
