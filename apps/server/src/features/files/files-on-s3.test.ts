import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { bin, files } from '@portico/contract'
import { describe } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { test as base, expect } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { startS3 } from '../../../test/s3.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { work } from '../../work.ts'

const MiB = 1_024 * 1_024

const test = base
  .extend('s3', { scope: 'file' }, async ({}, { onCleanup }) => {
    const s3 = await startS3()
    onCleanup(s3.close)
    return s3
  })
  .extend('testContext', { scope: 'file' }, async ({ s3 }, { onCleanup }) => {
    // A good store on a busy machine may be silent for a second.
    const testContext = await createTestContext({ STORAGE_URL: `${s3.url}&timeout=3` })
    onCleanup(testContext.close)
    return testContext
  })
  .extend('url', { scope: 'file' }, async ({ app }) => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })

test('redirects to the bucket for types that cannot run scripts, with our headers', async ({
  app,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const bytes = randomBytes(9 * MiB)
  const { fileUrl } = await given.file(maya, await given.project(maya), { name: 'résumé.pdf', bytes })

  const { statusCode, headers } = await app.inject(fileUrl)
  const there = await fetch(String(headers.location))
  const part = await fetch(String(headers.location), { headers: { range: 'bytes=3-9' } })
  const head = await app.inject({ method: 'HEAD', url: fileUrl })

  expect(statusCode).toBe(302)
  expect(headers['cache-control']).toBe('no-store')
  expect(there.headers.get('content-type')).toBe('application/pdf')
  expect(there.headers.get('content-disposition')).toMatch(/^inline; filename=.*filename\*=UTF-8''/)
  expect(Buffer.from(await there.arrayBuffer()).equals(bytes)).toBe(true)
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(3, 10))
  expect(head.statusCode, 'an address signed for GET does not answer HEAD').toBe(200)
  expect(head.headers['content-length']).toBe(String(bytes.length))
})

test('serves files that need our policy itself, also in ranges', async ({ app, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  for (const name of ['a.svg', 'a.html', 'a.txt']) {
    const { fileUrl } = await given.file(maya, project, { name, bytes: Buffer.from('0123456789') })

    const whole = await app.inject(fileUrl)
    const part = await app.inject({ url: fileUrl, headers: { range: 'bytes=2-4' } })

    expect(whole).toMatchObject({ statusCode: 200, body: '0123456789' })
    expect(whole.headers['content-security-policy']).toContain('sandbox')
    expect(part).toMatchObject({ statusCode: 206, body: '234' })
  }
})

test('lists, zips and permanently deletes files', async ({ ctx, testContext, app, api, given }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const file = await given.file(maya, { id }, { bytes: Buffer.from('what is in it') })
  const listed = await api.as(maya.freelancer).call(files.list, { params: { id } })
  const { body } = await api.as(maya).call(files.zipLink, { params: { id } })
  const zip = await app.inject(body.zipUrl)

  expect(listed.body).toMatchObject([{ id: file.id, fileName: 'menu.txt' }])
  expect(zip.rawPayload.includes('what is in it')).toBe(true)
  expect(Number(zip.headers['content-length'])).toBe(zip.rawPayload.length)

  await api.as(maya).call(files.remove, { params: { id: file.id } })
  await api.as(maya.freelancer).call(bin.remove, { params: { kind: 'file', id: file.id } })
  await runDueJobs(ctx, testContext.connection, work)
  expect(await ctx.storage.getSize(`files/${file.id}`)).toBeUndefined()
})

const troubles = {
  'answers 500': (_: unknown, response: { writeHead(status: number): { end(): void } }) => {
    response.writeHead(500).end()
    return true
  },
  stalls: () => true,
}

describe.for(['answers 500', 'stalls'] as const)('an upload to a store that %s', (trouble) => {
  test.for([10, 9 * MiB])(
    'leaves nothing of %i bytes, and the next one succeeds',
    { timeout: 120_000 },
    async (size, { s3, ctx, api, given }) => {
      const maya = await given.client(await given.freelancer())
      const { id: projectId } = await given.project(maya)
      const file = { name: 'a.bin', type: '', bytes: randomBytes(size) }
      const send = () => api.as(maya).send(files.uploadAsClient, { body: { projectId, file } })
      const before = await stored(ctx.storage.list())

      s3.meanwhile((request, response) => request.method !== 'GET' && troubles[trouble](request, response))
      const failed = await send()
      s3.meanwhile(() => false)

      expect(failed).toMatchObject({ status: 503, body: { code: 'STORAGE_NOT_READY' } })
      expect((await api.as(maya).call(files.list, { params: { id: projectId } })).body).toEqual([])
      expect(await stored(ctx.storage.list())).toEqual(before)
      expect((await send()).status).toBe(201)
    },
  )
})

describe('a resumable upload', () => {
  test('is stored when the client retries after the store failed at its end', {
    timeout: 120_000,
  }, async ({ s3, ctx, api, given, url }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya)
    const { location } = await begin(url, maya, id)

    s3.meanwhile(
      (request, response) =>
        request.url?.includes('/prefix/files/') === true && troubles['answers 500'](request, response),
    )
    const patched = await patch(location, maya)
    const tooSoon = await fetch(location, { method: 'HEAD', headers: headersOf(maya) })
    s3.meanwhile(() => false)
    const afterwards = await fetch(location, { method: 'HEAD', headers: headersOf(maya) })

    expect(patched.status).toBe(503)
    expect(tooSoon.status, 'the offset is withheld until the file is stored').toBe(503)
    expect(afterwards.headers.get('upload-offset')).toBe('10')
    expect((await api.as(maya).call(files.list, { params: { id } })).body).toMatchObject([
      { fileName: 'a.bin', size: 10 },
    ])
    expect(await readdir(ctx.storage.partialUploadFolder)).toEqual([])
  })

  test('that the store did not take counts neither as an unfinished one nor as an attempt', {
    timeout: 120_000,
  }, async ({ s3, given, url }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya)
    const locations: URL[] = []

    s3.meanwhile((_, response) => troubles['answers 500'](_, response))
    for (let n = 0; n < 20; n++) {
      const { status, location } = await begin(url, maya, id)
      expect(status).toBe(201)
      locations.push(location)
    }
    const refused = await begin(url, maya, id)
    const failed = await Promise.all(locations.map((location) => patch(location, maya)))
    s3.meanwhile(() => false)
    const next = await begin(url, maya, id)

    expect(refused.status, 'nothing has failed yet').toBe(409)
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([503]))
    expect(next.status).toBe(201)
    expect((await patch(locations[0] as URL, maya)).status, 'and each can go on').toBe(204)
  })

  test('begins again when the store has deleted what had arrived', async ({ s3, ctx, given, url }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya)
    const { location } = await begin(url, maya, id, 20)
    await patch(location, maya)
    await ctx.storage.partialUploads.deleteAbandoned(new Date(Date.now() + 60_000))

    const lost = await patch(location, maya, 10)

    expect(lost.status).toBe(404)
    const row = ctx.db.selectFrom('file').select('id').where('project_id', '=', id)
    expect(await row.execute()).toEqual([])
    expect(await s3.multiparts()).toEqual([])
  })
})

async function begin(url: string, maya: TestUser, projectId: string, size = 10) {
  const metadata = `projectId ${btoa(projectId)},filename ${btoa('a.bin')}`
  const { status, headers } = await fetch(`${url}/api/files/tus`, {
    method: 'POST',
    headers: headersOf(maya, { 'upload-length': `${size}`, 'upload-metadata': metadata }),
  })
  return { status, location: new URL(headers.get('location') ?? '', url) }
}

function patch(location: URL, maya: TestUser, offset = 0) {
  return fetch(location, {
    method: 'PATCH',
    headers: headersOf(maya, {
      'upload-offset': `${offset}`,
      'content-type': 'application/offset+octet-stream',
    }),
    body: '0123456789',
  })
}

function headersOf(person: TestUser, more: Record<string, string> = {}) {
  return { 'tus-resumable': '1.0.0', authorization: `Bearer ${person.token}`, ...more }
}

async function stored(items: AsyncIterable<{ key: string }>) {
  const keys: string[] = []
  for await (const { key } of items) keys.push(key)
  return keys
}
