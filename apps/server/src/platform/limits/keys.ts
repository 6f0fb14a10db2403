import { hash } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/** The IPv4 address, or the /64 network, which is what one IPv6 customer has. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** A key for a mailbox. Ignores what follows a plus sign, because nearly every server delivers it to the same mailbox. */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@')
  return hashedKey(email.slice(0, at).replace(/\+.*$/s, '') + email.slice(at))
}

/** A hash of an email address in lower case, so that the address is not stored. */
export function hashedKey(email: string, ...more: string[]): string {
  return hash('sha256', [email.toLowerCase(), ...more].join('\0'), 'base64url').slice(0, 22)
}
