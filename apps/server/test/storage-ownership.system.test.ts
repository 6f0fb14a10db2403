import { test as base, expect, vi } from 'vitest'
import { urlOf } from './database-url.ts'
import { newDatabase, start } from './installations.ts'
import { isAlive, startPortico } from './portico.ts'
import { startS3 } from './s3.ts'

const test = base.extend('s3', async ({}, { onCleanup }) => {
  const s3 = await startS3()
  onCleanup(s3.close)
  return s3
})

test("starts while the storage is unreachable, and stops when it turns out to be another installation's", {
  timeout: 400_000,
}, async ({ s3 }) => {
  await start(s3.url, await newDatabase())
  s3.meanwhile(() => true)
  const portico = await startPortico({
    STORAGE_URL: `${s3.url}&timeout=2`,
    DATABASE_URL: urlOf(await newDatabase()),
  })

  s3.meanwhile(() => false)
  // The pending request times out after twice two seconds before the process tries again.
  await vi.waitFor(() => expect(isAlive(portico.pid)).toBe(false), { timeout: 80_000, interval: 100 })

  expect(await portico.end('SIGTERM')).toBe(1)
})
