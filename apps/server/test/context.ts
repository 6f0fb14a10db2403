import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import { createDatabase } from './database.ts'
import { openContext } from './open-context.ts'

/** A context on a database of its own, with a clock that travels. Limits are off unless asked for. */
export async function createTestContext(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-data-'))
  const { connection, drop } = await createDatabase()
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    APP_SECRET: randomBytes(32).toString('hex'),
    LIMIT_LOGIN: 'off',
    LIMIT_LINK: 'off',
    LIMIT_REGISTER: 'off',
    LIMIT_SESSIONS: 'off',
    LIMIT_MAIL: 'off',
    LIMIT_ACCOUNT_MAIL: 'off',
    LIMIT_CHAT: 'off',
    // The disk of a test machine may be small.
    MIN_FREE_BYTES: '0',
    ...env,
  })
  const { ctx, close } = await openContext(
    config,
    // A busy machine needs longer to open a connection.
    { ...connection, connectionTimeoutMillis: 20_000 },
    pino({ level: 'silent' }),
  )
  const clock = createTestClock()
  ctx.clock = clock

  return {
    ctx,
    clock,
    connection,
    async close() {
      await close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs with real time, from wherever it was sent; `reset` brings it back. */
function createTestClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    forward({ days = 0, seconds = 0 }) {
      ahead += (days * 86_400 + seconds) * 1_000
    },
    set(instant: string) {
      ahead = Date.parse(instant) - Date.now()
    },
    reset() {
      ahead = 0
    },
  }
}
