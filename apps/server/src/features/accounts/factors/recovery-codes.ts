import { randomBytes } from 'node:crypto'
import { factors } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { hashesOfShortSecret, hashShortSecret } from '../../../platform/http/sealed-secrets.ts'

/** Without `l`, `o`, `0` and `1`, which are taken for each other. 32 of them, so that each random byte gives one evenly. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz'
const LENGTH = 8
const PURPOSE = 'recovery codes'

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

export function hashRecoveryCode({ config }: Pick<AppContext, 'config'>, personId: string, code: string) {
  return hashShortSecret(config, PURPOSE, personId, normaliseCode(code))
}

/** What the stored hash of this code may be, also from before the server's secret was rotated. */
export function hashesOfRecoveryCode({ config }: Pick<AppContext, 'config'>, personId: string, code: string) {
  return hashesOfShortSecret(config, PURPOSE, personId, normaliseCode(code))
}

/** A code as people type it, with spaces and hyphens of any kind. */
export function normaliseCode(code: string) {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
}

export const isAppCode = (code: string) => /^\d{6}$/.test(normaliseCode(code))
