import { onTestFinished } from 'vitest'
import { expect, test } from '../../../../test/fixtures.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { createMailer } from '../../../platform/mail/mailer.ts'
import { type NotificationOptions, renderNotificationEmail } from './notification.mail.ts'

const maya = {
  name: 'Maya Whitcombe',
  email: 'maya@example.test',
  timeZone: 'Europe/London',
  work: 'soon' as const,
  freelancerName: 'Ada Marsh',
  freelancerEmail: 'ada@example.test',
  freelancerCompany: 'Brand and web design',
}
const content = '<b>Bold</b>\nand two lines'
const options: NotificationOptions = {
  side: 'client',
  now: new Date('2026-11-23T15:00:00.000Z'),
  publicUrl: 'https://portico.example',
  token: 'client.c.sig',
  loginUrl: 'https://portico.example/client-login?token=abc',
  contents: {
    deadlines: [],
    events: [],
    conversations: [
      {
        clientId: 'c',
        clientName: maya.name,
        clientEmail: maya.email,
        clientCompany: null,
        total: 7,
        lastNumber: 7,
        messages: [content, 'x'.repeat(700)].map((content) => ({
          content,
          files: [],
          createdAt: '2026-11-23T14:00:00.000Z',
          senderName: 'Ada Marsh',
        })),
      },
    ],
  },
}

test('quotes messages in full with who wrote them, as text and as HTML without their markup', () => {
  const { text, html, subject } = renderNotificationEmail(maya, options)

  expect(subject).toBe('7 messages from Ada Marsh')
  expect(text).toBe(`Ada Marsh
Brand and web design

Hello Maya. Ada Marsh wrote to you.

You have 7 messages that you have not read. These are the last 2.

> Ada: “<b>Bold</b>
> and two lines”

> Ada: “${'x'.repeat(600)}…”

https://portico.example/client-login?token=abc&to=chat

Emails about decisions, requests for approval and answers come after five minutes, others at most once an hour, and only about what you have not seen. The link is for you alone: anyone who has it can sign in as you. Answer in the portal, or reply to this email.

Choose when emails come: https://portico.example/email-settings?token=client.c.sig

No more emails about messages: https://portico.example/unsubscribe?topic=messages&token=client.c.sig

Sent by Portico for Ada Marsh.
`)
  expect(html).not.toContain('<b>')
  expect(html).toContain('Ada: “&#60;b&#62;Bold&#60;/b&#62;\nand two lines')
  expect(html).not.toMatch(/<(img|script|link|iframe|object|form|input)|url\(|@import|src=/i)
})

const event = {
  id: 'e',
  actor: { type: 'freelancer' as const, name: 'Ada Marsh', isYou: false },
  projectId: 'p',
  projectTitle: 'Spring menu',
  turn: 'client' as const,
  scopeId: 'p',
  news: 1,
  clientId: 'c',
  clientName: maya.name,
  clientEmail: maya.email,
  clientCompany: null,
  contact: null,
  createdAt: '2026-11-23T14:00:00.000Z',
}
const statusChange = {
  ...event,
  kind: 'status_changed' as const,
  subject: { from: 'Pending' as const, to: 'In Progress' as const },
}
const pass = {
  ...event,
  kind: 'turn_passed' as const,
  subject: { to: 'client' as const, note: 'Which paper?', isNudge: false },
}
const write = (events: NotificationOptions['contents']['events']) =>
  renderNotificationEmail(maya, { ...options, contents: { deadlines: [], events, conversations: [] } })

test('names the project in the subject', () => {
  expect(write([statusChange]).subject).toBe('Spring menu: Ada set the status to In Progress')
  expect(write([statusChange, statusChange]).subject).toBe('2 changes in Spring menu')
})

test('links to the notes if all that asks something, or all there is, are notes on one file that still exist', () => {
  const about = { fileId: 'f', fileName: 'menu.pdf', noteId: 'n', message: 'Larger.' }
  const note = { ...event, kind: 'note_added' as const, subject: about }
  const reply = { ...event, kind: 'note_replied' as const, subject: { ...about, replyId: 'r' } }
  const link = `/client-login?token=abc&to=${encodeURIComponent('files/f?note=n')}`

  expect(write([note]).subject).toBe('Spring menu: Ada left a note on menu.pdf')
  expect(write([note, reply]).text).toContain(link)
  expect(write([note, statusChange]).text, 'made it her turn').toContain(link)
  expect(write([{ ...note, turn: null }, statusChange]).text).not.toContain('note%3D')
  const { message: _gone, ...deleted } = about
  expect(write([{ ...note, subject: deleted }]).text).not.toContain('note%3D')
})

test('says that it has become the reader’s turn, if it still is', () => {
  const [one, several] = [write([pass]), write([statusChange, pass])]
  expect(one.subject).toBe('Spring menu: Ada handed over to you')
  expect(one.text).toContain(`Hello Maya. It is your turn in Spring menu.

Ada handed over to you, and you have not seen it yet.`)
  expect(one.text).toContain('> Ada: “Which paper?”')
  expect(several.subject).toBe('It is your turn in Spring menu')

  const passedBack = write([statusChange, { ...pass, turn: 'freelancer' }])
  expect(passedBack.text).toContain('Hello Maya. There is news in Spring menu.')
})

test('the button opens the project where it has become the reader’s turn, or the only project', () => {
  const other = { ...statusChange, projectId: 'q', scopeId: 'q', projectTitle: 'Prices', turn: null }
  const login = 'https://portico.example/client-login?token=abc'
  const buttonOf = (events: NotificationOptions['contents']['events']) => {
    const { html, text } = write(events)
    return [/padding:14px 28px[^>]*>([^<]+)</.exec(html)?.[1], /^https:.*$/m.exec(text)?.[0]]
  }

  expect(buttonOf([statusChange])).toEqual(['Open the project', `${login}&to=projects/p`])
  expect(buttonOf([other, pass])).toEqual(['Open the project', `${login}&to=projects/p`])
  expect(buttonOf([other, statusChange])).toEqual(['Open my portal', login])
  expect(buttonOf([{ ...pass, scopeId: 'q', projectId: 'q' }, pass])).toEqual(['Open my portal', login])
  expect(write([other, pass]).html.match(/<strong/g), 'what asks something').toHaveLength(1)
})

test('the button opens the page of several files that are asked about together', () => {
  const about = {
    reviewId: 'r',
    fileId: 'f',
    fileName: 'a.pdf',
    version: 1,
    round: 1,
    count: 3,
    note: null,
    dueDate: null,
  }
  const asked = { ...statusChange, kind: 'review_requested' as const, subject: about }
  const link = 'https://portico.example/client-login?token=abc&to=reviews/r'

  expect(write([asked]).text).toContain(`\n${link}\n`)
  expect(write([asked]).html).toContain('>Open the files<')
  expect(write([asked, statusChange]).text, 'what asks something').toContain(`\n${link}\n`)
  expect(write([asked, { ...asked, subject: { ...about, reviewId: 'q' } }]).text).toContain('&to=projects/p')
  expect(write([{ ...asked, subject: { ...about, count: 1 } }]).text).toContain('&to=projects/p')
})

test('has the headers for unsubscribing in mail programs, over https only', async ({ ctx }) => {
  const smtp = await startSmtp()
  onTestFinished(smtp.stop)
  const mail = createMailer({ ...ctx.config, smtpUrl: smtp.url })
  await mail.send(renderNotificationEmail(maya, options))
  await mail.send(renderNotificationEmail(maya, { ...options, publicUrl: 'http://portico.example' }))
  mail.close()

  const headers = smtp.received.map(({ email }) =>
    ['list-unsubscribe', 'list-unsubscribe-post'].map(
      (name) => email.headers.find(({ key }) => key === name)?.value,
    ),
  )
  expect(headers).toEqual([
    [
      '<https://portico.example/api/notifications/unsubscribe?topic=messages&token=client.c.sig>',
      'List-Unsubscribe=One-Click',
    ],
    [undefined, undefined],
  ])
})
