import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { certificate, certificateKey } from './certificate.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { freePort } from './free-port.ts'
import { type LoadFreelancer, registerFreelancer } from './load.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { startSmtp } from './smtp.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

vi.setConfig({ testTimeout: 120_000 })
const inTime = { ...WAIT_OPTIONS, interval: 100 }
/** At least once: the next attempt is seconds later, and a busy machine may look only after it. */
const failed = { attempts: expect.toSatisfy((times: number) => times > 0), again: true }

test('the mail server is down: the answer does not wait, and the email goes out once it is back', async () => {
  const port = await freePort()
  const { ada, database } = await porticoWith(`smtp://127.0.0.1:${port}`)
  const { id, email } = await ada.createClient({ sendEmail: true })
  await vi.waitFor(async () => expect(await queue(database)).toMatchObject([failed]), inTime)

  const smtp = await smtpServer({}, port)

  await expectSoon(database, smtp, [email])
  expect(smtp.received[0]?.email.text).toContain('/client-login?token=')
  expect(await ada.read(`/api/clients/${id}`)).toMatchObject({ access: { linksAlive: 2 } })
  await vi.waitFor(async () => expect(await queue(database)).toEqual([]), inTime)
})

test('the mail server takes the call and says nothing: nobody waits for it but the email', async () => {
  let answer = () => {}
  const silence = new Promise<void>((resolve) => (answer = resolve))
  const smtp = await smtpServer({ onConnect: (_session, done) => void silence.then(() => done()) })
  const { ada, database } = await porticoWith(smtp.url)

  const clients = await Promise.all([1, 2, 3, 4, 5].map(() => ada.createClient({ sendEmail: true })))
  expect(smtp.received).toEqual([])
  for (const { id } of clients) expect(await ada.read(`/api/clients/${id}`)).toMatchObject({ id })

  answer()
  await expectSoon(
    database,
    smtp,
    clients.map(({ email }) => email),
  )
})

test('a mailbox that is refused for good is tried once and written down; the others get their emails', async () => {
  const smtp = await smtpServer({
    onRcptTo: ({ address }, _session, done) => (address.startsWith('gone') ? done(refusal(550)) : done()),
  })
  const { ada, database } = await porticoWith(smtp.url)
  const gone = await ada.createClient({ sendEmail: true, email: 'gone@example.test' })
  const others = await Promise.all([1, 2, 3].map(() => ada.createClient({ sendEmail: true })))

  await vi.waitFor(() => expect(recipients(smtp)).toEqual(others.map(({ email }) => email).sort()), inTime)

  await vi.waitFor(async () => expect(await queue(database)).toHaveLength(1), inTime)
  const [left] = await queue(database)
  expect(left).toMatchObject({ attempts: 1, again: false, error: expect.stringContaining('RCPT TO 550') })
  expect(left?.error).not.toContain('gone@')
  expect(await ada.read(`/api/clients/${gone.id}`)).toMatchObject({ access: { linksAlive: 1 } })
})

test.for([
  ['the mailbox is full', (refused) => ({ onRcptTo: refuseOnce(452, refused) })],
  ['it is too busy', (refused) => ({ onMailFrom: refuseOnce(421, refused) })],
  ['it does not know us', (refused) => ({ onMailFrom: refuseOnce(530, refused) })],
] as [string, (refused: () => void) => object][])('what passes is tried again: %s', async ([, options]) => {
  const refused = vi.fn()
  const smtp = await smtpServer(options(refused) as unknown as SMTPServerOptions)
  const { ada, database } = await porticoWith(smtp.url)

  const { email } = await ada.createClient({ sendEmail: true })

  await expectSoon(database, smtp, [email])
  expect(refused).toHaveBeenCalledTimes(1)
})

test.for([
  ['from the first byte', { secure: true }, 'smtps:', ''],
  ['by STARTTLS where it is offered', { secure: false }, 'smtp:', ''],
  ['by STARTTLS that is insisted on', { secure: false }, 'smtp:', '?requireTLS=true'],
] as const)(
  'encrypted %s, to a server whose certificate is trusted',
  async ([, { secure }, scheme, query]) => {
    const { smtp, secured } = await encryptedServer(secure)
    const { ada } = await porticoWith(`${scheme}//127.0.0.1:${smtp.port}${query}`, {
      NODE_EXTRA_CA_CERTS: await certificateFile(),
    })

    const { email } = await ada.createClient({ sendEmail: true })

    await vi.waitFor(() => expect(recipients(smtp)).toEqual([email]), inTime)
    expect(secured).toEqual([true])
  },
)

test.for([
  ['smtps, with a certificate that nobody knows', true, 'smtps:', ''],
  ['STARTTLS, with a certificate that nobody knows', false, 'smtp:', ''],
  ['in the clear where encryption is insisted on', null, 'smtp:', '?requireTLS=true'],
] as const)('an email does not go out over %s', async ([, secure, scheme, query]) => {
  const { smtp } = secure === null ? { smtp: await smtpServer() } : await encryptedServer(secure)
  const { ada, database } = await porticoWith(`${scheme}//127.0.0.1:${smtp.port}${query}`)

  await ada.createClient({ sendEmail: true })

  await vi.waitFor(async () => expect(await queue(database)).toMatchObject([failed]), inTime)
  expect(smtp.received).toEqual([])
})

async function porticoWith(smtpUrl: string, env: Record<string, string> = {}) {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const portico = await startPortico({
    DATABASE_URL: urlOf(connection),
    SMTP_URL: smtpUrl,
    LOG_LEVEL: 'fatal',
    ...env,
  })
  const ada: LoadFreelancer = await registerFreelancer(portico)
  const database = new pg.Client(connection satisfies ClientConfig)
  await database.connect()
  onTestFinished(() => database.end())
  await database.query(`update freelancer set plan = 'enterprise'`)
  return { ada, database }
}

/** The emails that wait or have failed for good; what is done by the clock is none of them. */
async function queue(database: pg.Client) {
  const { rows } = await database.query<{ attempts: number; again: boolean; error: string | null }>(
    `select attempts, attempts < max_attempts as again, last_error as error
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     where locked_at is null and task.identifier like 'mail%'`,
  )
  return rows
}

/** What waits for its next attempt is due now, until all of it has arrived. */
async function expectSoon(database: pg.Client, smtp: Smtp, addresses: string[]) {
  await vi.waitFor(async () => {
    await hurry(database)
    expect(recipients(smtp)).toEqual([...addresses].sort())
  }, inTime)
}

async function hurry(database: pg.Client) {
  await database.query(`update graphile_worker._private_jobs set run_at = now() where locked_at is null`)
  await database.query(`notify "jobs:insert", '{"count":5}'`)
}

type Smtp = Awaited<ReturnType<typeof startSmtp>>

async function smtpServer(...options: Parameters<typeof startSmtp>) {
  const smtp = await startSmtp(...options)
  onTestFinished(smtp.stop)
  return smtp
}

async function encryptedServer(secure: boolean) {
  const secured: boolean[] = []
  const smtp = await smtpServer({
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

async function certificateFile() {
  const file = join(await temporaryFolder(), 'certificate.pem')
  await writeFile(file, certificate)
  return file
}

function recipients({ received }: Smtp) {
  return received.flatMap(({ recipients }) => recipients).sort()
}

function refusal(responseCode: number) {
  return Object.assign(new Error('Not this time'), { responseCode })
}

/** The first time only. */
function refuseOnce(responseCode: number, refused: () => void) {
  let times = 0
  return (_address: unknown, _session: unknown, done: (error?: Error) => void) => {
    if (times++ > 0) return done()
    refused()
    done(refusal(responseCode))
  }
}
