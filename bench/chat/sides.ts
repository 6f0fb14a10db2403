import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { createTokens } from '../../apps/server/src/platform/http/tokens.ts'
import { createDatabase, runFiles } from '../databases.ts'
import { startServer } from '../servers.ts'
import { portico } from '../sides.ts'
import { bareWs, type Person, type Protocol, socketIo } from './protocols.ts'
import type { ChatSide, Pair } from './round.ts'

const baselines = [
  { name: 'Socket.IO, group commit', kind: 'sio', store: 'batch', protocol: socketIo },
  { name: 'bare ws, group commit', kind: 'ws', store: 'batch', protocol: bareWs },
  { name: 'Socket.IO, one insert each', kind: 'sio', store: 'single', protocol: socketIo },
] as const

export interface ChatServers {
  /** The baseline of the ratios, Portico, and the other baselines. */
  sides: ChatSide[]
  /** Of Portico's database. */
  connection: ClientConfig
  stop(): Promise<void>
}

/**
 * The baselines share a database, because they run one after another. Portico has its own, with its schema and all
 * checks.
 */
export async function startChatServers(folder: string, rooms: number): Promise<ChatServers> {
  const opened: (() => Promise<unknown>)[] = []
  const secret = randomBytes(32).toString('hex')
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    const theirs = await database('baselines')
    await runFiles(theirs.connection, 'chat/schema.sql')
    const ours = await database('ours')
    await portico.fill({ ...ours.connection, options: '-c bench.times=1' })

    const sides = [
      await baseline(baselines[0]),
      await product(),
      await baseline(baselines[1]),
      await baseline(baselines[2]),
    ]
    return { sides, connection: ours.connection, stop }

    async function baseline({ name, kind, store, protocol }: (typeof baselines)[number]) {
      const { host, port, user, password, database } = theirs.connection
      const env = {
        ...{ KIND: kind, STORE: store, SECRET: secret },
        ...{ PGHOST: `${host}`, PGPORT: `${port}`, PGUSER: `${user}`, PGPASSWORD: `${password}` },
        PGDATABASE: `${database}`,
      }
      return start(name, 'chat/server.mjs', env, protocol, theirs.pid, String)
    }

    function product() {
      const env = { ...portico.env(ours.connection, secret, folder), LIMIT_CHAT: '900000000/5' }
      return start('Portico', portico.main, env, socketIo, ours.pid, (number, type) => idOf(type, number))
    }
  } catch (error) {
    await stop()
    throw error
  }

  async function database(name: string) {
    await mkdir(folder, { recursive: true })
    const made = await createDatabase(join(folder, name))
    opened.push(made.stop)
    return made
  }

  async function start(
    name: string,
    main: string,
    env: Record<string, string>,
    protocol: Protocol,
    databasePid: number,
    id: (number: number, type: Person['type']) => string,
  ): Promise<ChatSide> {
    const options = main === portico.main ? portico.options : []
    const server = await startServer({ main, env, options, log: join(folder, `${name}.log`) })
    opened.push(server.stop)
    return {
      name,
      port: server.port,
      pid: server.pid,
      databasePid,
      protocol,
      pairs: pairsOf(rooms, secret, id),
    }
  }
}

/** As in product/seed.sql: ten clients for each freelancer. */
function pairsOf(
  rooms: number,
  secret: string,
  id: (number: number, type: Person['type']) => string,
): Pair[] {
  const tokens = createTokens({ appSecret: secret, formerSecrets: [] })
  const iat = Math.floor(Date.now() / 1_000)
  const person = (number: number, type: Person['type']): Person => ({
    id: id(number, type),
    type,
    token: tokens.sign({
      sub: id(number, type),
      role: type === 'Client' ? 'client' : 'freelancer',
      sid: id(number, type),
      iat,
      exp: iat + 30 * 86_400,
    }),
  })
  return Array.from({ length: rooms }, (_, i) => ({
    a: person(1 + Math.floor(i / 10), 'Freelancer'),
    b: person(i + 1, 'Client'),
  }))
}

function idOf(type: Person['type'], number: number) {
  return `${type === 'Client' ? '01910000' : '01900000'}-0000-7000-8000-${String(number).padStart(12, '0')}`
}
