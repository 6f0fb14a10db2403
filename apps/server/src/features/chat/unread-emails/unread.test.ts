import { chat, clients } from '@portico/contract'
import { describe, onTestFinished } from 'vitest'
import { messageFrom } from '../../../../test/chat.ts'
import { test as base, expect, tokenFromUrl } from '../../../../test/fixtures.ts'
import type { TestUser } from '../../../../test/given.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { createMailer } from '../../../platform/mail/mailer.ts'
import { enterByLink } from '../../clients/links.service.ts'
import { createMessageSender } from '../timeline/messages.service.ts'
import { markSeen } from '../timeline/read-state.service.ts'
import { renderUnreadEmail } from './unread.mail.ts'

const FIVE_MINUTES = { seconds: 301 }

const test = base
  .extend('say', ({ ctx }) => {
    const send = createMessageSender(ctx)
    return async (from: TestUser, to: TestUser, content: string) =>
      (await send(from, messageFrom(from, to, content))).message.number
  })
  .extend('mailTo', ({ ctx, emails }) => async ({ email }: TestUser) => {
    await ctx.jobs.add(ctx.db, 'sweepUnread', {})
    return emails.to(email)
  })

describe('a message that stays unread', () => {
  test('is mailed after five minutes, once, with what followed', async ({ given, say, mailTo, clock }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    await say(maya, ada, 'Is the bleed in the file?')
    clock.forward({ seconds: 200 })
    await say(maya, ada, 'The printer asks.')
    expect(await mailTo(ada)).toEqual([])

    clock.forward({ seconds: 101 })
    const [email, ...more] = await mailTo(ada)

    expect(more).toEqual([])
    expect(email).toMatchObject({
      from: { name: 'Maya Whitcombe via Portico' },
      replyTo: { name: 'Maya Whitcombe', address: maya.email },
      subject: '2 messages from Maya Whitcombe',
    })
    expect(email?.text).toContain('> Is the bleed in the file?\n\n> The printer asks.')
    expect(email?.text).toContain(`/chat?client=${maya.id}`)
    clock.forward({ seconds: 3_600 })
    expect(await mailTo(ada)).toHaveLength(1)
  })

  test('reaches a client with a link that lets them in and leads on', async ({
    given,
    say,
    mailTo,
    clock,
    ctx,
  }) => {
    const maya = await given.client(await given.freelancer())
    await say(maya.freelancer, maya, 'The proof is in the files.')
    clock.forward(FIVE_MINUTES)

    const [email] = await mailTo(maya)

    expect(email).toMatchObject({
      to: { name: 'Maya Whitcombe', address: maya.email },
      from: { name: 'Ada Marsh via Portico' },
      subject: 'A message from Ada Marsh',
    })
    const [url = ''] = /http\S+client-login\S+/.exec(email?.text ?? '') ?? []
    expect(new URL(url).searchParams.get('to')).toBe('chat')
    expect(await enterByLink(ctx, tokenFromUrl(url))).toMatchObject({ token: expect.any(String) })
  })

  test('that comes after an email waits for five minutes of its own', async ({
    given,
    say,
    mailTo,
    clock,
  }) => {
    const maya = await given.client(await given.freelancer())
    await say(maya.freelancer, maya, 'One')
    clock.forward(FIVE_MINUTES)
    expect(await mailTo(maya)).toHaveLength(1)
    await say(maya.freelancer, maya, 'Two')
    expect(await mailTo(maya)).toHaveLength(1)

    clock.forward(FIVE_MINUTES)

    const [second] = await mailTo(maya)
    expect(second?.subject).toBe('A message from Ada Marsh')
    expect(second?.text).toContain('> Two')
    expect(second?.text).not.toContain('> One')
  })
})

describe('nobody is mailed', () => {
  test('what they have seen', async ({ given, say, mailTo, clock, ctx }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const first = await say(ada, maya, 'Seen at once')
    await markSeen(ctx, maya, { peerId: ada.id, number: first })
    clock.forward(FIVE_MINUTES)
    expect(await mailTo(maya)).toEqual([])

    const second = await say(ada, maya, 'Seen late')
    clock.forward({ seconds: 200 })
    await say(ada, maya, 'Not seen')
    await markSeen(ctx, maya, { peerId: ada.id, number: second })
    clock.forward({ seconds: 150 })
    expect(await mailTo(maya), 'what is left has not waited long enough').toEqual([])
    clock.forward({ seconds: 151 })

    const [email] = await mailTo(maya)
    expect(email?.text).toContain('> Not seen')
    expect(email?.text).not.toContain('Seen late')
  })

  test('what they saw between the order and the email', async ({ given, say, emails, clock, ctx }) => {
    const maya = await given.client(await given.freelancer())
    const number = await say(maya.freelancer, maya, 'Hello')
    clock.forward(FIVE_MINUTES)
    await ctx.outbox.queue(
      ctx.db,
      'mailUnread',
      { clientId: maya.id, to: 'client', after: 0, until: number },
      { purpose: 'chat', mailbox: maya.email, account: maya.freelancer.id },
    )
    await markSeen(ctx, maya, { peerId: maya.freelancer.id, number })

    expect(await emails.to(maya.email)).toEqual([])
  })

  test('what they said themselves, nor when they are gone', async ({ given, say, mailTo, clock, api }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    await say(maya, ada, 'Hello')
    clock.forward(FIVE_MINUTES)
    await api.as(ada).call(clients.remove, { params: { id: maya.id } })

    expect(await mailTo(maya)).toEqual([])
    expect(await mailTo(ada)).toEqual([])
  })

  test('who wants none, by the switch or by the link in an email', async ({
    given,
    say,
    mailTo,
    clock,
    api,
  }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const both = async () => {
      await say(ada, maya, 'For Maya')
      await say(maya, ada, 'For Ada')
      clock.forward(FIVE_MINUTES)
      return { maya: (await mailTo(maya)).length, ada: (await mailTo(ada)).length }
    }
    expect(await both()).toEqual({ maya: 1, ada: 1 })
    const [email] = await mailTo(maya)

    const token = new URL(email?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
    await api.as(null).call(chat.unsubscribe, { querystring: { token } })
    await api.as(ada).call(chat.setMailPreference, { body: { enabled: false } })
    expect(await both()).toEqual({ maya: 1, ada: 1 })
    expect((await api.as(maya).call(chat.getMailPreference)).body).toEqual({ enabled: false })

    await api.as(maya).call(chat.setMailPreference, { body: { enabled: true } })
    expect(await both(), 'and only from then on').toEqual({ maya: 2, ada: 1 })
    expect((await mailTo(maya))[0]?.subject).toBe('A message from Ada Marsh')
  })
})

describe('the link that stops emails', () => {
  test('is posted to by mail programs in one click, and does nothing when it is only opened', async ({
    given,
    say,
    mailTo,
    clock,
    app,
    api,
  }) => {
    const maya = await given.client(await given.freelancer())
    await say(maya.freelancer, maya, 'Hello')
    clock.forward(FIVE_MINUTES)
    const [email] = await mailTo(maya)
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

  test('is nobody’s to guess', async ({ given, say, mailTo, clock, api }) => {
    const maya = await given.client(await given.freelancer())
    await say(maya.freelancer, maya, 'Hello')
    clock.forward(FIVE_MINUTES)
    const [email] = await mailTo(maya)
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
})

describe('the email', () => {
  const both = {
    clientId: 'c',
    firstName: 'Maya',
    lastName: 'Whitcombe',
    clientEmail: 'maya@example.test',
    clientCompany: 'Northwind Bakery',
    clientWantsMail: true,
    freelancerId: 'f',
    freelancerName: 'Ada Marsh',
    freelancerEmail: 'ada@example.test',
    freelancerCompany: 'Brand and web design',
    freelancerWantsMail: true,
    freelancerConfirmedAt: null,
  }
  const unread = {
    to: 'client' as const,
    total: 7,
    contents: ['<b>Bold</b>\nand two lines', 'x'.repeat(700)],
    url: 'https://portico.example/client-login?token=abc&to=chat',
    token: 'client.c.sig',
    publicUrl: 'https://portico.example',
  }

  test('says the same in both forms, and quotes without running anything', () => {
    const { text, html, subject } = renderUnreadEmail(both, unread)

    expect(subject).toBe('7 messages from Ada Marsh')
    expect(text).toBe(`Ada Marsh
Brand and web design

Maya, Ada Marsh wrote to you.

You have 7 messages that you have not read. These are the last 2.

> <b>Bold</b>
> and two lines

> ${'x'.repeat(600)}…

https://portico.example/client-login?token=abc&to=chat

The link is yours alone: whoever has it can come in. Answer in the portal, or answer this mail.

No more mails about messages: https://portico.example/chat-mail?token=client.c.sig

Sent by Portico for Ada Marsh.
`)
    expect(html).not.toContain('<b>')
    expect(html).toContain('&#60;b&#62;Bold&#60;/b&#62;\nand two lines')
    expect(html).toContain('href="https://portico.example/chat-mail?token=client.c.sig"')
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form|input)|url\(|@import|src=/i)
  })

  test('tells mail programs how to stop it', async ({ ctx }) => {
    const smtp = await startSmtp()
    const mail = createMailer({ ...ctx.config, smtpUrl: smtp.url })
    await mail.send(renderUnreadEmail(both, unread))
    mail.close()

    onTestFinished(smtp.stop)
    const email = smtp.received[0]?.email
    const header = (name: string) => email?.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toBe(
      '<https://portico.example/api/messages/mail/unsubscribe?token=client.c.sig>',
    )
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })
})
