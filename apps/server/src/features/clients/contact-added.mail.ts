import { paths } from '@portico/contract'
import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailContactAdded: ContactAdded
  }
}

/** The whole contents of the email, because client and contact may be deleted by the time it is written. */
export interface ContactAdded {
  client: { firstName: string; lastName: string; email: string }
  contact: { firstName: string; lastName: string; email: string }
  freelancer: { name: string; company: string | null; email: string }
}

export const mailContactAdded: EmailWriter<'mailContactAdded'> = async ({ config }, added) => ({
  email: renderContactAddedEmail(added, config.publicUrl),
  recipient: null,
})

export function renderContactAddedEmail(
  { client: to, contact, freelancer: from }: ContactAdded,
  publicUrl: string,
): Email {
  const [client, freelancer] = [nameInEmail(to.firstName), nameInEmail(from.name)]
  const name = `${nameInEmail(contact.firstName)} ${nameInEmail(contact.lastName)}`
  const content = renderEmail({
    from: { name: freelancer, role: from.company && nameInEmail(from.company) },
    subject: `Another person may approve in your portal with ${freelancer}`,
    preview: 'See who it is.',
    heading: 'Another person may approve for you.',
    paragraph:
      `In your portal with ${freelancer} there is another contact who sees your projects and may approve for you: ${name}, ` +
      `with the address ${contact.email}. Each receipt names who approved.`,
    action: { label: 'Check a receipt', url: publicUrl + paths.verify },
    note: `If you did not ask for this, reply to this email to reach ${freelancer}.`,
    signature: `Sent by Portico for ${freelancer}.`,
  })
  return {
    to: { name: `${client} ${nameInEmail(to.lastName)}`, address: to.email },
    from: `${freelancer} via Portico`,
    replyTo: { name: freelancer, address: from.email },
    ...content,
  }
}
