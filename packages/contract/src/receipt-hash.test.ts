import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashReceipt, NO_HASH } from './receipt-hash.ts'
import type { Receipt } from './receipts.ts'

const receipt: Omit<Receipt, 'hash'> = {
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

test('the commands of docs/receipts.md work out the same hashes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/receipts.md'), 'utf8')
  const commands =
    docs.split('## Check it with common tools')[1]?.match(/^ {4}(?:python3|sha256sum) .*$/gm) ?? []
  writeFileSync(
    join(folder, 'receipt.json'),
    JSON.stringify({ ...receipt, hash: hashReceipt(receipt) }, null, 2),
  )
  writeFileSync(join(folder, 'approved-file'), 'hello')

  const { stdout, stderr } = spawnSync('sh', ['-c', commands.join('\n')], { cwd: folder, encoding: 'utf8' })

  expect(stderr).toBe('')
  const hashes = stdout.match(/[0-9a-f]{64}/g)
  expect(hashes).toEqual([
    hashReceipt(receipt),
    hashReceipt(receipt),
    receipt.file.sha256,
    receipt.file.sha256,
  ])
})

test('the example of docs/receipts.md has the hash it carries', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/receipts.md'), 'utf8')
  const example = JSON.parse(docs.match(/^ {4}\{[\s\S]*?^ {4}\}$/m)?.[0] ?? '')
  expect(hashReceipt(example)).toBe(example.hash)
})

test('detects a changed character and a changed order', () => {
  const { file, ...rest } = receipt
  expect(hashReceipt({ file, ...rest })).toBe(hashReceipt(receipt))
  expect(hashReceipt({ ...receipt, comment: 'Go ahead!\n\tMaya' })).not.toBe(hashReceipt(receipt))
})
