import { clients } from '@portico/contract'
import { sql } from 'kysely'
import { describe, onTestFinished } from 'vitest'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { freePort } from '../../../test/free-port.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { work } from '../../work.ts'
import { renderLoginEmail } from './clients.mail.ts'
import { enterByLink } from './links.service.ts'

const maya = {
  firstName: 'Maya',
  lastName: 'Whitcombe',
  email: 'maya@example.test',
  freelancer: {
    name: 'Ada Marsh',
    email: 'ada@example.test',
    company: 'Brand and web design',
    timeZone: 'Europe/London',
    plan: 'pro' as const,
  },
  firstProject: null,
}
const link = {
  loginUrl: 'https://portico.example/client-login?token=Qm7Zt0cVn4xK2fLw',
  loginLinkTtl: 30 * 86_400,
  expiresAt: new Date('2026-12-20T09:30:00Z'),
  again: false,
}

describe('the email with a login link', () => {
  test('names the sender first, then the link, how long it works, and where to answer', () => {
    const { text, html, contents: _, ...envelope } = renderLoginEmail(maya, link)

    expect(envelope).toEqual({
      to: { name: 'Maya Whitcombe', address: 'maya@example.test' },
      from: 'Ada Marsh via Portico',
      replyTo: { name: 'Ada Marsh', address: 'ada@example.test' },
      subject: 'Ada Marsh invited you to your portal',
    })
    expect(text).toBe(`Ada Marsh
Brand and web design

Hello Maya, your work with me is in one place now.

This link opens your projects, files and messages. There is no password. It works on your phone and your computer for 30 days, until 20 December 2026.

https://portico.example/client-login?token=Qm7Zt0cVn4xK2fLw

The link is for you alone: anyone who has it can sign in as you. Not expecting it? Ignore this email, or reply to reach Ada Marsh.

Sent by Portico for Ada Marsh.
`)
    for (const line of text.split('\n')) expect(html).toContain(line)
    expect(html.split(`href="${link.loginUrl}"`)).toHaveLength(3)
  })

  test('contains no image, script or other resource to fetch', () => {
    const { html } = renderLoginEmail(maya, link)

    expect(html).not.toMatch(/<(img|script|link|iframe|object|form|input)|url\(|@import|src=/i)
    expect(html.match(/https?:\/\/[^"<\s]+/g)).toEqual([link.loginUrl, link.loginUrl, link.loginUrl])
  })

  test.for([
    '{{7*7}}',
    '=1+1',
    '<b>bold</b>',
    `"><img src=x onerror=alert(1)>`,
    '\u202eevil',
    'أحمد',
    `\${7*7}`,
  ])('shows the name %s literally', (name) => {
    const { html, text } = renderLoginEmail(
      { ...maya, firstName: name, freelancer: { ...maya.freelancer, name, company: name } },
      link,
    )
    const shown = name.replace('\u202e', '')
    expect(text).toContain(`${shown}, your work with me`)
    expect(html).toContain(`${escaped(shown)}, your work with me`)
    expect(html).not.toMatch(/<b>|<img/)
  })

  test('does not turn an old name with a web address into a link', () => {
    const name = 'URGENT: pay at https://evil.example or www.evil.example'
    const { subject, text, html, from } = renderLoginEmail(
      { ...maya, freelancer: { ...maya.freelancer, name } },
      link,
    )

    expect(subject).toBe(
      'URGENT: pay at https: //evil.example or www. evil.example invited you to your portal',
    )
    for (const part of [from, text.replaceAll(link.loginUrl, ''), html.replaceAll(link.loginUrl, '')])
      expect(part).not.toMatch(/:\/\/evil|www\.evil/)
  })

  test('leaves out a missing company, and has no introduction for a client who was invited before', () => {
    const email = renderLoginEmail(
      { ...maya, freelancer: { ...maya.freelancer, company: null } },
      { ...link, again: true },
    )

    expect(email.subject).toBe('Your link to your portal with Ada Marsh')
    expect(email.text).toMatch(/^Ada Marsh\n\nHello Maya, here is your link\.\n/)
    expect(email.html).not.toContain('null')
  })

  test('mentions messages only where the plan has chat', () => {
    const { text } = renderLoginEmail({ ...maya, freelancer: { ...maya.freelancer, plan: 'starter' } }, link)

    expect(text).toContain('This link opens your projects and files. There is no password.')
  })

  test('names the last day in the freelancer’s time zone, and no day for links that expire within one', () => {
    const late = new Date('2026-12-20T22:30:00Z')
    const inZone = (timeZone: string) =>
      renderLoginEmail(
        { ...maya, freelancer: { ...maya.freelancer, timeZone } },
        { ...link, expiresAt: late },
      ).text

    expect(inZone('Asia/Tokyo')).toContain('until 21 December 2026.')
    expect(inZone('posixrules')).toContain('until 20 December 2026.')
    expect(renderLoginEmail(maya, { ...link, loginLinkTtl: 600 }).text).toContain('for 10 minutes.')
  })
})

describe('sending the email', () => {
  test('creates a link that works', async ({ api, given, emails, ctx }) => {
    const ada = await given.freelancer({ name: '{{7*7}} <b>' })
    const { email, ...rest } = given.newClient()
    await api.as(ada).call(clients.create, { body: { email, ...rest } })

    const [loginEmail] = await emails.to(email)

    expect(loginEmail).toMatchObject({
      from: { name: '{{7*7}} <b> via Portico' },
      replyTo: { address: ada.email },
    })
    expect(await enterByLink(ctx, tokenFromUrl(linkIn(loginEmail?.text)))).toHaveProperty('token')
  })

  test('sends one email to a client whose address changed before it was sent', async ({
    api,
    given,
    emails,
  }) => {
    const ada = await given.freelancer()
    const [before, { email }] = [given.newClient(), given.newClient()]
    const { body } = await api.as(ada).call(clients.create, { body: before })
    await api.as(ada).call(clients.update, { params: { id: body.client.id }, body: { email } })

    expect(await emails.to(email)).toHaveLength(1)
    expect((await emails.to(before.email)).map(({ subject }) => subject)).toEqual([
      `Your portal with ${ada.name} has another address`,
    ])
    const { linksAlive } = (await api.as(ada).call(clients.get, { params: { id: body.client.id } })).body
      .access
    expect(linksAlive).toBe(1)
  })

  test('sends nothing to a client who was deleted meanwhile', async ({ api, given, emails }) => {
    const ada = await given.freelancer()
    const details = given.newClient()
    const { body } = await api.as(ada).call(clients.create, { body: details })
    await api.as(ada).call(clients.remove, { params: { id: body.client.id } })

    expect(await emails.to(details.email)).toEqual([])
  })

  test('sends the email after an outage of the mail server, and the request succeeds at once', async ({
    api,
    given,
    testContext,
  }) => {
    const port = await freePort()
    const mail = createMailer({ ...testContext.ctx.config, smtpUrl: `smtp://127.0.0.1:${port}` })
    onTestFinished(mail.close)
    const ctx = { ...testContext.ctx, mail }
    const details = given.newClient()

    const reply = await api.as(await given.freelancer()).call(clients.create, { body: details })
    await runDueJobs(ctx, testContext.connection, work)
    expect(reply.status).toBe(201)

    const back = await startSmtp({}, port)
    onTestFinished(back.stop)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(ctx.db)
    await runDueJobs(ctx, testContext.connection, work)
    await runDueJobs(ctx, testContext.connection, work)

    const sent = back.received.filter(({ recipients }) => recipients.includes(details.email))
    expect(sent).toHaveLength(1)
    expect(await enterByLink(ctx, tokenFromUrl(linkIn(sent[0]?.email.text)))).toHaveProperty('token')
  })
})

function linkIn(text = '') {
  return /https?:\S+token=[\w-]+/.exec(text)?.[0] ?? ''
}

function escaped(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
