import { clients, contacts } from '@portico/contract'
import { expect, tokenFromUrl } from '../../../../test/fixtures.ts'
import type { TestUser } from '../../../../test/given.ts'
import { FIVE_MINUTES, test } from '../../../../test/notification-emails.ts'
import { markSeen } from '../../chat/timeline/read-state.service.ts'
import { enterByLink } from '../../clients/links.service.ts'
import { markRead } from '../activity.service.ts'
import { queueNotificationEmails } from './queue-emails.service.ts'
import { changeSettings } from './settings.service.ts'

test('emails unread messages once, after five minutes, with those that followed', async ({
  pair: { maya, ada },
  send,
  emailsTo,
  clock,
}) => {
  await send(maya, ada, 'Is the bleed in the file?')
  clock.forward({ seconds: 200 })
  await send(maya, ada, 'The printer asks.')
  expect(await emailsTo(ada)).toEqual([])

  clock.forward({ seconds: 101 })
  const [email, ...more] = await emailsTo(ada)

  expect(more).toEqual([])
  expect(email).toMatchObject({
    from: { name: 'Maya Whitcombe via Portico' },
    replyTo: { name: 'Maya Whitcombe', address: maya.email },
    subject: '2 messages from Maya Whitcombe',
  })
  expect(email?.text).toContain('> Maya: “Is the bleed in the file?”\n\n> Maya: “The printer asks.”')
  expect(email?.text).toContain(`/chat?client=${maya.id}`)
  clock.forward({ seconds: 3_600 })
  expect(await emailsTo(ada)).toHaveLength(1)
})

test('sends a client a link that logs in and opens the conversation', async ({
  pair: { maya },
  send,
  emailsTo,
  clock,
  ctx,
}) => {
  await send(maya.freelancer, maya, 'The proof is in the files.')
  clock.forward(FIVE_MINUTES)

  const [email] = await emailsTo(maya)

  expect(email).toMatchObject({
    to: { name: 'Maya Whitcombe', address: maya.email },
    from: { name: 'Ada Marsh via Portico' },
    subject: 'A message from Ada Marsh',
  })
  const [url = ''] = /http\S+client-login\S+/.exec(email?.text ?? '') ?? []
  expect(new URL(url).searchParams.get('to')).toBe('chat')
  expect(await enterByLink(ctx, tokenFromUrl(url))).toMatchObject({ token: expect.any(String) })
})

test('emails what a message carries', async ({
  pair: { maya, ada, menu },
  send,
  emailsTo,
  clock,
  ctx,
  given,
}) => {
  const upload = async (name: string) => (await given.file(ada, menu, { name })).id
  const [first, second, third] = [await upload('menu.txt'), await upload('a.txt'), await upload('b.txt')]
  await markRead(ctx, maya, { all: true })
  await send(ada, maya, '', [first])
  clock.forward(FIVE_MINUTES)
  const [only] = await emailsTo(maya)
  await send(ada, maya, 'And the two covers.', [second, third])
  clock.forward({ seconds: 3_601 })
  const [both] = await emailsTo(maya)

  expect(only?.subject).toBe('A message from Ada Marsh')
  expect(only?.text).toContain('Ada Marsh sent you menu.txt.')
  expect(only?.text).toContain('Ada sent menu.txt')
  expect(only?.text).not.toContain('“”')
  expect(both?.text).toContain('Ada Marsh wrote to you.')
  expect(both?.text).toMatch(/Ada sent 2 files[\s\S]*> Ada: “And the two covers.”/)
})

test('emails no message that was seen', async ({ pair: { maya, ada }, send, emailsTo, clock, ctx }) => {
  const first = await send(ada, maya, 'Seen at once')
  await markSeen(ctx, maya, { peerId: ada.id, number: first })
  clock.forward(FIVE_MINUTES)
  expect(await emailsTo(maya)).toEqual([])

  const second = await send(ada, maya, 'Seen late')
  clock.forward({ seconds: 200 })
  await send(ada, maya, 'Not seen')
  await markSeen(ctx, maya, { peerId: ada.id, number: second })
  clock.forward({ seconds: 150 })
  expect(await emailsTo(maya), 'what is left has not waited long enough').toEqual([])
  clock.forward({ seconds: 151 })

  const [email] = await emailsTo(maya)
  expect(email?.text).toContain('> Ada: “Not seen”')
  expect(email?.text).not.toContain('Seen late')
})

test('sends nothing when the messages are seen before the email is written', async ({
  pair: { maya, ada },
  send,
  emails,
  clock,
  ctx,
}) => {
  const number = await send(ada, maya, 'Hello')
  clock.forward(FIVE_MINUTES)
  await queueNotificationEmails(ctx, {})
  await markSeen(ctx, maya, { peerId: ada.id, number })

  expect(await emails.to(maya.email)).toEqual([])
})

test('sends the messages of an email that an earlier version queued', async ({
  clock,
  pair: { maya, ada },
  send,
  emailsTo,
  ctx,
}) => {
  const number = await send(ada, maya, 'Hello')
  const mailed = { mailed: number, mail_due: null }
  await ctx.db.updateTable('conversation_reader').set(mailed).where('person_id', '=', maya.id).execute()
  await ctx.jobs.add(
    ctx.db,
    'mailUnread' as never,
    { clientId: maya.id, to: 'client', after: 0, until: number } as never,
  )
  clock.forward(FIVE_MINUTES)
  await emailsTo(maya)

  expect((await emailsTo(maya))[0]?.text).toContain('> Ada: “Hello”')
})

test('emails each person of the other side what they have not seen, and no colleague', async ({
  pair: { maya, ada },
  given,
  send,
  emailsTo,
  clock,
  ctx,
}) => {
  const [sam, lin] = [await given.contact(maya), await given.contact(maya, { looksOnly: true })]
  const number = await send(ada, maya, 'The proof is in the files.')
  await markSeen(ctx, sam, { peerId: ada.id, number })
  await send(sam, ada, 'From Sam')
  clock.forward(FIVE_MINUTES)

  for (const person of [maya, lin]) {
    const emails = (await emailsTo(person)).filter(({ subject }) => subject === 'A message from Ada Marsh')
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('> Ada: “The proof is in the files.”')
    expect(emails[0]?.text).not.toContain('From Sam')
  }
  expect(await emailsTo(sam)).not.toContainEqual(
    expect.objectContaining({ subject: 'A message from Ada Marsh' }),
  )
})

test('emails the members who work with the client, and no others', async ({
  pair: { maya, ada },
  given,
  send,
  emailsTo,
  clock,
}) => {
  const [sam, lin] = [await given.member(ada, { clients: [maya] }), await given.member(ada, { sees: 'all' })]
  await send(maya, ada, 'A question')
  await send(sam, maya, 'An answer')
  clock.forward(FIVE_MINUTES)

  for (const person of [ada, sam])
    expect(await emailsTo(person)).toMatchObject([{ subject: 'A message from Maya Whitcombe' }])
  expect(await emailsTo(lin)).toEqual([])
  const [email] = await emailsTo(maya)
  expect(email?.text).toContain('> Sam: “An answer”')
})

test('names in an email who wrote each message', async ({
  pair: { maya, ada },
  given,
  send,
  emailsTo,
  clock,
  ctx,
}) => {
  const sam = await given.contact(maya)
  await markRead(ctx, ada, { all: true })
  await send(sam, ada, 'The blue one.')
  await send(maya, ada, 'And the rye loaf.')
  clock.forward(FIVE_MINUTES)

  const [email] = await emailsTo(ada)

  expect(email?.subject).toBe('2 messages from Maya Whitcombe')
  expect(email?.text).toContain('> Sam: “The blue one.”\n\n> Maya: “And the rye loaf.”')
})

test('emails by the settings of each person, and nobody who was removed', async ({
  pair: { maya, ada },
  given,
  send,
  emailsTo,
  clock,
  ctx,
  api,
}) => {
  const [sam, lin] = [await given.contact(maya), await given.contact(maya)]
  await changeSettings(ctx, sam, { messages: 'never' })
  await send(ada, maya, 'Hello')
  await api.as(ada).call(contacts.remove, { params: { id: lin.id } })
  clock.forward(FIVE_MINUTES)

  const aboutMessages = async (person: TestUser) =>
    (await emailsTo(person)).filter(({ subject }) => subject === 'A message from Ada Marsh')
  expect(await aboutMessages(maya)).toHaveLength(1)
  expect(await aboutMessages(sam)).toEqual([])
  expect(await aboutMessages(lin)).toEqual([])
})

test('forgets what was stored for somebody while they were being removed', async ({
  pair: { maya, ada },
  given,
  api,
  ctx,
  clock,
}) => {
  const sam = await given.contact(maya)
  await api.as(ada).call(contacts.remove, { params: { id: sam.id } })
  const due = clock.now().toISOString()
  const row = { client_id: maya.id, person_id: sam.id, side: 'client', mail_due: due } as const
  await ctx.db.insertInto('conversation_reader').values(row).execute()

  await queueNotificationEmails(ctx, {})

  const left = ctx.db.selectFrom('conversation_reader').selectAll().where('person_id', '=', sam.id)
  expect(await left.execute()).toEqual([])
})

test('emails neither the sender nor a deleted client', async ({
  pair: { maya, ada },
  send,
  emailsTo,
  clock,
  api,
}) => {
  await send(maya, ada, 'Hello')
  clock.forward(FIVE_MINUTES)
  await api.as(ada).call(clients.remove, { params: { id: maya.id } })

  expect(await emailsTo(maya)).toEqual([])
  expect(await emailsTo(ada)).toEqual([])
})
