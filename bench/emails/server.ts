import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import { startSmtp } from '../../apps/server/test/smtp.ts'
import { createDatabase } from '../databases.ts'
import { startServer } from '../servers.ts'
import { portico, tokenFor } from '../sides.ts'
import type { Inbox } from './inbox.ts'

interface EmailClient {
  address: string
  projectId: string
  /** Of their freelancer. */
  headers: Record<string, string>
}

export interface EmailServer {
  port: number
  pid: number
  databasePid: number
  clients: EmailClient[]
  stop(): Promise<void>
}

/** Portico with its own database and the limits of production, and a mail server that takes everything. */
export async function startEmailServer(folder: string, count: number, inbox: Inbox): Promise<EmailServer> {
  const opened: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    await mkdir(folder, { recursive: true })
    const database = await createDatabase(join(folder, 'database'))
    opened.push(database.stop)
    await portico.fill({ ...database.connection, options: `-c bench.times=${Math.ceil(count / 2_000)}` })
    const smtp = await startSmtp({
      onData(stream, { envelope }, done) {
        stream.resume()
        stream.on('end', () => {
          for (const { address } of envelope.rcptTo) inbox.receive(address)
          done()
        })
      },
    })
    opened.push(smtp.stop)
    const secret = randomBytes(32).toString('hex')
    const clients = await findClients(database.connection, count, secret)
    const {
      MAIL: _,
      LIMIT_MAIL: _mail,
      LIMIT_ACCOUNT_MAIL: _account,
      ...env
    } = portico.env(database.connection, secret, folder)
    const server = await startServer({
      main: portico.main,
      options: portico.options,
      env: { ...env, SMTP_URL: smtp.url },
      log: join(folder, 'server.log'),
    })
    opened.push(server.stop)
    return { port: server.port, pid: server.pid, databasePid: database.pid, clients, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** One project of each client, which has no due date, so that nobody is reminded of it. */
async function findClients(connection: ClientConfig, count: number, secret: string): Promise<EmailClient[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(
      `update project set due_date = null where due_date between current_date and current_date + 7`,
    )
    const { rows } = await client.query<{ address: string; projectId: string; freelancerId: string }>(
      `select distinct on (c.id) c.email as address, p.id as "projectId", p.freelancer_id as "freelancerId"
       from (select * from client order by id limit $1) as c
       join project p on p.client_id = c.id and p.status = 'Pending' order by c.id, p.id`,
      [count],
    )
    return rows.map(({ address, projectId, freelancerId }) => ({
      address,
      projectId,
      headers: { authorization: `Bearer ${tokenFor(freelancerId, secret)}` },
    }))
  } finally {
    await client.end()
  }
}
