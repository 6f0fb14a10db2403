import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createCapturingTransport } from './captured.ts'
import { createSmtpTransport } from './smtp.ts'

export interface Email {
  to: Mailbox
  /** The sender's name. The address is always the configured one. */
  from?: string
  replyTo?: Mailbox
  subject: string
  text: string
  html: string
  /** Mail programs can list it first. */
  priority?: 'high'
  /** Mail programs post here to unsubscribe (RFC 8058). */
  unsubscribeUrl?: string
}
export interface Mailbox {
  name?: string
  address: string
}

export interface Mailer {
  /** Resolves once the mail server has accepted the email, or it is captured. */
  send(email: Email): Promise<void>
  /** Aborts emails in flight; their jobs retry them. */
  close(): void
}

export type SentEmail = Omit<Email, 'from'> & { from: Mailbox }

export function createMailer({ smtpUrl, mailFrom, dataDir }: Config): Mailer {
  const sender = parseSender(mailFrom)
  const transport = smtpUrl
    ? createSmtpTransport(smtpUrl)
    : createCapturingTransport(capturedMailDir(dataDir))

  return {
    send: ({ from, to, replyTo, subject, text, html, priority, unsubscribeUrl }) =>
      transport.send({
        from: singleLineMailbox({ ...sender, ...(from && { name: from }) }),
        to: singleLineMailbox(to),
        ...(replyTo && { replyTo: singleLineMailbox(replyTo) }),
        subject: escapeHeader(subject),
        text,
        html,
        ...(priority && { priority }),
        ...(unsubscribeUrl && { unsubscribeUrl }),
      }),
    close: () => transport.close(),
  }
}

export function capturedMailDir(dataDir: string) {
  return join(dataDir, 'mail')
}

/** Replaces line breaks, control characters and changes of text direction, which names may contain. */
export function singleLine(text: string) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** Mail programs turn web addresses into links. Names stored before such addresses were refused may contain them. */
export function nameWithoutLinks(text: string) {
  return singleLine(text).replaceAll('://', ': //').replace(/www\./gi, '$& ')
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
