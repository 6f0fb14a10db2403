import { activity, chat, clients } from '@portico/contract'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { expect } from '../../../../test/fixtures.ts'
import { type TestUser, uniqueEmail } from '../../../../test/given.ts'
import { countLockWaits } from '../../../../test/lock-waits.ts'
import { AN_HOUR, test as base, FIVE_MINUTES } from '../../../../test/notification-emails.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import { createChatEmailToken, createFormerEmailToken } from './email-token.ts'

/**
 * `newToken` returns the token in an email to this person about a message and an upload. `settings` returns their
 * current settings.
 */
const test = base
  .extend('newToken', ({ createPair, given, send, emailsTo, clock }) => async () => {
    const { maya, ada, menu } = await createPair()
    await send(ada, maya, 'Hello')
    await given.file(ada, menu)
    clock.forward(FIVE_MINUTES)
    const [email] = await emailsTo(maya)
    const [, token = ''] = /unsubscribe\?topic=messages&token=(\S+)/.exec(email?.text ?? '') ?? []
    return { maya, ada, menu, token }
  })
  .extend('settings', ({ api }) => async (person: TestUser) => {
    const { work, messages } = (await api.as(person).call(activity.getSettings)).body
    return { work, messages }
  })

test('stops emails of one kind, by the link in an email', async ({
  api,
  clock,
  emailsTo,
  given,
  newToken,
  send,
  settings,
}) => {
  const { maya, ada, menu, token } = await newToken()
  const next = async () => {
    await send(ada, maya, 'Another message')
    await given.file(ada, menu)
    clock.forward(AN_HOUR)
    const [email, ...others] = await emailsTo(maya)
    return [others.length + 1, email?.text.includes('uploaded'), email?.text.includes('Another message')]
  }

  await api.as(null).call(activity.unsubscribe, { querystring: { token, topic: 'messages' } })
  expect(await settings(maya)).toEqual({ work: 'soon', messages: 'never' })
  expect(await next()).toEqual([2, true, false])
  await api.as(null).call(activity.unsubscribe, { querystring: { token, topic: 'messages' } })
  await api.as(null).call(activity.unsubscribe, { querystring: { token, topic: 'work' } })
  expect(await settings(maya)).toEqual({ work: 'never', messages: 'never' })
  expect((await next())[0]).toBe(2)
  expect(await settings(ada), 'the other side').toEqual({ work: 'soon', messages: 'soon' })

  await api.as(maya).call(activity.changeSettings, { body: { work: 'soon' } })
  clock.forward(AN_HOUR)
  expect(await emailsTo(maya), 'nothing of before').toHaveLength(2)
  expect(await next()).toEqual([3, true, false])
})

test('settings can be changed while the client is archived', async ({ api, ctx, given }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  await given.project(maya)
  await api.as(maya).call(activity.changeSettings, { body: { work: 'never' } })

  const { changed, archived } = await ctx.db.transaction().execute(async (trx) => {
    await sql`select from unread where scope_id = ${id} for update`.execute(trx)
    const changed = api.as(maya).call(activity.changeSettings, { body: { work: 'soon' } })
    await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
    const archived = api
      .as(maya.freelancer)
      .call(clients.update, { params: { id: maya.id }, body: { archived: true } })
    await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(2), WAIT_OPTIONS)
    return { changed, archived }
  })

  expect([(await changed).status, (await archived).status]).toEqual([200, 200])
})

test('a mail program may post a form, without a redirect; a GET changes nothing', async ({
  app,
  newToken,
  settings,
}) => {
  const { maya, token } = await newToken()
  const url = `/api/notifications/unsubscribe?topic=work&token=${token}`
  const form = {
    'application/x-www-form-urlencoded': 'List-Unsubscribe=One-Click',
    'multipart/form-data; boundary=x':
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  }

  expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404)
  expect(await settings(maya)).toEqual({ work: 'soon', messages: 'soon' })
  for (const [type, payload] of Object.entries(form)) {
    const reply = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    expect(reply.statusCode).toBe(200)
  }
  expect(await settings(maya)).toEqual({ work: 'never', messages: 'soon' })
})

test('opening every link of an email changes no settings', async ({ app, newToken, emailsTo, settings }) => {
  const { maya } = await newToken()
  const [email] = await emailsTo(maya)
  const links = email?.html.match(/https?:[^"<\s]+/g) ?? []
  expect(links.length).toBeGreaterThan(4)

  for (const link of links) {
    const { pathname, search } = new URL(link.replaceAll('&#38;', '&'))
    for (const method of ['GET', 'HEAD'] as const) await app.inject({ method, url: pathname + search })
  }

  expect(await settings(maya)).toEqual({ work: 'soon', messages: 'soon' })
})

test('changes settings without a session, by the link in an email', async ({ api, newToken, settings }) => {
  const { maya, token } = await newToken()

  const { body } = await api
    .as(null)
    .call(activity.changeSettingsByEmail, { querystring: { token }, body: { work: 'daily' } })

  expect(body).toMatchObject({ work: 'daily', messages: 'soon' })
  expect((await api.as(null).call(activity.getSettingsByEmail, { querystring: { token } })).body).toEqual(
    body,
  )
  expect(await settings(maya)).toEqual({ work: 'daily', messages: 'soon' })
})

test('links in emails to an earlier address change nothing', async ({ api, ctx, newToken }) => {
  const { maya, ada, token } = await newToken()
  await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email: uniqueEmail('moved') } })

  const replies = [
    await api.as(null).call(activity.unsubscribe, { querystring: { token, topic: 'work' } }),
    await api.as(null).call(activity.getSettingsByEmail, { querystring: { token } }),
  ]

  for (const reply of replies)
    expect(reply).toMatchObject({ status: 401, body: { code: 'UNSUBSCRIBE_NOT_VALID' } })
  const row = await ctx.db
    .selectFrom('client')
    .select('work_mail')
    .where('id', '=', maya.id)
    .executeTakeFirst()
  expect(row).toEqual({ work_mail: 'soon' })
})

test('links of earlier versions still stop emails about messages', async ({
  api,
  pair: { maya },
  ctx,
  settings,
}) => {
  await keepFormerLinks(ctx, maya)

  const { body } = await api
    .as(null)
    .call(chat.unsubscribe, { querystring: { token: createChatEmailToken(ctx, maya) } })

  expect(body).toEqual({ enabled: false })
  expect(await settings(maya)).toEqual({ work: 'soon', messages: 'never' })
})

/** As a migration leaves people who were there before. */
function keepFormerLinks(ctx: AppContext, { side, personId }: Person) {
  return ctx.db.updateTable(side).set({ has_former_email_links: true }).where('id', '=', personId).execute()
}

test('links of the last version go on working, until the client has another address', async ({
  api,
  ctx,
  pair: { maya, ada },
  settings,
}) => {
  await keepFormerLinks(ctx, maya)
  await keepFormerLinks(ctx, ada)
  const tokens = [maya, ada].map((person) => createFormerEmailToken(ctx, person))
  const unsubscribe = (token: string) =>
    api.as(null).send(activity.unsubscribe, { querystring: { token, topic: 'work' } })

  for (const token of tokens) {
    expect(await unsubscribe(token)).toMatchObject({ status: 200, body: { work: 'never' } })
    const query = { querystring: { token } }
    expect((await api.as(null).call(activity.getSettingsByEmail, query)).status).toBe(200)
  }
  expect([await settings(maya), await settings(ada)]).toEqual([
    { work: 'never', messages: 'soon' },
    { work: 'never', messages: 'soon' },
  ])
  const change = (email: string) =>
    api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email } })
  await change(maya.email.toUpperCase())
  expect((await unsubscribe(tokens[0] ?? '')).status).toBe(200)
  await change(uniqueEmail('moved'))
  await change(maya.email)
  expect(await unsubscribe(tokens[0] ?? '')).toMatchObject({
    status: 401,
    body: { code: 'UNSUBSCRIBE_NOT_VALID' },
  })
})

test('refuses a link of the last version to a client who is new in this one', async ({ api, ctx, pair }) => {
  const token = createFormerEmailToken(ctx, pair.maya)

  expect(
    await api.as(null).send(activity.unsubscribe, { querystring: { token, topic: 'work' } }),
  ).toMatchObject({ status: 401 })
})

test('refuses a forged link', async ({ api, ctx, newToken, settings }) => {
  const { maya, token } = await newToken()
  const [, , signature] = token.split('.')

  for (const wrong of [
    `freelancer.${maya.freelancer.id}.${signature}`,
    `client.${maya.id}.`,
    `client.${maya.id}`,
    `client.${maya.id}.${'A'.repeat(43)}`,
    createChatEmailToken(ctx, maya),
    `${token}.x`,
    'x',
  ])
    expect(
      await api.as(null).send(activity.unsubscribe, { querystring: { token: wrong, topic: 'work' } }),
    ).toMatchObject({ status: 401, body: { code: 'UNSUBSCRIBE_NOT_VALID' } })
  expect(await settings(maya)).toEqual({ work: 'soon', messages: 'soon' })
})

test('refuses settings that it does not know', async ({ api, pair: { maya, ada } }) => {
  const change = async (person: TestUser, body: object) =>
    (await api.as(person).send(activity.changeSettings, { body })).status

  for (const body of [
    { work: 'hourly' },
    { messages: 'daily' },
    { push: 'yes' },
    { sound: true },
    {},
    { timeZone: 'Mars/Base' },
  ])
    expect(await change(maya, body), JSON.stringify(body)).toBe(400)
  expect(await change(ada, { timeZone: 'Europe/Paris' }), 'hers is in her profile').toBe(400)
})
