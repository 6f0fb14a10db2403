import type { receipts } from '@portico/contract'
import { hashReceipt, NO_HASH } from '@portico/contract/receipt-hash'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { open } from '../../../test/fixtures.tsx'
import VerifyPage from './VerifyPage.tsx'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

function receipt(part: Partial<receipts.Receipt> = {}): receipts.Receipt {
  const contents = {
    id: '01a20979-ec95-7220-a0b5-3845f03959ad',
    number: 1,
    project: 'Spring menu',
    client: { name: 'Maya <b>Whitcombe</b>', email: 'maya@example.test' },
    file: { name: 'menu.pdf', version: 2, size: 5, sha256: HELLO },
    decision: 'approved',
    comment: null,
    identifiedBy: 'link',
    decidedAt: '2026-11-15T11:42:08.000Z',
    withdraws: null,
    previousHash: NO_HASH,
    ...part,
  } as const
  return { ...contents, hash: hashReceipt(contents) }
}

const asFile = (content: unknown, name = 'receipt.json') => new File([JSON.stringify(content)], name)

async function check(content: unknown) {
  open('/', { '/': <VerifyPage /> })
  await userEvent.upload(screen.getByLabelText('The receipt'), asFile(content))
}

const chooseFile = (text: string) =>
  userEvent.upload(screen.getByLabelText('The approved file'), new File([text], 'mine.pdf'))

const checks = () =>
  within(screen.getByText('Fingerprint of the file').closest('ul') as HTMLElement)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('a receipt that is as it was, with the approved file', async () => {
  await check(receipt())
  expect((await screen.findByRole('status')).textContent).toBe('UnchangedThe receipt is as it was written.')
  screen.getByText('Maya <b>Whitcombe</b>, maya@example.test')

  await chooseFile('hello')

  await screen.findByText('mine.pdf, 5 bytes: equal.')
  expect(screen.getByRole('status').textContent).toContain('and the file is the one that was approved.')
})

test('one changed character', async () => {
  await check({ ...receipt(), comment: 'Print 500 of them.' })
  expect((await screen.findByRole('alert')).textContent).toContain('Altered')
  expect(checks()).toEqual([
    'Fingerprint of the receiptNot equal. Something in it was changed after 15 November 2026.',
    'Fingerprint of the fileNot compared, since the receipt cannot be trusted.',
  ])
})

test('another file', async () => {
  await check(receipt())
  await screen.findByText('Unchanged')
  await chooseFile('hello, world')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The receipt is unchanged, but mine.pdf is not the file that was approved.',
  )
  expect(checks()[1]).toContain('12 bytes: not equal. The approved one has 5 bytes.')
})

describe('all receipts of a project', () => {
  const first = receipt()
  const second = receipt({ number: 2, decision: 'withdrawn', withdraws: first.id, previousHash: first.hash })
  const third = receipt({ number: 3, previousHash: second.hash })

  test('that follow on each other', async () => {
    await check([first, second, third])
    expect((await screen.findByRole('status')).textContent).toContain(
      'All 3 receipts are as they were written.',
    )
  })

  test('and then those of another project', async () => {
    await check([first, second, receipt({ project: 'Van livery' })])
    expect((await screen.findByRole('status')).textContent).toContain(
      'All 3 receipts are as they were written.',
    )
  })

  test('of which one is missing', async () => {
    await check([first, third])
    expect((await screen.findByRole('alert')).textContent).toContain('Receipt 3 does not say')
    screen.getByText('Receipt 3 does not follow on the one before it.')
  })
})

test.for([
  ['a text', 'Dear Ada'],
  ['nothing', null],
  ['an empty list', []],
  ['a receipt without its number', { ...receipt(), number: undefined }],
  ['a receipt among other things', [receipt(), 7]],
])('%s is no receipt', async ([, content]) => {
  await check(content)
  expect((await screen.findByRole('alert')).textContent).toContain('receipt.json is not a receipt')
  await chooseFile('hello')
  await userEvent.upload(screen.getByLabelText('The receipt'), asFile(receipt()))
  expect(await screen.findByText(/the file is the one that was approved/)).toBeDefined()
})

test('another one can be checked afterwards', async () => {
  await check(receipt())
  await userEvent.click(await screen.findByRole('button', { name: 'Check another' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  screen.getByRole('button', { name: 'Choose receipt' })
})
