import { expect, onTestFinished, test } from 'vitest'
import { startRuntime } from '../src/runtime.ts'
import { runCommand } from './command.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { executeSql } from './execute-sql.ts'
import { temporaryFolder } from './portico.ts'

test('refuses a start with another APP_SECRET until it is adopted', async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const DATABASE_URL = urlOf(connection)
  const storage = await temporaryFolder()
  const start = async (secret: string) => {
    const runtime = await startRuntime({
      DATABASE_URL,
      DATA_DIR: await temporaryFolder(),
      STORAGE_URL: `file://${storage}`,
      APP_SECRET: secret.repeat(32),
      LOG_LEVEL: 'silent',
    })
    await runtime.close()
  }
  const refused =
    /^APP_SECRET .* is another one than this database was used with: .*`npx portico secret adopt`/

  await start('a')
  await start('a')
  await expect(start('b')).rejects.toThrow(refused)
  await start('a')

  await runCommand(['secret', 'adopt', '--yes'], { DATABASE_URL })
  await start('b')
  await expect(start('a')).rejects.toThrow(refused)

  // A database of a version that kept no fingerprint takes the first.
  await executeSql(connection, 'update installation set secret_check = null')
  await start('a')
})
