import { truncate } from '@portico/contract'
import { find } from 'linkifyjs'
import type { EmailContents } from './render-email.ts'

export interface Email {
  to: Mailbox
  /** The sender's name. The address is always the configured one. */
  from?: string
  replyTo?: Mailbox
  subject: string
  text: string
  html: string
  /** What the email was rendered from, so that it can have the look of a workspace. */
  contents?: EmailContents
  /** Mail programs can list it first. */
  priority?: 'high'
  /** Mail programs post here to unsubscribe (RFC 8058). */
  unsubscribeUrl?: string
  attachments?: Attachment[]
}

export interface Attachment {
  name: string
  type: string
  /** Text, unless `encoding` says otherwise. */
  content: string
  encoding?: 'base64'
}

export interface Mailbox {
  name?: string
  address: string
}

export type SentEmail = Omit<Email, 'from' | 'contents'> & { from: Mailbox }

/** Replaces line breaks, control characters and changes of text direction, which names may contain. */
export function singleLine(text: string) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** The longest name in an email: a longer one could be a message of its own. */
const MAX_NAME_LENGTH = 60

/** A name that somebody chose, as emails show it: short, on one line, and nothing that mail programs turn into a link. */
export function nameInEmail(name: string) {
  return truncate(breakLinks(titleInEmail(name)), MAX_NAME_LENGTH)
}

/** A title or a sentence as emails show it: on one line, without addresses that mail programs turn into links. */
export function titleInEmail(text: string) {
  return singleLine(text).replaceAll('://', ': //').replace(/www\./gi, '$& ')
}

/** The same in a subject, where it must leave room for the rest. */
export function titleInSubject(text: string) {
  return truncate(titleInEmail(text), MAX_NAME_LENGTH)
}

/** Names stored before links in them were refused may contain some. */
function breakLinks(text: string) {
  return find(text).reduceRight(
    (broken, { start, end, value }) =>
      broken.slice(0, start) + value.replace(/[.:@]/g, '$& ') + broken.slice(end),
    text,
  )
}
