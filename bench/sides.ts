import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { createTokens } from '../apps/server/src/platform/http/tokens.ts'
import { migrate } from '../apps/server/src/platform/sql/migrations.ts'
import { createDatabase, runFiles } from './databases.ts'
import { encode } from './requests.ts'
import { startServer } from './servers.ts'
import { type Work, works } from './works.ts'

export interface Side {
  name: string
  port: number
  pid: number
  databasePid: number
  headers: Record<string, string>
  projects: string[]
  /** Each call is the next request of this work. */
  requests(work: Work): () => Buffer
  stop(): Promise<void>
}

interface SideConfig {
  name: string
  fill(connection: ClientConfig): Promise<void>
  /** Once it runs. */
  fillLater?(connection: ClientConfig): Promise<void>
  main: string
  options?: string[]
  env(connection: ClientConfig, secret: string, folder: string): Record<string, string>
}

/** The id of the freelancer who sends the requests. */
const FREELANCER = '01900000-0000-7000-8000-000000000005'

export const baseline: SideConfig = {
  name: 'baseline',
  fill: (connection) => runFiles(connection, 'baseline/schema.sql', 'baseline/seed.sql'),
  main: 'baseline/server.mjs',
  env: ({ host, port, user, password, database }, secret) => ({
    ...{ PGHOST: String(host), PGPORT: String(port), PGUSER: String(user), PGPASSWORD: String(password) },
    PGDATABASE: String(database),
    SECRET: secret,
  }),
}

export const portico: SideConfig = {
  name: 'portico',
  async fill(connection) {
    await migrate(connection, { info() {} })
    await runFiles(connection, 'product/seed.sql')
  },
  fillLater: (connection) => runFiles(connection, 'product/files.sql'),
  main: '../apps/server/src/main.ts',
  // As `npm start` runs it.
  options: ['--max-semi-space-size=8'],
  env: ({ host, port, user, password, database }, secret, folder) => ({
    NODE_ENV: 'production',
    MAIL: 'captured',
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'),
    APP_SECRET: secret,
    DATABASE_URL: `postgresql://${user}:${password}@${encodeURIComponent(String(host))}:${port}/${database}`,
    DATA_DIR: join(folder, 'data'),
    ...{ LIMIT_LOGIN: 'off', LIMIT_LINK: 'off', LIMIT_REGISTER: 'off', LIMIT_MAIL: 'off' },
    ...{ LIMIT_ACCOUNT_MAIL: 'off', LIMIT_UPLOADS: 'off', CONFIRM_EMAIL: 'off' },
  }),
}

/** Starts one of the two in `folder`, with `times` the rows. */
export async function startSide(kind: SideConfig, folder: string, times: number): Promise<Side> {
  await mkdir(folder)
  const database = await createDatabase(join(folder, 'database'))
  try {
    await kind.fill({ ...database.connection, options: `-c bench.times=${times}` })
    const secret = randomBytes(32).toString('hex')
    const server = await startServer({
      main: kind.main,
      options: kind.options,
      env: kind.env(database.connection, secret, folder),
      log: join(folder, 'server.log'),
    })
    await kind.fillLater?.(database.connection)
    const headers = { authorization: `Bearer ${tokenFor(FREELANCER, secret)}` }
    const projects = await idsOfProjects(server.port, headers)
    return {
      name: kind.name,
      port: server.port,
      pid: server.pid,
      databasePid: database.pid,
      headers,
      projects,
      requests: requestsOf(projects, headers),
      async stop() {
        await server.stop()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

function requestsOf(projects: string[], headers: Side['headers']): Side['requests'] {
  let turns = 0
  return (work) => () => encode(works[work](projects, turns++), headers)
}

/** Portico twice: with the projects whose files have no reviews, and with the others. */
export function splitByReviews(side: Side) {
  const part = (name: string, isWanted: (client: number) => boolean): Side => {
    // In the seed, the id of a project ends with the number of its client.
    const projects = side.projects.filter((id) => isWanted(Number(id.slice(-12))))
    return { ...side, name, projects, requests: requestsOf(projects, side.headers) }
  }
  return [
    part('without reviews', (client) => client % 2 === 1),
    part('with', (client) => client % 2 === 0),
  ] as const
}

/** Both sides read the same kind of token. In Portico's seed a session has the id of its owner. */
export function tokenFor(freelancer: string, secret: string) {
  const iat = Math.floor(Date.now() / 1_000)
  const claims = {
    sub: freelancer,
    role: 'freelancer' as const,
    sid: freelancer,
    iat,
    exp: iat + 30 * 86_400,
  }
  return createTokens({ appSecret: secret, formerSecrets: [] }).sign(claims)
}

async function idsOfProjects(port: number, headers: Record<string, string>) {
  const response = await fetch(`http://127.0.0.1:${port}/api/projects?limit=200`, { headers })
  if (!response.ok) throw new Error(`The projects could not be listed: ${await response.text()}`)
  const projects = (await response.json()) as { id: string | number }[]
  return projects.map(({ id }) => String(id))
}
