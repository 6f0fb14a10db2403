import { clients, PLANS, support } from '@portico/contract'
import { describe } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { uniqueEmail } from '../../../test/given.ts'
import { renderSupportEmail } from './support.mail.ts'

const OPERATOR = 'portico@localhost'
const request = () => ({
  name: 'Maya Whitcombe',
  email: uniqueEmail('maya'),
  message: 'My link is gone.\n\nMaya',
})

describe('a message to support', () => {
  test('is sent to the operator, with the sender as reply address', async ({ api, emails }) => {
    const body = request()

    const reply = await api.as(null).call(support.ask, { body })

    expect(reply).toMatchObject({ status: 200, body: { message: expect.stringContaining('24 hours') } })
    const email = (await emails.to(OPERATOR)).find(({ replyTo }) => replyTo?.address === body.email)
    expect(email).toMatchObject({ subject: 'Support: Maya Whitcombe', replyTo: { name: 'Maya Whitcombe' } })
    expect(email?.text).toContain('My link is gone.\n\nMaya')
  })

  test.for(['free', 'starter', 'pro', 'enterprise'] as const)(
    'from a freelancer on %s names the account and the plan, as the server knows them',
    async (plan, { api, given, emails }) => {
      const ada = await given.freelancer({ plan })
      const body = request()

      expect((await api.as(ada).call(support.ask, { body })).status).toBe(200)

      const email = (await emails.to(OPERATOR)).find(({ replyTo }) => replyTo?.address === body.email)
      expect(email?.text).toContain(`Account ${ada.id} (${ada.name}, ${PLANS[plan].title}).`)
      expect(email?.subject).toBe(`${plan === 'enterprise' ? '[Priority] ' : ''}Support: Maya Whitcombe`)
      expect(email?.priority).toBe(plan === 'enterprise' ? 'high' : undefined)
    },
  )

  test('from a client names their freelancer’s account, without its priority', async ({
    api,
    given,
    emails,
  }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    const maya = await given.client(ada)
    const body = request()

    await api.as(maya).call(support.ask, { body })

    const email = (await emails.to(OPERATOR)).find(({ replyTo }) => replyTo?.address === body.email)
    expect(email?.text).toContain(`Client ${maya.id} of account ${ada.id} (${ada.name}, Enterprise).`)
    expect(email?.subject).toBe('Support: Maya Whitcombe')
    expect(email?.priority).toBeUndefined()
  })

  test('without a session names no account and has no priority', async ({ api, emails }) => {
    const body = { ...request(), name: '[Priority] Maya' }

    await api.as(null).call(support.ask, { body })

    const email = (await emails.to(OPERATOR)).find(({ replyTo }) => replyTo?.address === body.email)
    expect(email?.subject).toBe('Support: Priority Maya')
    expect(email?.text).toContain('Not signed in.')
    for (const claim of [{ plan: 'enterprise' }, { account: { id: 'a', plan: 'enterprise' } }])
      expect((await api.as(null).send(support.ask, { body: { ...request(), ...claim } })).status).toBe(400)
  })

  test('returns 401 with an invalid token, and is not sent', async ({ api, given, emails }) => {
    const maya = await given.client(await given.freelancer())
    await api.as(maya.freelancer).call(clients.remove, { params: { id: maya.id } })
    const body = request()

    for (const headers of [{ authorization: 'Bearer a.b.c' }, { authorization: '' }])
      expect(await api.as(null).send(support.ask, { body, headers })).toMatchObject({
        status: 401,
        body: { code: 'NOT_SIGNED_IN' },
      })
    await expect.poll(() => api.as(maya).send(support.ask, { body })).toMatchObject({ status: 401 })

    expect((await emails.to(OPERATOR)).filter(({ replyTo }) => replyTo?.address === body.email)).toEqual([])
  })

  test('is prefilled with the name and address of the logged-in person', async ({ api, given }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)

    expect((await api.as(ada).call(support.sender)).body).toEqual({ name: ada.name, email: ada.email })
    expect((await api.as(maya).call(support.sender)).body).toEqual({
      name: `${maya.firstName} ${maya.lastName}`,
      email: maya.email,
    })
  })

  test('requires a name, a valid address and a text', async ({ api, emails }) => {
    const before = (await emails.to(OPERATOR)).length

    for (const field of ['name', 'email', 'message'])
      expect(
        await api.as(null).send(support.ask, { body: { ...request(), [field]: ' \u200b ' } }),
      ).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
    expect(await api.as(null).send(support.ask, { body: {} })).toMatchObject({
      status: 400,
      body: { message: 'All fields are required.' },
    })
    for (const email of ['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', 'not an address'])
      expect((await api.as(null).send(support.ask, { body: { ...request(), email } })).status).toBe(400)
    expect((await api.as(null).send(support.ask, { body: { ...request(), to: 'c@d.example' } })).status).toBe(
      400,
    )

    expect(await emails.to(OPERATOR)).toHaveLength(before)
  })

  test('is dropped when a bot filled in the hidden field', async ({ api, emails }) => {
    const body = { ...request(), website: 'https://pills.example' }

    expect((await api.as(null).call(support.ask, { body })).status).toBe(200)

    expect((await emails.to(OPERATOR)).filter(({ replyTo }) => replyTo?.address === body.email)).toEqual([])
  })

  test('adds no header to the email, and no markup to its body', () => {
    const email = renderSupportEmail(
      { address: OPERATOR },
      { name: 'M\r\nBcc: c@d.example', email: 'm@example.test', message: '<b>bold</b>' },
    )

    expect(email.subject).toBe('Support: M Bcc: c@d.example')
    expect(email.replyTo).toEqual({ name: 'M Bcc: c@d.example', address: 'm@example.test' })
    expect(email.html).toContain('&#60;b&#62;bold')
  })
})
