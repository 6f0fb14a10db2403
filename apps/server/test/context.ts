import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import { claimStorage, registerStart } from '../src/features/files/installation.service.ts'
import { createDatabase } from './database.ts'
import { openContext } from './open-context.ts'

/**
 * A context with its own database, to which its storage belongs, and a clock that can be moved. Rate limits are off unless
 * set in `env`.
 */
export async function createTestContext(env: Record<string, string> = {}, { isInstalled = true } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-data-'))
  const { connection: bare, drop } = await createDatabase()
  // A busy machine needs longer to open a connection, and for a statement.
  const connection = { ...bare, connectionTimeoutMillis: 20_000, query_timeout: 60_000 }
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    APP_SECRET: randomBytes(32).toString('hex'),
    DEV_KEY: 'development-pages',
    LIMIT_LOGIN: 'off',
    LIMIT_LINK: 'off',
    LIMIT_REGISTER: 'off',
    LIMIT_SESSIONS: 'off',
    LIMIT_MAIL: 'off',
    LIMIT_ACCOUNT_MAIL: 'off',
    LIMIT_CHAT: 'off',
    LIMIT_GIVE: 'off',
    LIMIT_UPLOADS: 'off',
    LIMIT_PUSH_TESTS: 'off',
    LIMIT_SEARCH: 'off',
    // The disk of a test machine may be small.
    MIN_FREE_BYTES: '0',
    ...env,
  })
  const { ctx, close } = await openContext(
    { ...config, statementTimeoutMs: 60_000 },
    connection,
    pino({ level: 'silent' }),
  )
  if (isInstalled) {
    await registerStart(ctx, 'test')
    await claimStorage(ctx)
  }
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

/** Real time plus an offset, which `reset` clears. */
function createTestClock() {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    forward({ days = 0, seconds = 0 }) {
      offsetMs += (days * 86_400 + seconds) * 1_000
    },
    set(instant: string) {
      offsetMs = Date.parse(instant) - Date.now()
    },
    reset() {
      offsetMs = 0
    },
  }
}
