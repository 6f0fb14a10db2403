import { spawnSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { encodeReceipt, hashReceipt, NO_HASH } from './receipt-hash.ts'
import type { Receipt } from './receipts.ts'

const receipt: Omit<Receipt, 'hash' | 'signature'> = {
  id: '01a20979-ec95-7220-a0b5-3845f03959ad',
  number: 1,
  project: 'Menü "Frühling" \u007f\u0001\\ \u2028 😀',
  client: { name: 'Maya </script> Whitcombe', email: 'maya@northwindbakery.example' },
  file: {
    name: '菜单.pdf',
    version: 2,
    size: 5,
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  },
  decision: 'approved',
  comment: 'Go ahead.\n\tMaya',
  identifiedBy: 'code',
  decidedAt: '2026-11-15T11:42:08.000Z',
  withdraws: null,
  previousHash: NO_HASH,
}

const docs = readFileSync(join(import.meta.dirname, '../../../docs/receipts.md'), 'utf8')
const commands =
  docs.split('## Check it with common tools')[1]?.match(/^ {4}(?:python3|sha256sum|openssl) .*$/gm) ?? []
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const signature = {
  keyId: 'spring',
  value: sign(null, encodeReceipt(receipt), privateKey).toString('base64url'),
}
const signed = { ...receipt, hash: hashReceipt(receipt), signature }

/** Runs the commands of docs/receipts.md beside these files. */
function runCommands(given: object) {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'spring' }]
  writeFileSync(join(folder, 'receipt.json'), JSON.stringify(given, null, 2))
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }))
  writeFileSync(join(folder, 'approved-file'), 'hello')
  return spawnSync('sh', ['-c', commands.join('\n')], { cwd: folder, encoding: 'utf8' })
}

test('the commands of docs/receipts.md work out the same hashes and verify the signature', () => {
  const { stdout, stderr, status } = runCommands(signed)

  expect(stderr).toBe('')
  expect(stdout.match(/[0-9a-f]{64}/g)).toEqual([
    hashReceipt(receipt),
    hashReceipt(receipt),
    receipt.file.sha256,
    receipt.file.sha256,
  ])
  expect(stdout).toContain('Signature Verified Successfully')
  expect(status).toBe(0)
})

test('the commands of docs/receipts.md refuse a receipt that was changed and hashed again', () => {
  const changed = { ...signed, comment: 'Print 500.' }

  const { stdout, status } = runCommands({ ...changed, hash: hashReceipt(changed) })

  expect(stdout).toContain('Signature Verification Failure')
  expect(status).not.toBe(0)
})

test('the example of docs/receipts.md has the hash it carries, and a signature of the key there', () => {
  const [example, keySet] = (docs.match(/^ {4}\{[\s\S]*?^ {4}\}$/gm) ?? []).map((json) => JSON.parse(json))
  expect(hashReceipt(example)).toBe(example.hash)
  const [key] = keySet.keys
  expect(key.kid).toBe(example.signature.keyId)
  const value = Buffer.from(example.signature.value, 'base64url')
  expect(verify(null, encodeReceipt(example), createPublicKey({ key, format: 'jwk' }), value)).toBe(true)
})

test('detects a changed character and a changed order', () => {
  const { file, ...rest } = receipt
  expect(hashReceipt({ file, ...rest })).toBe(hashReceipt(receipt))
  expect(hashReceipt({ ...receipt, comment: 'Go ahead!\n\tMaya' })).not.toBe(hashReceipt(receipt))
})
