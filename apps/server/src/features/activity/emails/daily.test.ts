import { accounts, activity, clients, members } from '@portico/contract'
import { expect, tokenFromUrl } from '../../../../test/fixtures.ts'
import { test } from '../../../../test/notification-emails.ts'

/** The Sunday on which clocks in London go back is 31 October 2038. */
test('sends one email at 8:00 of the freelancer’s zone, also on the day the clocks change', async ({
  api,
  clock,
  createPair,
  emailsTo,
  given,
}) => {
  clock.set('2038-10-30T07:30:00.000Z') // 8:30 in London
  const { maya, ada, menu } = await createPair({ timeZone: 'Europe/London' })
  await api.as(maya).call(activity.changeSettings, { body: { work: 'daily' } })
  await given.file(ada, menu, { name: 'first.pdf' })
  const countAt = async (instant: string) => {
    clock.set(instant)
    return (await emailsTo(maya)).length
  }

  expect(await countAt('2038-10-30T07:36:00.000Z')).toBe(0)
  expect(await countAt('2038-10-30T20:00:00.000Z')).toBe(0)
  await given.file(ada, menu, { name: 'second.pdf' })
  expect(await countAt('2038-10-31T07:59:30.000Z'), '7:59').toBe(0)
  expect(await countAt('2038-10-31T08:00:30.000Z'), '8:00 of winter time').toBe(1)
  expect((await emailsTo(maya))[0]?.text).toContain('Ada uploaded')
  expect(await countAt('2038-11-01T08:01:00.000Z'), 'nothing happened since').toBe(1)
})

test('keeps a decision for the daily email', async ({ api, clock, createPair, emailsTo, given }) => {
  clock.set('2038-11-10T16:00:00.000Z')
  const { maya, ada, menu } = await createPair()
  await api.as(ada).call(activity.changeSettings, { body: { work: 'daily' } })
  const review = await given.review(ada, await given.file(ada, menu))

  await given.decision(maya, review)
  clock.set('2038-11-10T18:00:00.000Z')
  expect(await emailsTo(ada)).toEqual([])

  clock.set('2038-11-11T08:01:00.000Z')
  expect(await emailsTo(ada)).toHaveLength(1)
})

test('uses the time zone of the client’s browser once it is known', async ({
  api,
  clock,
  createPair,
  emailsTo,
  given,
}) => {
  clock.set('2038-11-10T16:00:00.000Z')
  const { maya, ada, menu } = await createPair({ timeZone: 'Europe/London' })
  await api.as(maya).call(activity.changeSettings, { body: { work: 'daily' } })
  await given.file(ada, menu)
  clock.set('2038-11-10T17:00:00.000Z')
  expect(await emailsTo(maya)).toEqual([])

  const querystring = { token: tokenFromUrl(maya.loginUrl), timeZone: 'America/New_York' }
  await api.as(null).call(clients.enter, { querystring })
  clock.set('2038-11-11T12:59:30.000Z')
  expect(await emailsTo(maya), '7:59 in New York').toEqual([])
  clock.set('2038-11-11T13:00:30.000Z')
  expect(await emailsTo(maya)).toHaveLength(1)
})

test('uses the time zone of the workspace, also when another member comes to own it', async ({
  api,
  clock,
  createPair,
  emailsTo,
  given,
}) => {
  clock.set('2038-11-10T16:00:00.000Z')
  const { maya, ada, menu } = await createPair({ timeZone: 'Europe/London' })
  const ben = await given.member(ada, { person: await given.freelancer({ timeZone: 'America/New_York' }) })
  await api.as(maya).call(activity.changeSettings, { body: { work: 'daily' } })
  await given.file(ada, menu)
  clock.set('2038-11-10T17:00:00.000Z')
  expect(await emailsTo(maya)).toEqual([])

  await api.as(ada).call(members.transfer, { body: { to: ben.id, password: ada.password } })
  clock.set('2038-11-11T08:01:00.000Z')
  expect(await emailsTo(maya), '3:01 in New York').toEqual([])
  await api.as(ben).call(accounts.changeMe, { body: { timeZone: 'Europe/London' } })

  expect(await emailsTo(maya), '8:01 in London').toHaveLength(1)
})

test('ignores an unknown time zone of a client’s browser', async ({ api, createPair }) => {
  const { maya } = await createPair({ timeZone: 'Europe/London' })
  const querystring = { token: tokenFromUrl(maya.loginUrl), timeZone: 'Mars/Base' }

  expect((await api.as(null).call(clients.enter, { querystring })).status).toBe(200)
  expect((await api.as(maya).call(activity.getSettings)).body.timeZone).toBe('Europe/London')
})

test('follows a freelancer who moves to a zone where it is 8:00 earlier', async ({
  api,
  clock,
  createPair,
  emailsTo,
  given,
}) => {
  clock.set('2038-11-10T20:00:00.000Z')
  const { maya, ada, menu } = await createPair({ timeZone: 'America/New_York' })
  await api.as(ada).call(activity.changeSettings, { body: { work: 'daily' } })
  await given.file(maya, menu)
  clock.set('2038-11-10T20:06:00.000Z')
  expect(await emailsTo(ada)).toEqual([])

  await api.as(ada).call(accounts.changeMe, { body: { timeZone: 'Europe/Paris' } })
  clock.set('2038-11-11T07:00:30.000Z')

  expect(await emailsTo(ada), '8:00 in Paris').toHaveLength(1)
})

test('emails messages at once, without the events that wait for the morning', async ({
  api,
  clock,
  createPair,
  emailsTo,
  given,
  send,
}) => {
  clock.set('2038-11-10T12:00:00.000Z')
  const { maya, ada, menu } = await createPair()
  await api.as(maya).call(activity.changeSettings, { body: { work: 'daily' } })
  await given.file(ada, menu, { name: 'proof.pdf' })
  await send(ada, maya, 'A question')
  clock.set('2038-11-10T12:06:00.000Z')

  const [email] = await emailsTo(maya)
  expect(email?.text).toContain('> Ada: “A question”')
  expect(email?.text).not.toContain('proof.pdf')
  await emailsTo(maya)
  clock.set('2038-11-11T08:00:30.000Z')
  expect((await emailsTo(maya))[0]?.text).toContain('proof.pdf')
})
