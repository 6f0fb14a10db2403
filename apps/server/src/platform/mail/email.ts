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
  attachment?: { name: string; type: string; content: string }
}
export interface Mailbox {
  name?: string
  address: string
}

export type SentEmail = Omit<Email, 'from'> & { from: Mailbox }

/** Replaces line breaks, control characters and changes of text direction, which names may contain. */
export function singleLine(text: string) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** Mail programs turn web addresses into links. Names stored before such addresses were refused may contain them. */
export function nameWithoutLinks(text: string) {
  return singleLine(text).replaceAll('://', ': //').replace(/www\./gi, '$& ')
}
