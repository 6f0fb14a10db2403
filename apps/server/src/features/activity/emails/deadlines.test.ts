import { accounts, activity, clients, projects } from '@portico/contract'
import { expect, tokenFromUrl } from '../../../../test/fixtures.ts'
import type { TestClient, TestFreelancer } from '../../../../test/given.ts'
import { test as base } from '../../../../test/notification-emails.ts'
import { queueNotificationEmails } from './queue-emails.service.ts'
import { remindOfDeadlines } from './remind-of-deadlines.service.ts'

/**
 * `createDue` creates projects that are due on Monday, 1 November 2038; clocks in London go back on the Sunday. `countAt`
 * returns how many emails the client and the freelancer have got by then.
 */
const test = base
  .extend('createDue', ({ clock, createPair, api }) => async (timeZone = 'Europe/London') => {
    clock.set('2038-10-20T12:00:00.000Z')
    const { maya, ada, menu } = await createPair({ timeZone })
    const setDueDate = (dueDate: string | null, project = menu) =>
      api.as(ada).call(projects.setDueDate, { params: { id: project.id }, body: { dueDate } })
    await setDueDate('2038-11-01')
    await api.as(maya).call(activity.markRead, { body: { all: true } })
    return { maya, ada, menu, setDueDate }
  })
  .extend(
    'countAt',
    ({ clock, ctx, emailsTo }) =>
      async (instant: string, { maya, ada }: { maya: TestClient; ada: TestFreelancer }) => {
        clock.set(instant)
        await remindOfDeadlines(ctx, {})
        return [(await emailsTo(maya)).length, (await emailsTo(ada)).length]
      },
  )

test('reminds both sides at 8:00 of the day before, once, although the clocks change', async ({
  countAt,
  createDue,
  emails,
}) => {
  const due = await createDue()

  expect(await countAt('2038-10-31T07:45:00.000Z', due), '7:45').toEqual([0, 0])
  expect(await countAt('2038-10-31T08:00:00.000Z', due)).toEqual([1, 1])
  expect(await countAt('2038-10-31T12:00:00.000Z', due)).toEqual([1, 1])
  expect(await countAt('2038-11-01T08:00:00.000Z', due), 'the day itself').toEqual([1, 1])

  const [[toMaya], [toAda]] = [await emails.to(due.maya.email), await emails.to(due.ada.email)]
  expect(toMaya).toMatchObject({
    subject: 'Spring menu is due tomorrow',
    from: { name: 'Ada Marsh via Portico' },
  })
  expect(toMaya?.text).toContain('Spring menu\nhttp')
  expect(toMaya?.text).toContain('- Due tomorrow (1 November)')
  expect(toAda).toMatchObject({ subject: 'Spring menu is due tomorrow', from: { name: 'Portico' } })
})

test('reminds only the side whose turn it is', async ({ api, countAt, createDue, emails }) => {
  const due = await createDue()
  await api
    .as(due.ada)
    .call(projects.passTurn, { params: { id: due.menu.id }, body: { to: 'client', note: 'Please look.' } })
  await api.as(due.maya).call(activity.markRead, { body: { all: true } })

  expect(await countAt('2038-10-31T08:00:00.000Z', due)).toEqual([1, 0])
  const [email] = await emails.to(due.maya.email)
  expect(email?.text).toContain('The due date is 1 November, and it is your turn.')
})

test('reminds of several projects in the same email as new events', async ({
  countAt,
  createDue,
  emails,
  given,
  clock,
  send,
}) => {
  const due = await createDue()
  const sign = await given.project(due.maya, { title: 'Shop sign', dueDate: '2038-11-01' })
  clock.set('2038-10-31T07:56:00.000Z')
  await given.file(due.ada, sign, { name: 'sign.pdf' })
  await send(due.ada, due.maya, 'Nearly there')

  await countAt('2038-10-31T08:00:00.000Z', due)
  const [email, ...others] = await emails.to(due.maya.email)

  expect(others).toEqual([])
  expect(email?.subject).toBe('2 projects are due tomorrow')
  expect(email?.text).toMatch(
    /Shop sign\n\S+\n- Due tomorrow \(1 November\)\n(- .*\n)*- Ada uploaded sign.pdf/,
  )
  expect(email?.text).toContain('> Ada: “Nearly there”')
})

test('reminds nobody of completed, archived or deleted projects, nor a person who wants no emails', async ({
  api,
  countAt,
  createDue,
  ctx,
  emails,
  emailsTo,
  given,
  clock,
}) => {
  const due = await createDue()
  const { ada, maya, menu } = due
  const [archived, binned] = [
    await given.project(maya, { dueDate: '2038-11-01' }),
    await given.project(maya, { dueDate: '2038-11-01' }),
  ]
  await api.as(ada).call(projects.update, { params: { id: archived.id }, body: { archived: true } })
  await api.as(ada).call(projects.remove, { params: { id: binned.id } })
  await api.as(ada).call(projects.complete, { params: { id: menu.id } })
  await api.as(maya).call(activity.markRead, { body: { all: true } })
  expect(await countAt('2038-10-31T08:00:00.000Z', due)).toEqual([0, 0])

  const other = await createDue()
  for (const person of [other.maya, other.ada])
    await api.as(person).call(activity.changeSettings, { body: { work: 'never' } })
  expect(await countAt('2038-10-31T08:00:00.000Z', other)).toEqual([0, 0])

  const deletedBeforeItIsWritten = await createDue()
  clock.set('2038-10-31T08:00:00.000Z')
  await remindOfDeadlines(ctx, {})
  await queueNotificationEmails(ctx, {})
  const id = deletedBeforeItIsWritten.menu.id
  await api.as(deletedBeforeItIsWritten.ada).call(projects.remove, { params: { id } })
  expect(await emails.to(deletedBeforeItIsWritten.maya.email)).toEqual([])
  expect(await emailsTo(deletedBeforeItIsWritten.ada)).toEqual([])
})

test('sends no second reminder when the date is changed back, and none of a date that was set after 8:00', async ({
  api,
  countAt,
  createDue,
}) => {
  const due = await createDue()
  expect(await countAt('2038-10-31T08:00:00.000Z', due)).toEqual([1, 1])
  await due.setDueDate('2038-11-09')
  await due.setDueDate('2038-11-01')
  await api.as(due.maya).call(activity.markRead, { body: { all: true } })
  expect(await countAt('2038-10-31T12:00:00.000Z', due)).toEqual([1, 1])

  await due.setDueDate('2038-11-09')
  await api.as(due.maya).call(activity.markRead, { body: { all: true } })
  expect(await countAt('2038-11-08T08:00:00.000Z', due), 'another date').toEqual([2, 2])

  const late = await createDue()
  await late.setDueDate(null)
  await api.as(late.maya).call(activity.markRead, { body: { all: true } })
  await countAt('2038-10-31T09:00:00.000Z', late)
  await late.setDueDate('2038-11-01')
  await api.as(late.maya).call(activity.markRead, { body: { all: true } })
  expect(await countAt('2038-10-31T16:00:00.000Z', late), 'set on the day before').toEqual([0, 0])
})

test('waits for the reader’s morning within the freelancer’s day', async ({
  api,
  clock,
  countAt,
  createDue,
}) => {
  const due = await createDue()
  const querystring = { token: tokenFromUrl(due.maya.loginUrl), timeZone: 'America/New_York' }
  await api.as(null).call(clients.enter, { querystring })

  expect(await countAt('2038-10-31T08:00:00.000Z', due), 'London').toEqual([0, 1])
  expect(await countAt('2038-10-31T11:45:00.000Z', due)).toEqual([0, 1])
  expect(await countAt('2038-10-31T12:00:00.000Z', due), 'New York, in summer time').toEqual([1, 1])

  const fromAuckland = await createDue('Pacific/Auckland')
  clock.set('2038-10-30T18:45:00.000Z')
  expect(await countAt('2038-10-30T18:45:00.000Z', fromAuckland), '7:45 there').toEqual([0, 0])
  expect(await countAt('2038-10-30T19:00:00.000Z', fromAuckland)).toEqual([1, 1])
})

test('a freelancer who moves to another zone is reminded once, in the new morning', async ({
  api,
  countAt,
  createDue,
}) => {
  const due = await createDue('America/New_York')
  const move = (timeZone: string) => api.as(due.ada).call(accounts.changeMe, { body: { timeZone } })

  await move('Europe/London')
  expect(await countAt('2038-10-31T08:00:00.000Z', due)).toEqual([1, 1])
  await move('America/New_York')
  expect(await countAt('2038-10-31T12:00:00.000Z', due)).toEqual([1, 1])
})

test('sends one email when several processes queue it at the same time', async ({
  clock,
  createDue,
  ctx,
  emails,
}) => {
  const { maya, ada } = await createDue()
  clock.set('2038-10-31T08:00:00.000Z')

  await Promise.all(Array.from({ length: 4 }, () => remindOfDeadlines(ctx, {})))
  await Promise.all(Array.from({ length: 4 }, () => queueNotificationEmails(ctx, {})))

  expect(await emails.to(maya.email)).toHaveLength(1)
  expect(await emails.to(ada.email)).toHaveLength(1)
})

test('a late reminder says that the project is due today', async ({ clock, createDue, ctx, emails }) => {
  const { maya } = await createDue()
  clock.set('2038-10-31T08:00:00.000Z')
  await remindOfDeadlines(ctx, {})
  clock.set('2038-11-01T08:00:00.000Z')
  await queueNotificationEmails(ctx, {})

  expect((await emails.to(maya.email)).map(({ subject }) => subject)).toEqual(['Spring menu is due today'])
})
