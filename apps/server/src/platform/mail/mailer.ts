import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { captureMail } from './captured.ts'
import { mailBySmtp } from './smtp.ts'

export interface Letter {
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

/** Whether a letter that failed has surely reached nobody, so that what is in it can be withdrawn. */
export function isUndelivered(error: unknown) {
  return error instanceof Error && 'nobodyHasIt' in error && error.nobodyHasIt === true
}

export interface Mailer {
  /** Resolves once the mail server has taken the letter, or it is captured. */
  send(letter: Letter): Promise<void>
  /** Gives up on letters that are still on their way; their jobs send them again. */
  close(): void
}

/** A letter as it leaves: it says from whom, and each of its header lines is one line. */
export type SentLetter = Omit<Letter, 'from'> & { from: Mailbox }

export function createMailer({ smtpUrl, mailFrom, dataDir }: Config): Mailer {
  const sender = parseSender(mailFrom)
  const transport = smtpUrl ? mailBySmtp(smtpUrl) : captureMail(capturedMailDir(dataDir))

  return {
    send: ({ from, to, replyTo, subject, text, html, priority, unsubscribeUrl }) =>
      transport.send({
        from: inLine({ ...sender, ...(from && { name: from }) }),
        to: inLine(to),
        ...(replyTo && { replyTo: inLine(replyTo) }),
        subject: headerLine(subject),
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
export function oneLine(text: string) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** For names from before web addresses were refused in them: no mail program makes a link of what is left. */
export function plainName(text: string) {
  return oneLine(text).replaceAll('://', ': //').replace(/www\./gi, '$& ')
}

/** Words that look encoded already would be decoded by whoever reads them, into anything at all. */
function headerLine(text: string) {
  return oneLine(text).replaceAll('=?', '= ?')
}

function inLine({ name, address }: Mailbox): Mailbox {
  return name ? { name: headerLine(name), address } : { address }
}

/** `Portico <mail@portico.example>`, or the bare address. */
export function parseSender(from: string): Mailbox {
  const [, name = '', address = from] = /^"?([^"]*)"?\s*<(.+)>$/.exec(from) ?? []
  return inLine({ name, address })
}
