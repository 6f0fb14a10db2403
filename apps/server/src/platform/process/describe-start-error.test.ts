import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@portico/embedded-postgres'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { migrate } from '../sql/migrations.ts'
import { CannotStart } from './cannot-start.ts'
import { describeStartError } from './describe-start-error.ts'

test('says in one sentence that the database ended during the start', async () => {
  const log = pino({ level: 'silent' })
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-start-'))
  const postgres = await startPostgres({ dataDir, name: 'portico', log, throwAway: true })
  onTestFinished(async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  })

  const error = await migrate(postgres.connection, {
    // The first line is logged between two statements.
    info: () => process.kill(postgres.pid() ?? 0, 'SIGKILL'),
  }).then(
    () => new Error('The migration went on.'),
    (error: Error) => error,
  )

  expect(describeStartError(error)).toMatch(
    /^The database stopped answering while Portico was starting \(.+\): start Portico again\.$/,
  )
  await expect.poll(() => postgres.pid(), WAIT_OPTIONS).toBeDefined()
})

test('prints what an operator can mend as a sentence, and a fault of the program with its stack', () => {
  expect(describeStartError(new CannotStart('PORT 80 is taken.'))).toBe('PORT 80 is taken.')
  expect(describeStartError(new TypeError('x is not a function'))).toContain('describe-start-error.test.ts')
})
