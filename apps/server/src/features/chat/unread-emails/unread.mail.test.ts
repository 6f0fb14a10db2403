import { onTestFinished } from 'vitest'
import { expect } from '../../../../test/fixtures.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { test } from '../../../../test/unread-emails.ts'
import { createMailer } from '../../../platform/mail/mailer.ts'
import { renderUnreadEmail } from './unread.mail.ts'

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

test('renders the same as text and as HTML, with the quotes escaped', () => {
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

test('has the headers by which mail programs unsubscribe', async ({ ctx }) => {
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
