/**
 * Decides from the reply to `RCPT TO` whether a mail server refuses the recipient or us for good. Many servers check
 * the sender only then, and a misconfigured server refuses every recipient. Undefined when the reply is unclear, such
 * as for a full mailbox or a policy.
 */
export function findRefusedParty(reply: string): 'recipient' | 'sender' | undefined {
  const text = reply.replace(/\S*@\S*/g, '')
  const [code = ''] = /^5\d\d/.exec(text) ?? []
  const status = ENHANCED_STATUS.exec(text)?.[0] ?? ''
  if (!code) return
  if (AUTHENTICATION_CODES.has(code) || SENDER_STATUS.test(status) || ABOUT_SENDER.test(text)) return 'sender'
  if (RECIPIENT_STATUS.test(status)) return 'recipient'
  const isVague = status === '' || VAGUE_STATUS.test(status)
  return isVague && RECIPIENT_CODES.has(code) && !ABOUT_POLICY.test(text) ? 'recipient' : undefined
}

/** As in `550 5.1.1` (RFC 3463), and not a part of an IP address. */
const ENHANCED_STATUS = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/
/** Exchange Online replies 5.4.1 for unknown recipients. */
const RECIPIENT_STATUS = /^5\.(1\.\d+|2\.1|4\.1)$/
const SENDER_STATUS = /^5\.1\.[78]$/
const VAGUE_STATUS = /^5\.[05]\.0$/

/** No such mailbox, moved elsewhere, no valid name (RFC 5321). */
const RECIPIENT_CODES = new Set(['550', '551', '553'])
const AUTHENTICATION_CODES = new Set(['530', '534', '535', '538'])

const ABOUT_SENDER = /\b(relay|sender|authenticat|rcpthosts)/i
const ABOUT_POLICY = /access|block|denied|permitted|polic|reputation|spam/i
