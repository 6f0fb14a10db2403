import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../apps/server/src/config.ts'
import { createLog } from '../apps/server/src/platform/process/log.ts'
import { executeSql } from '../apps/server/test/execute-sql.ts'
import { freePort } from '../apps/server/test/free-port.ts'
import { createGiven } from '../apps/server/test/given.ts'
import { openContext } from '../apps/server/test/open-context.ts'

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))

type ClientConfig = Parameters<typeof openContext>[1]

export type Server = Awaited<ReturnType<typeof startServer>>

/** Starts the production server on a database of its own. `given` creates people in it. */
export async function startServer(overrides: Record<string, string> = {}) {
  const cluster: ClientConfig = JSON.parse(process.env.E2E_CLUSTER ?? '{}')
  const database = `e2e_${randomBytes(6).toString('hex')}`
  await executeSql(cluster, `create database ${database}`)

  const dataDir = await mkdtemp(join(tmpdir(), 'portico-e2e-data-'))
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf({ ...cluster, database }),
    APP_SECRET: randomBytes(32).toString('hex'),
    DEV_KEY: 'browser-tests',
    LOG_LEVEL: 'warn',
    LIMIT_LOGIN: 'off',
    LIMIT_LINK: 'off',
    LIMIT_REGISTER: 'off',
    LIMIT_MAIL: 'off',
    LIMIT_ACCOUNT_MAIL: 'off',
    // The disk of a test machine may be small.
    MIN_FREE_BYTES: '0',
    ...overrides,
  }
  let child = await start(env)
  const config = readConfig(env)
  const { ctx, close } = await openContext(config, { ...cluster, database }, createLog('silent'))

  return {
    url: config.publicUrl,
    developmentPages: `${config.publicUrl}/dev/${config.devKey}`,
    port,
    ctx,
    given: createGiven(ctx),
    /** Kills the server and starts it again on the same database. */
    async restart(meanwhile: () => Promise<unknown> = async () => {}) {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await meanwhile()
      child = await start(env)
    },
    async stop() {
      await close()
      child.kill('SIGTERM')
      await once(child, 'exit')
      await executeSql(cluster, `drop database ${database} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function start(env: Record<string, string>): Promise<ChildProcess> {
  const { PATH, HOME, TZ, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, HOME, TZ, NODE_COMPILE_CACHE, ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Portico is at')) {
      child.stdout.resume()
      return child
    }
  }
  throw new Error('The server ended before it listened.')
}

function urlOf({ host, port, user, password, database }: ClientConfig) {
  const where = new URLSearchParams({
    host: `${host}`,
    port: `${port}`,
    user: `${user}`,
    password: `${password}`,
  })
  return `postgres:///${database}?${where}`
}
