import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { startPortico } from './portico.ts'
import { startProxy } from './proxy.ts'
import { uploaderAt } from './uploader.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

test('keeps the bytes of a file whose row was inserted although the result was lost', {
  timeout: 400_000,
}, async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const proxy = await startProxy(connection)
  const portico = await startPortico({ DATABASE_URL: urlOf(proxy.connection), LOG_LEVEL: 'silent' })
  const ada = await uploaderAt(() => portico)
  await ada.upload(Buffer.from('first'))

  proxy.dropResponses()
  const { status } = await ada.upload(Buffer.from('second'))

  expect(status).toBe(503)
  await vi.waitFor(async () => expect(await ada.list()).toHaveLength(2), WAIT_OPTIONS)
  const contents = await Promise.all((await ada.list()).map(ada.contents))
  expect(contents.map(String)).toEqual(['second', 'first'])
})
