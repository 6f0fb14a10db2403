import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { freePort } from '../../../test/free-port.ts'
import { buildApp } from '../../app.ts'

test('is ready while a bucket is down, and names it', async () => {
  const { readiness } = await start(bucketAt(await freePort()))

  expect(await readiness()).toEqual({
    status: 200,
    body: { status: 'ready', database: 'ok', storage: 'failing', mail: 'ok' },
  })
})

test('is ready while a bucket is silent, and names it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { readiness } = await start(bucketAt((server.address() as { port: number }).port))

  expect(await readiness()).toMatchObject({ status: 200, body: { storage: 'failing' } })
})

test('is ready while the folder of the files is gone, and names it', async () => {
  const { ctx, readiness } = await start({})
  expect(await readiness()).toMatchObject({ status: 200, body: { storage: 'ok' } })

  await rm(ctx.config.dataDir, { recursive: true })

  expect(await readiness()).toMatchObject({ status: 200, body: { storage: 'failing' } })
})

function bucketAt(port: number) {
  const endpoint = new URLSearchParams({ endpoint: `http://127.0.0.1:${port}`, timeout: '2' })
  return { STORAGE_URL: `s3://KEY:SECRET@portico?${endpoint}` }
}

async function start(env: Record<string, string>) {
  const { ctx, close } = await createTestContext(env, { isInstalled: false })
  onTestFinished(close)
  const app = await buildApp(ctx, { web: false })
  onTestFinished(() => app.close())
  return {
    ctx,
    async readiness() {
      const response = await app.inject('/readyz')
      return { status: response.statusCode, body: response.json() }
    },
  }
}
