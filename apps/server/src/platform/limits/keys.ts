import { hash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { emailKey } from '../sql/email-keys.ts'

/** The IPv4 address, or the /64 network, which is what one IPv6 customer has. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** A key for a mailbox. Ignores what follows a plus sign, because nearly every server delivers it to the same mailbox. */
export function mailboxKey(address: string): string {
  const email = emailKey(address)
  const at = email.lastIndexOf('@')
  return hashedKey(email.slice(0, at).replace(/\+.*$/s, '') + email.slice(at))
}

/** A hash, so that no address is stored. */
export function hashedKey(...parts: string[]): string {
  return hash('sha256', parts.join('\0'), 'base64url').slice(0, 22)
}
