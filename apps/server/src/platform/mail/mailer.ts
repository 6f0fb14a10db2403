import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createCapturingTransport } from './captured.ts'
import { type Email, type Mailbox, singleLine } from './email.ts'
import { createSmtpTransport } from './smtp.ts'

export interface Mailer {
  /** Resolves once the mail server has accepted the email, or it is captured. */
  send(email: Email): Promise<void>
  /** Aborts emails in flight; their jobs retry them. */
  close(): void
}

export function createMailer({ smtpUrl, mailFrom, dataDir }: Config): Mailer {
  const sender = parseSender(mailFrom)
  const transport = smtpUrl
    ? createSmtpTransport(smtpUrl)
    : createCapturingTransport(capturedMailDir(dataDir))

  return {
    send: ({ from, to, replyTo, subject, text, html, priority, unsubscribeUrl, attachments }) =>
      transport.send({
        from: singleLineMailbox({ ...sender, ...(from && { name: from }) }),
        to: singleLineMailbox(to),
        ...(replyTo && { replyTo: singleLineMailbox(replyTo) }),
        subject: escapeHeader(subject),
        text,
        html,
        ...(priority && { priority }),
        ...(unsubscribeUrl && { unsubscribeUrl }),
        ...(attachments && { attachments }),
      }),
    close: () => transport.close(),
  }
}

export function capturedMailDir(dataDir: string) {
  return join(dataDir, 'mail')
}

/** Breaks up `=?`, because mail programs would decode it as an encoded word. */
function escapeHeader(text: string) {
  return singleLine(text).replaceAll('=?', '= ?')
}

function singleLineMailbox({ name, address }: Mailbox): Mailbox {
  return name ? { name: escapeHeader(name), address } : { address }
}

/** `Portico <mail@portico.example>`, or the bare address. */
export function parseSender(from: string): Mailbox {
  const [, name = '', address = from] = /^"?([^"]*)"?\s*<(.+)>$/.exec(from) ?? []
  return singleLineMailbox({ name, address })
}
