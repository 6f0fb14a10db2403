import { PLANS, type Plan } from '@portico/contract'
import { html, toText } from '../../platform/http/html.ts'
import { type Email, type Mailbox, nameInEmail } from '../../platform/mail/email.ts'
import { parseSender } from '../../platform/mail/mailer.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    /**
     * Contains the message itself, because it is stored nowhere else. The payload is deleted once the email is sent.
     */
    mailSupport: Message
  }
}

interface Message {
  name: string
  email: string
  message: string
  /** The account of a signed-in sender, or of the freelancer whose client they are. */
  account?: Account | null
}

interface Account {
  id: string
  name: string
  /** Null where there are no plans. */
  plan: Plan | null
  clientId: string | null
}

export const mailSupport: EmailWriter<'mailSupport'> = async ({ config }, message) => ({
  email: renderSupportEmail(parseSender(config.supportAddress ?? config.mailFrom), message),
  recipient: null,
})

/** The operator's reply goes to the sender. */
export function renderSupportEmail(to: Mailbox, { name, email, message, account }: Message): Email {
  const writer = nameInEmail(name)
  const priority = hasPriority(account)
  const about = account ? accountText(account) : 'Not signed in.'
  return {
    to,
    from: `${writer} via Portico`,
    replyTo: { name: writer, address: email },
    // Operators filter by the mark, so a name must not contain one.
    subject: `${priority ? '[Priority] ' : ''}Support: ${writer.replace(/[[\]]/g, '')}`,
    ...(priority && { priority: 'high' }),
    text: `A message to support from ${writer} <${email}>:\n\n${message}\n\n${about}\nReply to this email to reach them.\n`,
    html: toText(html`<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Support</title></head>
<body style="margin:24px;font:16px/26px -apple-system,'Segoe UI',Arial,sans-serif;">
<p>A message to support from <strong>${writer}</strong> &lt;${email}&gt;:</p>
<p style="max-width:600px;white-space:pre-wrap;overflow-wrap:anywhere;">${message}</p>
<p>${about}<br>Reply to this email to reach them.</p>
</body>
</html>
`),
  }
}

/** Only the account's holder has priority support, not their clients. */
function hasPriority(account: Account | null | undefined) {
  return account?.plan ? PLANS[account.plan].support === 'priority' && account.clientId === null : false
}

function accountText({ id, name, plan, clientId }: Account) {
  const whose = plan ? `${nameInEmail(name)}, ${PLANS[plan].title}` : nameInEmail(name)
  return clientId ? `Client ${clientId} of account ${id} (${whose}).` : `Account ${id} (${whose}).`
}
