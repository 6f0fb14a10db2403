import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createCapturingTransport } from './captured.ts'
import { createSmtpTransport } from './smtp.ts'

export interface Email {
  to: Mailbox
  /** The name it is sent in; the address is always our own. */
  from?: string
  replyTo?: Mailbox
  subject: string
  text: string
  html: string
  /** Marked as urgent, so that mail programs can list it first. */
  priority?: 'high'
  /** Where a mail program posts by itself to have no more of these (RFC 8058). */
  unsubscribeUrl?: string
}
export interface Mailbox {
  name?: string
  address: string
}

/** Whether an email that failed has surely reached nobody, so that what is in it can be withdrawn. */
export function isUndelivered(error: unknown) {
  return error instanceof Error && 'nobodyHasIt' in error && error.nobodyHasIt === true
}

export interface Mailer {
  /** Resolves once the mail server has taken the email, or it is captured. */
  send(email: Email): Promise<void>
  /** Gives up on emails that are still on their way; their jobs send them again. */
  close(): void
}

/** An email as it leaves: it says from whom, and each of its header lines is one line. */
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

/** What people named themselves and their things, without what would break a line or turn its direction. */
export function singleLine(text: string) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** For names from before web addresses were refused in them: no mail program makes a link of what is left. */
export function nameWithoutLinks(text: string) {
  return singleLine(text).replaceAll('://', ': //').replace(/www\./gi, '$& ')
}

/** Words that look encoded already would be decoded by whoever reads them, into anything at all. */
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
