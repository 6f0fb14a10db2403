import { hash } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/** What is counted for one client: an IPv4 address, or the /64 that a single IPv6 customer has to themselves. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** Stands for a mailbox: what follows a plus sign is a label that nearly every server delivers to the same one. */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@')
  return secretKey(email.slice(0, at).replace(/\+.*$/s, '') + email.slice(at))
}

/** Stands for an e-mail address, in any case of its letters, without keeping it. */
export function secretKey(email: string, ...more: string[]): string {
  return hash('sha256', [email.toLowerCase(), ...more].join('\0'), 'base64url').slice(0, 22)
}
