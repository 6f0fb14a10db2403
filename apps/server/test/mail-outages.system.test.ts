import pg from 'pg'
import type { SMTPServerOptions } from 'smtp-server'
import { test as base, expect, vi } from 'vitest'
import { createCleanupStack } from './cleanup-stack.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { registerFreelancer } from './load.ts'
import { startPortico } from './portico.ts'
import { type ReceivedEmail, startSmtp } from './smtp.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

vi.setConfig({ testTimeout: 120_000 })
const WAIT = { ...WAIT_OPTIONS, interval: 100 }

/** How the mail server answers. Without an answer of its own it accepts. */
type Behaviour = Pick<SMTPServerOptions, 'onMailFrom' | 'onRcptTo'>

/** One server for the whole file, and the mail server that it sends to, which each test tells how to answer. */
const test = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const clean = createCleanupStack(onCleanup)
    let behaviour: Behaviour = {}
    const smtp = await startSmtp({
      onMailFrom(...args) {
        if (behaviour.onMailFrom) behaviour.onMailFrom.apply(this, args)
        else args[2]()
      },
      onRcptTo(...args) {
        if (behaviour.onRcptTo) behaviour.onRcptTo.apply(this, args)
        else args[2]()
      },
    })
    clean(smtp.stop)
    const { connection, drop } = await createDatabase()
    clean(drop)
    const database = new pg.Client(connection)
    await database.connect()
    clean(() => database.end())
    const env = { DATABASE_URL: urlOf(connection), SMTP_URL: smtp.url, LOG_LEVEL: 'fatal' }
    const portico = await startPortico(env, { onCleanup: clean })
    return {
      database,
      portico,
      received: smtp.received,
      behave(as: Behaviour) {
        behaviour = as
        smtp.received.length = 0
      },
    }
  })
  .extend('smtp', ({ server }) => server)
  .extend('database', ({ server }) => server.database)
  .extend('ada', async ({ server: { database, portico } }) => {
    const ada = await registerFreelancer(portico)
    await database.query(`update workspace set plan = 'enterprise'`)
    return ada
  })

test('keeps requests fast while the mail server is silent, and sends the emails when it responds', async ({
  smtp,
  database,
  ada,
}) => {
  let respond = () => {}
  const silent = new Promise<void>((resolve) => (respond = resolve))
  smtp.behave({ onMailFrom: (_address, _session, done) => void silent.then(() => done()) })

  const clients = await Promise.all([1, 2, 3, 4, 5].map(() => ada.createClient({ sendEmail: true })))
  expect(smtp.received).toEqual([])
  for (const { id } of clients) expect(await ada.read(`/api/clients/${id}`)).toMatchObject({ id })

  respond()
  await expectDelivered(
    database,
    smtp,
    clients.map(({ email }) => email),
  )
})

test('tries an email once that is refused permanently, records it, and sends the others', async ({
  smtp,
  database,
  ada,
}) => {
  smtp.behave({
    onRcptTo: ({ address }, _session, done) => (address.startsWith('gone') ? done(refusal(550)) : done()),
  })
  const rejected = await ada.createClient({ sendEmail: true, email: 'gone@example.test' })
  const others = await Promise.all([1, 2, 3].map(() => ada.createClient({ sendEmail: true })))

  await vi.waitFor(() => expect(recipients(smtp)).toEqual(others.map(({ email }) => email).sort()), WAIT)

  await vi.waitFor(async () => expect(await queue(database)).toHaveLength(1), WAIT)
  const [left] = await queue(database)
  expect(left).toMatchObject({ attempts: 1, isRetried: false, error: expect.stringContaining('RCPT TO 550') })
  expect(left?.error).not.toContain('gone@')
  expect(await ada.read(`/api/clients/${rejected.id}`)).toMatchObject({ access: { linksAlive: 1 } })
})

test.for([
  ['the mailbox is full', (refused) => ({ onRcptTo: refuseOnce(452, refused) })],
  ['the server is too busy', (refused) => ({ onMailFrom: refuseOnce(421, refused) })],
  ['the server requires authentication', (refused) => ({ onMailFrom: refuseOnce(530, refused) })],
] as [string, (refused: () => void) => object][])(
  'retries when %s',
  async ([, options], { smtp, database, ada }) => {
    const refused = vi.fn()
    smtp.behave(options(refused))

    const { email } = await ada.createClient({ sendEmail: true })

    await expectDelivered(database, smtp, [email])
    expect(refused).toHaveBeenCalledTimes(1)
  },
)

/** The emails that are waiting or have failed permanently. */
async function queue(database: pg.Client) {
  const { rows } = await database.query<{ attempts: number; isRetried: boolean; error: string | null }>(
    `select attempts, attempts < max_attempts as "isRetried", last_error as error
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     where locked_at is null and task.identifier like 'mail%'`,
  )
  return rows
}

/** Makes waiting emails due until all have arrived. */
async function expectDelivered(database: pg.Client, smtp: Smtp, addresses: string[]) {
  await vi.waitFor(async () => {
    await makeJobsDue(database)
    expect(recipients(smtp)).toEqual([...addresses].sort())
  }, WAIT)
}

async function makeJobsDue(database: pg.Client) {
  await database.query(`update graphile_worker._private_jobs set run_at = now() where locked_at is null`)
  await database.query(`notify "jobs:insert", '{"count":5}'`)
}

type Smtp = { received: ReceivedEmail[] }

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
