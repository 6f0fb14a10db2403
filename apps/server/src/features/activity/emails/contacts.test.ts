import { activity, clients, projects } from '@portico/contract'
import { expect, tokenFromUrl } from '../../../../test/fixtures.ts'
import type { TestUser } from '../../../../test/given.ts'
import { AN_HOUR, test as base, FIVE_MINUTES } from '../../../../test/notification-emails.ts'
import type { CapturedEmail } from '../../../platform/mail/captured.ts'
import { removeContact } from '../../clients/contacts.service.ts'
import { markRead } from '../activity.service.ts'
import { remindOfDeadlines } from './remind-of-deadlines.service.ts'

/** `newsTo` leaves out the emails that announce the contacts. */
const test = base.extend('newsTo', ({ emailsTo }) => async (person: TestUser) => {
  const emails = await emailsTo(person)
  return emails.filter(({ subject }) => !subject.startsWith('Another person'))
})

const loginToken = (email: CapturedEmail | undefined) =>
  /client-login\?token=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? ''

test('each person of a client is emailed what they have not seen, by their own name and link', async ({
  api,
  pair: { maya, ada, menu },
  ctx,
  given,
  newsTo,
  clock,
}) => {
  const [sam, looker] = [await given.contact(maya), await given.contact(maya, { looksOnly: true })]
  const gone = await given.contact(maya)
  await given.file(ada, menu, { name: 'menu.pdf' })
  await markRead(ctx, maya, { all: true })
  await removeContact(ctx, ada, gone.id)
  clock.forward(FIVE_MINUTES)

  expect(await newsTo(maya), 'who has seen it').toEqual([])
  expect(await newsTo(gone)).toEqual([])
  for (const person of [sam, looker]) {
    const [email, ...more] = await newsTo(person)
    expect(more).toEqual([])
    expect(email).toMatchObject({ to: { name: 'Sam Reed', address: person.email } })
    expect(email?.text).toContain('Hello Sam.')
    const { body } = await api.as(null).call(clients.enter, { querystring: { token: loginToken(email) } })
    expect(ctx.tokens.read(body.token)?.sub).toBe(person.id)
  }
})

test('each person of a client chooses for themselves, also by the link of their email', async ({
  api,
  pair: { maya, ada, menu },
  ctx,
  given,
  newsTo,
  clock,
}) => {
  const [sam, tom, refused] = [
    await given.contact(maya),
    await given.contact(maya),
    await given.contact(maya),
  ]
  await api.as(tom).call(activity.changeSettings, { body: { work: 'never' } })
  await ctx.db
    .updateTable('client')
    .set({ email_refusal: { refusedAt: '2026-11-19T12:00:00.000Z', reply: '550 no such user' } })
    .where('id', '=', refused.id)
    .execute()
  await given.file(ada, menu, { name: 'menu.pdf' })
  clock.forward(FIVE_MINUTES)
  const [first] = await newsTo(sam)
  const token = /unsubscribe\S*[?&]token=([^\s&]+)/.exec(first?.text ?? '')?.[1] ?? ''
  await api.as(null).call(activity.unsubscribe, { querystring: { topic: 'work', token } })

  await given.file(ada, menu, { name: 'prices.pdf' })
  clock.forward(AN_HOUR)

  expect(await newsTo(maya)).toHaveLength(2)
  expect(await newsTo(sam)).toHaveLength(1)
  expect(await newsTo(tom)).toEqual([])
  expect(await newsTo(refused)).toEqual([])
})

test('what a contact did is emailed to the freelancer in their name, and replies go to them', async ({
  pair: { maya, ada, menu },
  ctx,
  given,
  newsTo,
  clock,
}) => {
  const sam = await given.contact(maya)
  await given.feedback(sam, menu, 'Could the blue be darker?')
  clock.forward(FIVE_MINUTES)
  const [ofSam] = await newsTo(ada)
  expect(ofSam).toMatchObject({
    from: { name: 'Sam Reed via Portico' },
    replyTo: { name: 'Sam Reed', address: sam.email },
  })
  expect(ofSam?.text).toContain('> Sam: “Could the blue be darker?”')
  expect(await newsTo(maya), 'a colleague').toEqual([])

  await given.feedback(sam, menu, 'Or green?')
  await given.feedback(maya, menu, 'Blue is fine.')
  clock.forward(AN_HOUR)
  const [ofBoth] = await newsTo(ada)
  expect(ofBoth).toMatchObject({ replyTo: { name: 'Maya Whitcombe', address: maya.email } })

  // Nobody can write to who was removed.
  await given.feedback(sam, menu, 'Goodbye.')
  await removeContact(ctx, ada, sam.id)
  clock.forward(AN_HOUR)
  const [ofRemoved] = await newsTo(ada)
  expect(ofRemoved?.text).toContain('> Sam: “Goodbye.”')
  expect(ofRemoved).toMatchObject({ replyTo: { address: maya.email } })
})

test('each person of a client is reminded of a due date in their own morning', async ({
  api,
  createPair,
  ctx,
  given,
  newsTo,
  clock,
}) => {
  clock.set('2038-10-20T12:00:00.000Z')
  const { maya, ada, menu } = await createPair({ timeZone: 'Europe/London' })
  const [near, far] = [await given.contact(maya), await given.contact(maya)]
  const querystring = { token: tokenFromUrl(far.loginUrl), timeZone: 'America/New_York' }
  await api.as(null).call(clients.enter, { querystring })
  await api.as(ada).call(projects.setDueDate, { params: { id: menu.id }, body: { dueDate: '2038-11-01' } })
  for (const person of [maya, near, far]) await markRead(ctx, person, { all: true })
  const countAt = async (instant: string) => {
    clock.set(instant)
    await remindOfDeadlines(ctx, {})
    const counts: number[] = []
    for (const person of [maya, near, far]) counts.push((await newsTo(person)).length)
    return counts
  }

  expect(await countAt('2038-10-31T08:00:00.000Z')).toEqual([1, 1, 0])
  expect(await countAt('2038-10-31T12:00:00.000Z')).toEqual([1, 1, 1])

  const [email] = await newsTo(far)
  expect(email).toMatchObject({ subject: 'Spring menu is due tomorrow', to: { name: 'Sam Reed' } })
})
