import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aReceipt, aReceiptKey, withSignature } from '../../../test/receipt.ts'
import { OwnCheck } from './OwnCheck.tsx'

test('the commands on the page compute the hash of a receipt and verify its signature', () => {
  const key = aReceiptKey()
  const receipt = withSignature(
    aReceipt({ comment: 'Größe "M", 10 € \\ and\nthe rest', project: 'Café ☕' }),
    key,
  )
  const folder = mkdtempSync(join(tmpdir(), 'portico-receipt-'))
  writeFileSync(join(folder, 'receipt.json'), JSON.stringify(receipt, null, 2))
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: [key.jwk] }))
  const commands = render(<OwnCheck />).container.querySelector('pre')?.textContent ?? ''

  const output = execFileSync('bash', ['-ec', commands], { cwd: folder, encoding: 'utf8' })

  rmSync(folder, { recursive: true })
  expect(output.trim().split('\n')).toEqual([
    receipt.hash,
    `${receipt.hash}  canonical.json`,
    'Signature Verified Successfully',
  ])
})
