import { support } from '@portico/contract'
import { describe } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { anAddress } from '../../../test/given.ts'
import { supportLetter } from './support.mail.ts'

const OPERATOR = 'portico@localhost'
const asked = () => ({
  name: 'Maya Whitcombe',
  email: anAddress('maya'),
  message: 'My link is gone.\n\nMaya',
})

describe('a message to support', () => {
  test('reaches the operator, who answers whoever wrote it', async ({ api, letters }) => {
    const body = asked()

    const reply = await api.as(null).call(support.ask, { body })

    expect(reply).toMatchObject({ status: 200, body: { message: expect.stringContaining('24 hours') } })
    const letter = (await letters.to(OPERATOR)).find(({ replyTo }) => replyTo?.address === body.email)
    expect(letter).toMatchObject({ subject: 'Support: Maya Whitcombe', replyTo: { name: 'Maya Whitcombe' } })
    expect(letter?.text).toContain('My link is gone.\n\nMaya')
  })

  test('needs a name, an address and words', async ({ api, letters }) => {
    const before = (await letters.to(OPERATOR)).length

    for (const field of ['name', 'email', 'message'])
      expect(
        await api.as(null).send(support.ask, { body: { ...asked(), [field]: ' \u200b ' } }),
      ).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
    expect(await api.as(null).send(support.ask, { body: {} })).toMatchObject({
      status: 400,
      body: { message: 'All fields are required.' },
    })
    for (const email of ['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', 'not an address'])
      expect((await api.as(null).send(support.ask, { body: { ...asked(), email } })).status).toBe(400)
    expect((await api.as(null).send(support.ask, { body: { ...asked(), to: 'c@d.example' } })).status).toBe(
      400,
    )

    expect(await letters.to(OPERATOR)).toHaveLength(before)
  })

  test('from a machine that fills in what nobody sees is thanked for, and goes nowhere', async ({
    api,
    letters,
  }) => {
    const body = { ...asked(), website: 'https://pills.example' }

    expect((await api.as(null).call(support.ask, { body })).status).toBe(200)

    expect((await letters.to(OPERATOR)).filter(({ replyTo }) => replyTo?.address === body.email)).toEqual([])
  })

  test('adds no line to the letter’s head, and no markup to its body', () => {
    const letter = supportLetter(
      { address: OPERATOR },
      { name: 'M\r\nBcc: c@d.example', email: 'm@example.test', message: '<b>bold</b>' },
    )

    expect(letter.subject).toBe('Support: M Bcc: c@d.example')
    expect(letter.replyTo).toEqual({ name: 'M Bcc: c@d.example', address: 'm@example.test' })
    expect(letter.html).toContain('&#60;b&#62;bold')
  })
})
