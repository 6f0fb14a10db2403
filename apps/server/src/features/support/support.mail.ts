import { html, toText } from '../../platform/html.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { type Letter, type Mailbox, parseSender, plainName } from '../../platform/mail.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    /** The message itself, for it is kept nowhere else, and gone from here once it is sent. */
    mailSupport: Message
  }
}

interface Message {
  name: string
  email: string
  message: string
}

export const mailSupport: EmailWriter<'mailSupport'> = async ({ config }, message) => ({
  letter: supportLetter(parseSender(config.supportAddress ?? config.mailFrom), message),
})

/** To the operator; answering it reaches whoever wrote. */
export function supportLetter(to: Mailbox, { name, email, message }: Message): Letter {
  const writer = plainName(name)
  return {
    to,
    from: `${writer} via Portico`,
    replyTo: { name: writer, address: email },
    subject: `Support: ${writer}`,
    text: `${writer} <${email}> wrote on the support page:\n\n${message}\n\nAnswer this mail to reach them.\n`,
    html: toText(html`<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Support</title></head>
<body style="margin:24px;font:16px/26px -apple-system,'Segoe UI',Arial,sans-serif;">
<p><strong>${writer}</strong> &lt;${email}&gt; wrote on the support page:</p>
<p style="max-width:600px;white-space:pre-wrap;overflow-wrap:anywhere;">${message}</p>
<p>Answer this mail to reach them.</p>
</body>
</html>
`),
  }
}
