import { webcrypto } from 'node:crypto'
import type { receipts } from '@portico/contract'
import { hashReceipt, KEYS_PATH } from '@portico/contract/receipt-hash'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { open, problem, serve, signInClient, signInFreelancer } from '../../../test/fixtures.tsx'
import { aReceiptKey, aReceipt as aReceiptWithoutSignature, withSignature } from '../../../test/receipt.ts'
import VerifyPage from './VerifyPage.tsx'

const asFile = (content: unknown, name = 'receipt.json') => new File([JSON.stringify(content)], name)

const key = aReceiptKey()
const KEYS = `GET ${KEYS_PATH}`
const servesKeys = { [KEYS]: () => Response.json({ keys: [key.jwk] }) }

const aReceipt = (part: Partial<receipts.Receipt> = {}) => withSignature(aReceiptWithoutSignature(part), key)

beforeEach(() => {
  // jsdom has no `subtle`; browsers do.
  vi.stubGlobal('crypto', webcrypto)
  serve(servesKeys)
})

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
  await screen.findByRole('heading', { name: 'Signed by this portal and unchanged' })
  expect(screen.getByRole('status').textContent).toContain('The receipt is as it was written.')
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
  await screen.findByText('Signed by this portal and unchanged')
  await chooseFile('hello, world')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The receipt is unchanged, but mine.pdf is not the file that was approved.',
  )
  expect(checks()[2]).toContain('12 bytes: not equal. The approved one has 5 bytes.')
})

describe('all receipts of a project', () => {
  const first = aReceipt()
  const second = aReceipt({ number: 2, decision: 'withdrawn', withdraws: first.id, previousHash: first.hash })
  const third = aReceipt({ number: 3, previousHash: second.hash })

  test('accepts consecutive receipts', async () => {
    await check([first, second, third])
    await screen.findByText('All 3 receipts are as they were written.')
  })

  test('accepts receipts of several projects', async () => {
    await check([first, second, aReceipt({ project: 'Van livery' })])
    await screen.findByText('All 3 receipts are as they were written.')
  })

  test('refuses a list in which one is missing', async () => {
    await check([first, third])
    expect((await screen.findByRole('alert')).textContent).toContain('Receipt 3 does not say')
    screen.getByText('Receipt 3 does not follow on the one before it.')
  })
})

describe('the signature', () => {
  test.for([
    ['that nobody signed', aReceiptWithoutSignature(), 'It has none.'],
    [
      'of a version that did not sign',
      { ...aReceiptWithoutSignature(), signature: undefined },
      'It has none.',
    ],
    [
      'of another portal',
      withSignature(aReceiptWithoutSignature(), aReceiptKey('autumn')),
      'It has one, but not of localhost:3000.',
    ],
  ] as const)('a receipt %s is unchanged, but not signed by this portal', async ([, receipt, text]) => {
    await check(receipt)

    await screen.findByRole('heading', { name: 'Unchanged, but not signed by this portal' })
    expect(screen.queryByText(/Signed by this portal/)).toBeNull()
    screen.getByText(text)
  })

  test.for([
    ['of another receipt', aReceipt({ comment: 'Bigger.' }).signature],
    ['that another key made in the name of ours', withSignature(aReceipt(), aReceiptKey()).signature],
    ['that is no base64', { keyId: key.kid, value: '?' }],
    ['that is empty', { keyId: key.kid, value: '' }],
  ] as const)('a signature %s makes it altered', async ([, signature]) => {
    await check({ ...aReceipt(), signature })

    expect((await screen.findByRole('alert')).textContent).toContain('Altered')
    screen.getByText('Not of what it says. It was taken from another receipt, or something was changed.')
  })

  test('a receipt that was changed and hashed again is altered', async () => {
    const changed = { ...aReceipt(), comment: 'Print 500 of them.' }
    await check({ ...changed, hash: hashReceipt(changed) })

    expect((await screen.findByRole('alert')).textContent).toContain('Altered')
  })

  test('one receipt without a signature makes a list not signed', async () => {
    const first = aReceipt()
    const second = aReceiptWithoutSignature({ number: 2, previousHash: first.hash })
    await check([first, second])

    await screen.findByRole('heading', { name: 'Unchanged, but not signed by this portal' })
    screen.getByText('Receipt 2 has none.')
  })

  test('without an answer of the portal it is not checked, and can be tried again', async () => {
    serve({ [KEYS]: () => problem(503, 'UNAVAILABLE', 'Later.') })
    await check(aReceipt())
    await screen.findByRole('heading', { name: 'Unchanged, signature not checked' })

    serve(servesKeys)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

    await screen.findByRole('heading', { name: 'Signed by this portal and unchanged' })
  })

  test('a browser that checks no signatures says so', async () => {
    vi.stubGlobal('crypto', {})
    await check(aReceipt())

    await screen.findByText(/this browser checks signatures on pages with https alone/)
    expect(screen.queryByRole('heading', { name: /Signed by this portal/ })).toBeNull()
  })
})

test.for([
  ['chosen', 'Signed by this portal and unchanged'],
  ['not_chosen', 'Another file'],
] as const)('a file of several that was %s', async ([decision, verdict]) => {
  const { file } = aReceipt()
  const other = decision === 'chosen' ? 'not_chosen' : 'chosen'
  await check(
    aReceipt({
      file: { ...file, name: 'poster.pdf', sha256: 'a'.repeat(64) },
      files: [
        { ...file, name: 'poster.pdf', sha256: 'a'.repeat(64), decision: other, comment: null },
        { ...file, decision, comment: null },
      ],
    }),
  )
  await screen.findByText('Signed by this portal and unchanged')
  await chooseFile('hello')

  await screen.findByRole('heading', { name: verdict })
  expect(screen.getByText('Chosen')).toBeDefined()
  expect(screen.getByText('Not chosen')).toBeDefined()
})

test('a receipt with files that are none is refused', async () => {
  await check({ ...aReceipt(), files: [{ name: 'menu.pdf' }] })
  expect((await screen.findByRole('alert')).textContent).toContain('receipt.json is not a receipt')
})

describe('later receipts', () => {
  const first = aReceipt()
  const second = aReceipt({
    id: '01a20979-ec95-7220-a0b5-3845f0395900',
    number: 2,
    decision: 'withdrawn',
    withdraws: first.id,
    previousHash: first.hash,
  })
  const third = aReceipt({
    id: '01a20979-ec95-7220-a0b5-3845f0395901',
    number: 3,
    previousHash: second.hash,
  })
  const newestOf = ({ id }: receipts.Receipt) => `GET /receipts/${id}/newest`
  /** `newest` is the newest of the project. */
  const knows = (of: receipts.Receipt, newest: receipts.Receipt) => ({
    [newestOf(of)]: () => Response.json(newest),
    [`GET /receipts/${of.id}/withdrawal`]: () =>
      Response.json({ receipt: newest.withdraws === of.id ? newest : null }),
  })

  test('nobody is asked without a session', async () => {
    await check([first, second])

    await screen.findByText(/Log in to the portal as somebody who sees the project/)
  })

  test('a person who sees the project learns that the end of a list is cut off', async () => {
    signInClient()
    serve({ ...servesKeys, ...knows(second, third) })
    await check([first, second])

    await screen.findByText(/The end is cut off: later receipts of the project “Spring menu” are missing/)
    screen.getByText(/The project has 3 receipts, and number 2 is the last one here/)
  })

  test('a person who sees the project learns that an approval was taken back', async () => {
    signInFreelancer()
    serve({ ...servesKeys, ...knows(first, second) })
    await check(first)

    await screen.findByText('Receipt 2 takes this approval back.')
    expect(screen.getByRole('alert').textContent).toMatch(/^Taken back.* took this approval back on /)
    screen.getByText(/What was checked is signed by this portal and unchanged/)
  })

  test('a list says of a file that its approval was taken back', async () => {
    await check([first, second])
    await screen.findByText('All 2 receipts are as they were written.')
    await chooseFile('hello')

    expect((await screen.findByRole('alert')).textContent).toMatch(/^Taken back/)
  })

  test('a whole list is the newest', async () => {
    signInFreelancer()
    serve({ ...servesKeys, ...knows(third, third) })
    await check([first, second, third])

    await screen.findByText('None. It is the newest of its project.')
  })

  test('a person who does not see the project learns nothing', async () => {
    signInFreelancer()
    const refuse = () => problem(404, 'RECEIPT_NOT_FOUND', 'Receipt not found.')
    const asked = serve({
      ...servesKeys,
      [newestOf(second)]: refuse,
      [`GET /receipts/${second.id}/withdrawal`]: refuse,
    })
    await check([first, second])

    await screen.findByText(/Log in to the portal as somebody who sees the project/)
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(3))
    expect(screen.queryByText(/cut off/)).toBeNull()
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
