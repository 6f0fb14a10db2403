import { test as base, expect } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { createGiven } from '../../../test/given.ts'
import { buildApp } from '../../app.ts'

const test = base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const { ctx, close } = await createTestContext({ FILES_URL: 'https://files.example' })
  const app = await buildApp(ctx, { web: false })
  onCleanup(async () => {
    await app.close()
    await close()
  })
  return { app, given: createGiven(ctx) }
})

test('serves files, and nothing else, on their own origin', async ({ server: { app, given } }) => {
  const maya = await given.client(await given.freelancer())
  const { fileUrl } = await given.file(maya, await given.project(maya), { bytes: Buffer.from('Soup') })
  const { origin, pathname, search } = new URL(fileUrl)
  const at = (host: string, url: string) => app.inject({ url, headers: { host } })

  expect(origin).toBe('https://files.example')
  expect(await at('files.example', pathname + search)).toMatchObject({ statusCode: 200, body: 'Soup' })
  for (const url of ['/', '/login', '/healthz', '/api/openapi.json', '/api/projects', '/api/files/tus'])
    expect((await at('files.example', url)).statusCode, url).toBe(404)
  for (const host of ['portico.example', 'files.example.', 'files.example:8080'])
    expect((await at(host, pathname + search)).statusCode, host).toBe(404)
  expect((await at('portico.example', '/healthz')).statusCode).toBe(200)
  expect((await at('portico.example', '/api/projects')).statusCode).toBe(401)
})
