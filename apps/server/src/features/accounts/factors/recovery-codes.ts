import { createHash, randomBytes } from 'node:crypto'
import { factors } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { hashesOfShortSecret, openSecret, sealSecret } from '../../../platform/http/sealed-secrets.ts'

/** Without `l`, `o`, `0` and `1`, which are taken for each other. 32 of them, so that each random byte gives one evenly. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz'
const LENGTH = 8
export const CODES_PURPOSE = 'recovery codes'

/** As they are shown: `7kq4-m2xd`. */
export function createRecoveryCodes() {
  const codes = new Set<string>()
  while (codes.size < factors.RECOVERY_CODE_COUNT) codes.add(createCode())
  return [...codes]
}

function createCode() {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** Encrypted too: the hash of a code that is so short could be tried. */
export function sealRecoveryCode({ config }: Pick<AppContext, 'config'>, personId: string, code: string) {
  return sealSecret(config, CODES_PURPOSE, personId, hash(code))
}

/** Whether this is the code of a stored row. Of an earlier version, the hash is keyed by one of the server's secrets. */
export function isCodeOf(
  { config }: Pick<AppContext, 'config'>,
  personId: string,
  code: string,
  { codeHash, isSealed }: { codeHash: Buffer; isSealed: boolean },
) {
  if (!isSealed)
    return hashesOfShortSecret(config, CODES_PURPOSE, personId, normaliseCode(code)).some((known) =>
      known.equals(codeHash),
    )
  return openSecret(config, CODES_PURPOSE, personId, codeHash) === hash(code)
}

const hash = (code: string) => createHash('sha256').update(normaliseCode(code)).digest('hex')

/** A code as people type it, with spaces and hyphens of any kind. */
export function normaliseCode(code: string) {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
}

export const isAppCode = (code: string) => /^\d{6}$/.test(normaliseCode(code))
