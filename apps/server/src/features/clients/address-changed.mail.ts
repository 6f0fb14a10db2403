import { paths } from '@portico/contract'
import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailAddressChanged: AddressChange
  }
}

/** The whole contents of the email, because the client may be deleted by the time it is written. */
export interface AddressChange {
  /** With the address before the change. */
  client: { firstName: string; lastName: string; email: string }
  freelancer: { name: string; company: string | null; email: string }
}

export const mailAddressChanged: EmailWriter<'mailAddressChanged'> = async ({ config }, change) => ({
  email: renderAddressChangedEmail(change, config.publicUrl),
  recipient: null,
})

/** Does not name the new address: this one may have been a stranger's, by mistake. */
export function renderAddressChangedEmail(
  { client: to, freelancer: from }: AddressChange,
  publicUrl: string,
): Email {
  const [client, freelancer] = [nameInEmail(to.firstName), nameInEmail(from.name)]
  const content = renderEmail({
    from: { name: freelancer, role: from.company && nameInEmail(from.company) },
    subject: `Your portal with ${freelancer} has another address`,
    preview: 'Links and codes no longer come here.',
    heading: 'Your address was changed.',
    paragraph:
      `Your portal with ${freelancer} has another email address from now on. Every link that was mailed here and every session ` +
      'has ended, and codes no longer come here. Earlier receipts name this address, later ones the new one.',
    action: { label: 'Check a receipt', url: publicUrl + paths.verify },
    note: `If you did not ask for this, keep the receipts in your emails, and reply to this email to reach ${freelancer}.`,
    signature: `Sent by Portico for ${freelancer}.`,
  })
  return {
    to: { name: `${client} ${nameInEmail(to.lastName)}`, address: to.email },
    from: `${freelancer} via Portico`,
    replyTo: { name: freelancer, address: from.email },
    ...content,
  }
}
