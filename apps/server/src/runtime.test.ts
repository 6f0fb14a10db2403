import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/portico.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './runtime.ts'

test('names both versions when the embedded database is from another PostgreSQL', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'postgres/cluster'), { recursive: true })
  await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')

  const opening = openDatabase(
    readConfig({ DATA_DIR: dataDir }),
    pino({ enabled: false }),
    new AsyncDisposableStack(),
  )

  await expect(opening).rejects.toThrow(
    `The database in ${join(dataDir, 'postgres')} was made by PostgreSQL 17; this Portico brings PostgreSQL 18.`,
  )
})
