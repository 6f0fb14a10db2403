import { once } from 'node:events'
import { createServer } from 'node:net'
import tls from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { certificate, certificateKey } from '../../../test/certificate.ts'
import { freePort } from '../../../test/free-port.ts'
import { startSmtp } from '../../../test/smtp.ts'
import type { Config } from '../../config.ts'
import type { Email } from './email.ts'
import { createMailer } from './mailer.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo()
})

const email: Email = {
  to: { name: 'Maya Whitcombe', address: 'maya@example.test' },
  from: 'Ada Marsh via Portico',
  replyTo: { name: 'Ada Marsh', address: 'ada@example.test' },
  subject: 'Ada Marsh invited you to your portal',
  text: 'Hello.\nhttps://portico.example/client-login?token=abc\n',
  html: '<p>Hello.</p>',
}

test('sends text and HTML from our address in the freelancer’s name, with replies to the freelancer', async () => {
  const smtp = await startServer()

  await mailerTo(smtp.url).send(email)

  const [{ sender, recipients, email: received } = fail()] = smtp.received
  expect({ sender, recipients }).toEqual({
    sender: 'mail@portico.example',
    recipients: ['maya@example.test'],
  })
  expect(received).toMatchObject({
    from: { name: 'Ada Marsh via Portico', address: 'mail@portico.example' },
    to: [{ name: 'Maya Whitcombe', address: 'maya@example.test' }],
    replyTo: [{ name: 'Ada Marsh', address: 'ada@example.test' }],
    subject: email.subject,
  })
  expect(received.text?.trim()).toBe(email.text.trim())
  expect(received.html?.trim()).toBe(email.html)
  expect(received.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('marks an email with priority so that mail programs list it first', async () => {
  const smtp = await startServer()

  await mailerTo(smtp.url).send({ ...email, priority: 'high' })
  await mailerTo(smtp.url).send(email)

  const priorities = smtp.received.map(({ email: { headers } }) =>
    headers.filter(({ key }) => ['importance', 'x-priority'].includes(key)).map(({ value }) => value),
  )
  expect(priorities).toEqual([['1 (Highest)', 'High'], []])
})

test('sends attachments, of text and of bytes', async () => {
  const smtp = await startServer()

  await mailerTo(smtp.url).send({
    ...email,
    attachments: [
      { name: 'receipts.json', type: 'application/json', content: '["£6"]' },
      { name: 'receipt.pdf', type: 'application/pdf', content: 'JVBERi0=', encoding: 'base64' },
    ],
  })

  const received = smtp.received[0]?.email.attachments ?? []
  expect(
    received.map(({ filename, mimeType, content = '' }) => ({
      filename,
      mimeType,
      text: Buffer.from(content as ArrayBuffer).toString(),
    })),
  ).toEqual([
    { filename: 'receipts.json', mimeType: 'application/json', text: '["£6"]' },
    { filename: 'receipt.pdf', mimeType: 'application/pdf', text: '%PDF-' },
  ])
})

describe('a name that adds no header, recipient or line', () => {
  test.for([
    'Eve\r\nBcc: victim@example.test',
    'Eve\nSubject: other\n\nbody',
    'Eve" <victim@example.test>, "',
    'Eve, victim@example.test',
    'Eve\u2028Bcc: victim@example.test',
    'Eve\u0000\u000b\u0085Bcc: victim@example.test',
    '=?utf-8?q?=0D=0ABcc:_victim@example.test?=',
    '{{7*7}} =1+1 <b>',
    'Māra Ķirse 👩🏽‍🚀 أحمد',
    `${'长'.repeat(200)}`,
    'O’Brien (the "first"); group: x;',
  ])('sends %j as one name', async (name) => {
    const smtp = await startServer()

    await mailerTo(smtp.url).send({
      ...email,
      to: { name, address: 'maya@example.test' },
      from: name,
      replyTo: { name, address: 'ada@example.test' },
      subject: name,
    })

    const [{ recipients, email: received, raw } = fail()] = smtp.received
    expect(recipients).toEqual(['maya@example.test'])
    expect(received).toMatchObject({
      from: { address: 'mail@portico.example' },
      to: [{ address: 'maya@example.test' }],
      replyTo: [{ address: 'ada@example.test' }],
    })
    expect(received.text?.trim()).toBe(email.text.trim())
    expect(received.headers.map(({ key }) => key).sort()).toEqual(HEADERS)
    expect(raw.split('\r\n').filter((line) => line.length > 998)).toEqual([])
    const expected = name.replace(/[\p{Cc}\u2028]+/gu, ' ').replace('=?', '= ?')
    expect(received.from?.name).toBe(expected)
    expect(received.subject).toBe(expected)
  })
})

const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]

describe('rejects without naming the recipient when the server', () => {
  test('refuses for good', async () => {
    const smtp = await startServer({ onRcptTo: (_address, _session, done) => done(refusal(550)) })
    await expect(mailerTo(smtp.url).send(email)).rejects.toSatisfy(hasMessage('EENVELOPE', 'RCPT TO', '550'))
  })

  test('refuses for now', async () => {
    const smtp = await startServer({ onMailFrom: (_address, _session, done) => done(refusal(451)) })
    await expect(mailerTo(smtp.url).send(email)).rejects.toSatisfy(hasMessage('MAIL FROM', '451'))
  })

  test('cannot be reached', async () => {
    const nowhere = `smtp://127.0.0.1:${await freePort()}`
    await expect(mailerTo(nowhere).send(email)).rejects.toSatisfy(hasMessage('ECONNREFUSED'))
  })

  test('is silent and the mailer closes', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    cleanUp.push(() => silent.close())
    const connected = new Promise((resolve) => silent.once('connection', resolve))
    const { port } = silent.address() as { port: number }
    const mailer = mailerTo(`smtp://127.0.0.1:${port}`)

    const sending = mailer.send(email)
    await connected
    mailer.close()

    await expect(sending).rejects.toSatisfy(hasMessage())
  })
})

test('sends again after an outage of the server', async () => {
  const before = await startServer({}, await freePort())
  const mailer = mailerTo(before.url)
  await mailer.send(email)
  await before.stop()
  await expect(mailer.send(email)).rejects.toThrow()

  const after = await startServer({}, before.port)
  await mailer.send(email)

  expect(after.received).toHaveLength(1)
})

test.for([
  ['from the first byte', { secure: true }, 'smtps:', ''],
  ['by STARTTLS where it is offered', { secure: false }, 'smtp:', ''],
  ['by required STARTTLS', { secure: false }, 'smtp:', '?requireTLS=true'],
] as const)(
  'sends encrypted %s to a server with a trusted certificate',
  async ([, { secure }, scheme, query]) => {
    trustCertificate()
    const { smtp, secured } = await startEncryptedServer(secure)

    await mailerTo(`${scheme}//127.0.0.1:${smtp.port}${query}`).send(email)

    expect(smtp.received).toHaveLength(1)
    expect(secured).toEqual([true])
  },
)

test.for([
  ['smtps with an untrusted certificate', true, 'smtps:', ''],
  ['STARTTLS with an untrusted certificate', false, 'smtp:', ''],
  ['plain SMTP where TLS is required', null, 'smtp:', '?requireTLS=true'],
] as const)('sends nothing over %s, to be retried', async ([, secure, scheme, query]) => {
  const smtp = secure === null ? await startServer() : (await startEncryptedServer(secure)).smtp

  const sending = mailerTo(`${scheme}//127.0.0.1:${smtp.port}${query}`).send(email)

  await expect(sending).rejects.toMatchObject({ isPermanent: false })
  expect(smtp.received).toEqual([])
})

/** What NODE_EXTRA_CA_CERTS does for a whole process. */
function trustCertificate() {
  const before = tls.getCACertificates('default')
  cleanUp.push(() => tls.setDefaultCACertificates(before))
  tls.setDefaultCACertificates([...before, certificate])
}

async function startEncryptedServer(secure: boolean) {
  const secured: boolean[] = []
  const smtp = await startServer({
    secure,
    key: certificateKey,
    cert: certificate,
    disabledCommands: [],
    onMailFrom(_address, session, done) {
      secured.push(session.secure)
      done()
    },
  })
  return { smtp, secured }
}

async function startServer(...options: Parameters<typeof startSmtp>) {
  const smtp = await startSmtp(...options)
  cleanUp.push(smtp.stop)
  return smtp
}

function mailerTo(smtpUrl: string) {
  const mailer = createMailer({
    smtpUrl,
    mailFrom: 'Portico <mail@portico.example>',
    dataDir: '/nowhere',
  } as Config)
  cleanUp.push(mailer.close)
  return mailer
}

function refusal(responseCode: number) {
  return Object.assign(new Error(`5.1.1 <maya@example.test> is not welcome`), { responseCode })
}

function hasMessage(...parts: string[]) {
  return ({ message, stack, cause }: Error) =>
    parts.every((part) => message.includes(part)) && !`${message}${stack}${cause}`.includes('maya@')
}

function fail(): never {
  throw new Error('no email arrived')
}
