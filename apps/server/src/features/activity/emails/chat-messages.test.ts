import { clients } from '@portico/contract'
import { expect, tokenFromUrl } from '../../../../test/fixtures.ts'
import { FIVE_MINUTES, test } from '../../../../test/notification-emails.ts'
import { markSeen } from '../../chat/timeline/read-state.service.ts'
import { enterByLink } from '../../clients/links.service.ts'
import { markRead } from '../activity.service.ts'
import { queueNotificationEmails } from './queue-emails.service.ts'

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
  const mailed = { client_mailed: number, client_mail_due: null }
  await ctx.db.updateTable('conversation').set(mailed).where('client_id', '=', maya.id).execute()
  await ctx.jobs.add(
    ctx.db,
    'mailUnread' as never,
    { clientId: maya.id, to: 'client', after: 0, until: number } as never,
  )
  clock.forward(FIVE_MINUTES)
  await emailsTo(maya)

  expect((await emailsTo(maya))[0]?.text).toContain('> Ada: “Hello”')
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
