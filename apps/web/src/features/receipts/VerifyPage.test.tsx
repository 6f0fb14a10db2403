import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { open } from '../../../test/fixtures.tsx'
import { aReceipt } from '../../../test/receipt.ts'
import VerifyPage from './VerifyPage.tsx'

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

test('accepts an unchanged receipt with the approved file', async () => {
  await check(aReceipt())
  expect((await screen.findByRole('status')).textContent).toBe('UnchangedThe receipt is as it was written.')
  screen.getByText('Maya <b>Whitcombe</b>, maya@example.test')

  await chooseFile('hello')

  await screen.findByText('mine.pdf, 5 bytes: equal.')
  expect(screen.getByRole('status').textContent).toContain('and the file is the one that was approved.')
})

test('refuses a receipt with one changed character', async () => {
  await check({ ...aReceipt(), comment: 'Print 500 of them.' })
  expect((await screen.findByRole('alert')).textContent).toContain('Altered')
  expect(checks()).toEqual([
    'Fingerprint of the receiptNot equal. Something in it was changed after 15 November 2026.',
    'Fingerprint of the fileNot compared, since the receipt cannot be trusted.',
  ])
})

test('refuses another file', async () => {
  await check(aReceipt())
  await screen.findByText('Unchanged')
  await chooseFile('hello, world')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The receipt is unchanged, but mine.pdf is not the file that was approved.',
  )
  expect(checks()[1]).toContain('12 bytes: not equal. The approved one has 5 bytes.')
})

describe('all receipts of a project', () => {
  const first = aReceipt()
  const second = aReceipt({ number: 2, decision: 'withdrawn', withdraws: first.id, previousHash: first.hash })
  const third = aReceipt({ number: 3, previousHash: second.hash })

  test('accepts consecutive receipts', async () => {
    await check([first, second, third])
    expect((await screen.findByRole('status')).textContent).toContain(
      'All 3 receipts are as they were written.',
    )
  })

  test('accepts receipts of several projects', async () => {
    await check([first, second, aReceipt({ project: 'Van livery' })])
    expect((await screen.findByRole('status')).textContent).toContain(
      'All 3 receipts are as they were written.',
    )
  })

  test('refuses a list in which one is missing', async () => {
    await check([first, third])
    expect((await screen.findByRole('alert')).textContent).toContain('Receipt 3 does not say')
    screen.getByText('Receipt 3 does not follow on the one before it.')
  })
})

test.for([
  ['a text', 'Dear Ada'],
  ['nothing', null],
  ['an empty list', []],
  ['a receipt without its number', { ...aReceipt(), number: undefined }],
  ['a receipt among other things', [aReceipt(), 7]],
])('%s is no receipt', async ([, content]) => {
  await check(content)
  expect((await screen.findByRole('alert')).textContent).toContain('receipt.json is not a receipt')
  await chooseFile('hello')
  await userEvent.upload(screen.getByLabelText('The receipt'), asFile(aReceipt()))
  expect(await screen.findByText(/the file is the one that was approved/)).toBeDefined()
})

test('another receipt can be checked afterwards', async () => {
  await check(aReceipt())
  await userEvent.click(await screen.findByRole('button', { name: 'Check another' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  screen.getByRole('button', { name: 'Choose receipt' })
})
