import { chat } from '@portico/contract'
import { expect } from '../../../../test/fixtures.ts'
import { FIVE_MINUTES, test } from '../../../../test/unread-emails.ts'

test('emails nobody who switched emails off, in the settings or by the link', async ({
  given,
  send,
  emailsTo,
  clock,
  api,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const both = async () => {
    await send(ada, maya, 'For Maya')
    await send(maya, ada, 'For Ada')
    clock.forward(FIVE_MINUTES)
    return { maya: (await emailsTo(maya)).length, ada: (await emailsTo(ada)).length }
  }
  expect(await both()).toEqual({ maya: 1, ada: 1 })
  const [email] = await emailsTo(maya)

  const token = new URL(email?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
  await api.as(null).call(chat.unsubscribe, { querystring: { token } })
  await api.as(ada).call(chat.setMailPreference, { body: { enabled: false } })
  expect(await both()).toEqual({ maya: 1, ada: 1 })
  expect((await api.as(maya).call(chat.getMailPreference)).body).toEqual({ enabled: false })

  await api.as(maya).call(chat.setMailPreference, { body: { enabled: true } })
  expect(await both(), 'and only from then on').toEqual({ maya: 2, ada: 1 })
  expect((await emailsTo(maya))[0]?.subject).toBe('A message from Ada Marsh')
})

test('unsubscribes when a mail program posts to the link, not when it is opened', async ({
  given,
  send,
  emailsTo,
  clock,
  app,
  api,
}) => {
  const maya = await given.client(await given.freelancer())
  await send(maya.freelancer, maya, 'Hello')
  clock.forward(FIVE_MINUTES)
  const [email] = await emailsTo(maya)
  const { pathname, search } = new URL(email?.unsubscribeUrl ?? '')
  const url = pathname + search
  const form = {
    'application/x-www-form-urlencoded': 'List-Unsubscribe=One-Click',
    'multipart/form-data; boundary=x':
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  }

  expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404)
  expect((await api.as(maya).call(chat.getMailPreference)).body).toEqual({ enabled: true })
  for (const [type, payload] of Object.entries(form)) {
    await api.as(maya).call(chat.setMailPreference, { body: { enabled: true } })
    const reply = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    expect(reply.statusCode).toBe(200)
    expect((await api.as(maya).call(chat.getMailPreference)).body).toEqual({ enabled: false })
  }
})

test('refuses a forged link', async ({ given, send, emailsTo, clock, api }) => {
  const maya = await given.client(await given.freelancer())
  await send(maya.freelancer, maya, 'Hello')
  clock.forward(FIVE_MINUTES)
  const [email] = await emailsTo(maya)
  const token = new URL(email?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
  const [, , signature] = token.split('.')

  for (const wrong of [
    `freelancer.${maya.freelancer.id}.${signature}`,
    `client.${maya.id}.`,
    `client.${maya.id}`,
    `client.${maya.id}.${'A'.repeat(43)}`,
    `${token}.x`,
    'x',
  ])
    expect(await api.as(null).send(chat.unsubscribe, { querystring: { token: wrong } })).toMatchObject({
      status: 401,
      body: { code: 'UNSUBSCRIBE_NOT_VALID' },
    })
})
