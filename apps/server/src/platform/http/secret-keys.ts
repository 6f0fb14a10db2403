import { hkdfSync } from 'node:crypto'
import type { Config } from '../../config.ts'

/** What a key is for. A signature of one purpose is worth nothing for another. */
type Purpose =
  | 'session tokens'
  | 'file links'
  | 'email links'
  | 'guest links'
  | 'review codes'
  | 'invitation codes'

export type Secrets = Pick<Config, 'appSecret' | 'formerSecrets'>

/** All secrets, the newest first. */
export const secretsOf = ({ appSecret, formerSecrets }: Secrets): [string, ...string[]] => [
  appSecret,
  ...formerSecrets,
]

/** The keys of a purpose, that of the newest secret first. It signs, and all of them verify. */
export function keysFor(secrets: Secrets, purpose: Purpose): [Buffer, ...Buffer[]] {
  const [newest, ...former] = secretsOf(secrets)
  return [derivedKey(newest, purpose), ...former.map((secret) => derivedKey(secret, purpose))]
}

/** The same with the secrets themselves, which signed before keys were derived. For what may be as old as that. */
export const keysSinceEver = (secrets: Secrets, purpose: Purpose): (Buffer | string)[] => [
  ...keysFor(secrets, purpose),
  ...secretsOf(secrets),
]

const keys = new Map<string, Buffer>()

function derivedKey(secret: string, purpose: Purpose) {
  const name = `${purpose} ${secret}`
  const known = keys.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', `portico ${purpose}`, 32))
  keys.set(name, key)
  return key
}
