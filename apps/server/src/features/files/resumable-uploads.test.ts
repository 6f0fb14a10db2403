import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { files } from '@portico/contract'
import { Upload } from 'tus-js-client'
import { v7 as newId } from 'uuid'
import { onTestFinished, vi } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import type { Given, TestClient, TestUser } from '../../../test/given.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { endSession } from '../accounts/ended-sessions.service.ts'
import { removeContact } from '../clients/contacts.service.ts'
import { removeMember } from '../members/members.service.ts'
import { changeProject, removeProject } from '../projects/projects.service.ts'
import { deleteAbandonedUploads } from './abandoned-uploads.ts'
import { cleanUpFiles } from './clean-up.service.ts'
import { fileKey } from './keys.ts'
import { createResumableUploads } from './resumable-uploads.service.ts'
import { removeSection } from './sections.service.ts'

const MiB = 1_024 * 1_024

const test = base.extend('url', { scope: 'file' }, async ({ app }) => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})

test('stores a large file once that arrives in pieces over broken connections', async ({
  api,
  app,
  given,
  url,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const bytes = randomBytes(12 * MiB)

  const first = start(url, maya, bytes, { projectId: id, filename: 'film.mp4', filetype: 'video/mp4' })
  await first.until(4 * MiB)
  await first.upload.abort()
  const second = start(url, maya, bytes, {}, first.upload.url)
  await second.done

  const { body } = await api.as(maya.freelancer).call(files.list, { params: { id } })
  expect(body).toMatchObject([
    { fileName: 'film.mp4', contentType: 'video/mp4', size: bytes.length, uploader: 'Maya Whitcombe' },
  ])
  expect(second.from()).toBeGreaterThan(0)
  const read = await app.inject(body[0]?.fileUrl ?? '')
  expect(sha256(read.rawPayload)).toBe(sha256(bytes))
})

test('resumes an upload after a restart of the server', async ({ ctx, api, given, url }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const bytes = randomBytes(3 * MiB)

  const { location } = await create(url, maya, bytes.length, { projectId: id, filename: 'a.bin' })
  await patch(location, maya, 0, bytes.subarray(0, MiB))
  const { buildApp } = await import('../../app.ts')
  const restarted = await buildApp(ctx, { web: false })
  await restarted.listen({ port: 0, host: '127.0.0.1' })
  const there = `http://127.0.0.1:${(restarted.server.address() as AddressInfo).port}${new URL(location).pathname}`
  expect((await head(there, maya)).headers.get('upload-offset')).toBe(String(MiB))
  expect((await patch(there, maya, MiB, bytes.subarray(MiB))).status).toBe(204)
  await restarted.close()

  const stored = await ctx.db.selectFrom('file').select('sha256').where('project_id', '=', id).execute()
  expect(stored.map((file) => file.sha256?.toString('hex'))).toEqual([sha256(bytes)])
  expect((await head(location, maya)).headers.get('upload-offset'), 'who did not hear of the end').toBe(
    String(bytes.length),
  )
  expect((await api.as(maya).call(files.list, { params: { id } })).body).toHaveLength(1)
})

test('goes on at another process while a connection to the first one only seems to be open', async ({
  ctx,
  given,
  url,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const bytes = randomBytes(MiB)
  const { location } = await create(url, maya, bytes.length, { projectId: id, filename: 'a.bin' })
  const { buildApp } = await import('../../app.ts')
  const second = await buildApp(ctx, { web: false })
  await second.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => second.close())
  const there = `http://127.0.0.1:${(second.server.address() as AddressInfo).port}${new URL(location).pathname}`
  const open = request(location, {
    method: 'PATCH',
    headers: headersOf(maya, {
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': `${bytes.length}`,
    }),
  })
  open.on('error', () => {})
  open.write(bytes.subarray(0, 400_000))
  const partial = join(ctx.storage.partialUploadFolder, location.split('/').at(-1) ?? '')
  await vi.waitFor(async () => expect((await stat(partial)).size).toBe(400_000), WAIT_OPTIONS)

  expect((await head(there, maya)).headers.get('upload-offset')).toBe('400000')
  expect((await patch(there, maya, 400_000, bytes.subarray(400_000))).status).toBe(204)
  open.destroy()

  const stored = await ctx.db.selectFrom('file').select('sha256').where('project_id', '=', id).execute()
  expect(stored.map((file) => file.sha256?.toString('hex'))).toEqual([sha256(bytes)])
})

test('that was lost with the disk takes no place of its uploader', async ({ ctx, given, url }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const { location } = await create(url, maya, 4, { projectId: id, filename: 'a.bin' })
  await rm(join(ctx.storage.partialUploadFolder, location.split('/').at(-1) ?? ''))

  expect((await head(location, maya)).status).toBe(404)

  expect(await ctx.db.selectFrom('file').select('id').where('project_id', '=', id).execute()).toEqual([])
})

test('refuses an upload to a project that was archived meanwhile, and stores nothing', async ({
  ctx,
  given,
  url,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const metadata = { projectId: id, filename: 'a.bin' }
  const [half, whole] = [await create(url, maya, 4, metadata), await create(url, maya, 4, metadata)]
  await patch(half.location, maya, 0, Buffer.from('ab'))
  const archived = { status: 409, code: 'ARCHIVED', message: expect.stringContaining('is archived') }
  const answerOf = async (reply: Response) => ({ status: reply.status, ...(await reply.json()) })

  await changeProject(ctx, maya.freelancer, id, { archived: true })

  expect(await answerOf(await patch(half.location, maya, 2, Buffer.from('cd')))).toMatchObject(archived)
  expect((await head(whole.location, maya)).status).toBe(409)
  for (const { location } of [half, whole]) expect((await head(location, maya)).status).toBe(404)
  expect(await create(url, maya, 4, metadata)).toMatchObject({ status: 409 })
  expect(await ctx.db.selectFrom('file').where('project_id', '=', id).execute()).toEqual([])
})

test('leads to the same upload when it is created again under the same clientUploadId', async ({
  api,
  given,
  url,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const metadata = { projectId: id, filename: 'a.bin', clientUploadId: 'u1' }
  const [first, again] = await Promise.all([create(url, maya, 4, metadata), create(url, maya, 4, metadata)])
  expect(again.location).toBe(first.location)
  await patch(first.location, maya, 0, Buffer.from('ab'))

  const resumed = await create(url, maya, 4, metadata)
  expect(resumed.location).toBe(first.location)
  expect((await head(resumed.location, maya)).headers.get('upload-offset')).toBe('2')
  await patch(resumed.location, maya, 2, Buffer.from('cd'))

  const stored = await create(url, maya, 4, metadata)
  expect((await head(stored.location, maya)).headers.get('upload-offset')).toBe('4')
  expect((await create(url, maya, 5, metadata)).status, 'another file').toBe(409)
  const { body } = await api.as(maya).call(files.list, { params: { id } })
  expect(body).toHaveLength(1)
  await api.as(maya).call(files.remove, { params: { id: body[0]?.id ?? '' } })
  expect((await head(stored.location, maya)).headers.get('upload-offset'), 'deleted meanwhile').toBe('4')

  const ofFreelancer = await create(url, maya.freelancer, 4, metadata)
  expect(ofFreelancer).toMatchObject({ status: 201 })
  expect(ofFreelancer.location).not.toBe(first.location)
})

test('returns 404 to strangers, siblings and the other side', async ({ given, url }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const metadata = { projectId: project.id, filename: 'a.bin' }
  const { location } = await create(url, maya, 10, metadata)

  for (const person of [await given.client(maya.freelancer), await given.freelancer(), maya.freelancer]) {
    expect((await head(location, person)).status).toBe(404)
    expect((await patch(location, person, 0, Buffer.alloc(10))).status).toBe(404)
    expect((await fetch(location, { method: 'DELETE', headers: headersOf(person) })).status).toBe(404)
  }
  const stranger = await given.freelancer()
  expect((await create(url, stranger, 10, metadata)).status).toBe(404)
  expect((await create(url, null, 10, metadata)).status).toBe(401)
  expect((await head(location, maya)).headers.get('upload-offset')).toBe('0')
})

test('accepts the last piece again when its response was lost', async ({ api, given, url }) => {
  const maya = await given.client(await given.freelancer())
  const { id: projectId } = await given.project(maya)
  const { location } = await create(url, maya, 10, { projectId, filename: 'a.bin' })
  await patch(location, maya, 0, Buffer.alloc(10))

  expect((await patch(location, maya, 10, Buffer.alloc(0))).status).toBe(204)
  expect((await patch(location, maya, 10, Buffer.alloc(5))).status).toBe(413)
  expect((await api.as(maya).call(files.list, { params: { id: projectId } })).body).toHaveLength(1)
})

test('refuses uploads that are too large, malformed or at the wrong offset', async ({ ctx, given, url }) => {
  const maya = await given.client(await given.freelancer())
  const { id: projectId } = await given.project(maya)
  const metadata = { projectId, filename: 'a.bin' }

  expect(await create(url, maya, ctx.config.maxUploadBytes + 1, metadata)).toMatchObject({
    status: 413,
    message: expect.stringContaining('A file can have at most'),
  })
  expect((await create(url, maya, 10, { filename: 'a.bin' })).status).toBe(400)
  expect((await create(url, maya, 10, { projectId: 'x', filename: 'a.bin' })).status).toBe(400)
  expect((await create(url, maya, 10, { projectId, filename: 'a\0.bin' })).status).toBe(400)
  const { location } = await create(url, maya, 10, metadata)
  const late = await patch(location, maya, 5, Buffer.alloc(5))
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({ statusCode: 409, code: 'UPLOAD_NOT_ACCEPTED' })
  const tooMuch = await patch(location, maya, 0, Buffer.alloc(11))
  expect(tooMuch.status).toBe(413)
  expect(await tooMuch.json()).toMatchObject({ message: 'This is more than was announced.' })
  const wrong: Record<string, string>[] = [
    {},
    { 'upload-defer-length': '1', 'upload-metadata': `projectId ${btoa(projectId)}` },
    { 'upload-length': '10', 'upload-concat': 'partial' },
  ]
  for (const headers of wrong) {
    const refused = await fetch(`${url}/api/files/tus`, { method: 'POST', headers: headersOf(maya, headers) })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'UPLOAD_NOT_ACCEPTED' })
  }
})

test('stores no file when the session ended meanwhile, and deletes the upload after a day', async ({
  ctx,
  clock,
  given,
  url,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id: projectId } = await given.project(maya)
  const { location } = await create(url, maya, 10, { projectId, filename: 'a.bin' })
  await patch(location, maya, 0, Buffer.alloc(5))

  await endSession(ctx, maya)
  await vi.waitFor(
    async () => expect((await patch(location, maya, 5, Buffer.alloc(5))).status).toBe(401),
    WAIT_OPTIONS,
  )
  const id = location.split('/').at(-1) ?? ''
  expect(await readdir(ctx.storage.partialUploadFolder)).toContain(id)
  clock.forward({ days: 1, seconds: 1 })
  await deleteAbandonedUploads(ctx)

  expect(await readdir(ctx.storage.partialUploadFolder)).not.toContain(id)
  expect(await ctx.db.selectFrom('file').select('id').where('id', '=', id).execute()).toEqual([])
  expect(await ctx.db.selectFrom('file').select('id').where('project_id', '=', projectId).execute()).toEqual(
    [],
  )
})

test.for([
  ['contact', (given: Given, maya: TestClient) => given.contact(maya)],
  ['member', (given: Given, maya: TestClient) => given.member(maya.freelancer, { clients: [maya] })],
] as const)(
  'stores nothing of a %s who is removed while they upload',
  async ([kind, createPerson], { ctx, clock, given, url }) => {
    const maya = await given.client(await given.freelancer())
    const sam = await createPerson(given, maya)
    const { id: projectId } = await given.project(maya)
    const { location } = await create(url, sam, 10, { projectId, filename: 'a.bin' })
    await patch(location, sam, 0, Buffer.alloc(5))

    if (kind === 'contact') await removeContact(ctx, maya.freelancer, sam.id)
    else await removeMember(ctx, maya.freelancer, sam.id, maya.freelancer.id)

    await vi.waitFor(
      async () => expect((await patch(location, sam, 5, Buffer.alloc(5))).status).toBe(401),
      WAIT_OPTIONS,
    )
    clock.forward({ days: 1, seconds: 1 })
    await deleteAbandonedUploads(ctx)
    const id = location.split('/').at(-1) ?? ''
    expect(await readdir(ctx.storage.partialUploadFolder)).not.toContain(id)
    expect(
      await ctx.db.selectFrom('file').select('id').where('project_id', '=', projectId).execute(),
    ).toEqual([])
  },
)

test('keeps partial uploads without a row for a day', async ({ ctx }) => {
  const ages = { recent: 23, old: 25 }
  for (const [name, hours] of Object.entries(ages)) {
    const path = join(ctx.storage.partialUploadFolder, `${newId().slice(0, 30)}${name}`)
    await writeFile(path, 'half')
    await utimes(path, new Date(), new Date(Date.now() - hours * 3_600_000))
  }

  await deleteAbandonedUploads(ctx)

  const names = await readdir(ctx.storage.partialUploadFolder)
  expect(names.filter((name) => /recent|old/.test(name))).toEqual([expect.stringContaining('recent')])
})

test('stores an upload whose bytes were complete before a crash, however late the client returns', async ({
  ctx,
  api,
  given,
  url,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id: projectId } = await given.project(maya)
  const bytes = randomBytes(10)
  const { location } = await create(url, maya, bytes.length, { projectId, filename: 'a.bin' })
  const id = location.split('/').at(-1) ?? ''
  const partial = join(ctx.storage.partialUploadFolder, id)
  await writeFile(partial, bytes)
  await utimes(partial, new Date(), new Date(Date.now() - 2 * 3_600_000))

  // A crash between this and the write of the row.
  const upload = { id, key: fileKey(id), size: bytes.length, state: null }
  await ctx.storage.partialUploads.complete(upload)
  for await (const { key, storedAt } of ctx.storage.list())
    if (key === fileKey(id)) expect(Date.now() - storedAt.getTime()).toBeLessThan(3_600_000)
  const stored = join(ctx.config.dataDir, 'uploads/files', id.slice(0, 5), id)
  await utimes(stored, new Date(), new Date(Date.now() - 2 * 3_600_000))
  await cleanUpFiles(ctx)

  expect(await ctx.storage.getSize(fileKey(id))).toBe(bytes.length)
  expect((await head(location, maya)).headers.get('upload-offset')).toBe(String(bytes.length))
  const { body } = await api.as(maya).call(files.list, { params: { id: projectId } })
  expect(body).toMatchObject([{ id, fileName: 'a.bin', size: bytes.length }])
  expect(await readdir(ctx.storage.partialUploadFolder)).not.toContain(id)
})

test('is stored once, and reported as stored to all, when several processes finish it at once', async ({
  ctx,
  api,
  given,
  url,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id: projectId } = await given.project(maya)
  const bytes = randomBytes(1_000)
  const { location } = await create(url, maya, bytes.length, { projectId, filename: 'a.bin' })
  const id = location.split('/').at(-1) ?? ''
  await writeFile(join(ctx.storage.partialUploadFolder, id), bytes)
  const processes = Array.from({ length: 5 }, () => createResumableUploads(ctx))

  await Promise.all(processes.map(({ finishIfComplete }) => finishIfComplete(maya, id)))

  expect((await head(location, maya)).headers.get('upload-offset')).toBe(String(bytes.length))
  const { body } = await api.as(maya).call(files.list, { params: { id: projectId } })
  expect(body).toMatchObject([{ fileName: 'a.bin', size: bytes.length }])
  expect(sha256(await buffer((await ctx.storage.read(fileKey(id))) ?? Readable.from([])))).toBe(sha256(bytes))
})

test('neither lists nor serves a file while it is receiving', async ({ api, app, given, url }) => {
  const maya = await given.client(await given.freelancer())
  const { id: projectId } = await given.project(maya)
  const { location } = await create(url, maya, 10, { projectId, filename: 'a.bin' })
  const id = location.split('/').at(-1) ?? ''
  const other = await given.file(maya, { id: projectId })

  for (const person of [maya, maya.freelancer]) {
    const { body } = await api.as(person).call(files.list, { params: { id: projectId } })
    expect(body).toMatchObject([{ id: other.id }])
    expect((await api.as(person).call(files.get, { params: { id } })).status).toBe(404)
    expect((await api.as(person).call(files.remove, { params: { id } })).status).toBe(404)
  }
  const { body } = await api.as(maya).call(files.zipLink, { params: { id: projectId } })
  const zip = await app.inject(body.zipUrl)
  expect(zip.statusCode).toBe(200)
  expect(zip.rawPayload.includes('a.bin')).toBe(false)
})

test('ignores a bare question mark behind the URL of an upload', async ({ given, url }) => {
  const maya = await given.client(await given.freelancer())
  const { id: projectId } = await given.project(maya)
  const { location } = await create(url, maya, 10, { projectId, filename: 'a.bin' })

  expect((await patch(`${location}?`, maya, 0, randomBytes(10))).status).toBe(204)
})

test('becomes a version of the file that it names', async ({ given, api, url }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const { id: versionOf } = await given.file(maya.freelancer, project)
  const metadata = { projectId: project.id, filename: 'b.bin', versionOf }
  const uploads = [await create(url, maya, 4, metadata), await create(url, maya, 4, metadata)]
  const during = (await api.as(maya).call(files.list, { params: { id: project.id } })).body

  for (const { location } of uploads.reverse()) {
    expect((await patch(location, maya, 0, Buffer.from('abcd'))).status).toBe(204)
    expect((await head(location, maya)).headers.get('upload-offset')).toBe('4')
  }

  expect(during).toMatchObject([{ id: versionOf, version: 1, versions: 1 }])
  const { body } = await api.as(maya).call(files.versions, { params: { id: versionOf } })
  expect(body.map(({ id, version }) => `${version} ${id}`)).toEqual([
    `3 ${idIn(uploads[1]?.location)}`,
    `2 ${idIn(uploads[0]?.location)}`,
    `1 ${versionOf}`,
  ])
})

test('becomes a file of its own when the file that it names is deleted meanwhile', async ({
  given,
  api,
  url,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const { id: versionOf } = await given.file(maya, project)
  const { location } = await create(url, maya, 4, { projectId: project.id, filename: 'b.bin', versionOf })
  await patch(location, maya, 0, Buffer.from('ab'))

  await api.as(maya).call(files.remove, { params: { id: versionOf } })
  expect((await patch(location, maya, 2, Buffer.from('cd'))).status).toBe(204)

  const { body } = await api.as(maya).call(files.list, { params: { id: project.id } })
  expect(body).toMatchObject([{ id: idIn(location), fileName: 'b.bin', version: 1, versions: 1 }])
})

test('is refused as a version of what is not there', async ({ given, url }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const { id: binned } = await given.binnedFile(maya, project)
  const { id: elsewhere } = await given.file(maya, await given.project(maya))
  const statusFor = async (versionOf: string) =>
    (await create(url, maya, 4, { projectId: project.id, filename: 'b.bin', versionOf })).status

  expect(await Promise.all([binned, elsewhere, newId(), 'logo.png'].map(statusFor))).toEqual([
    404, 404, 404, 400,
  ])
})

test('goes to the section that it names, or to none when that is deleted meanwhile', async ({
  ctx,
  given,
  api,
  url,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const project = await given.project(maya)
  const [drafts, final] = [await given.section(ada, project), await given.section(ada, project, 'Final')]
  const begin = (sectionId: string, person: TestUser = ada) =>
    create(url, person, 4, { projectId: project.id, filename: 'b.bin', sectionId })
  const uploads = [await begin(drafts.id), await begin(final.id)]

  await removeSection(ctx, ada, final.id)
  for (const { location } of uploads)
    expect((await patch(location, ada, 0, Buffer.from('abcd'))).status).toBe(204)

  const { body } = await api.as(ada).call(files.list, { params: { id: project.id } })
  expect(body.map(({ sectionId }) => sectionId).sort()).toEqual([drafts.id, null])
  expect((await begin(final.id)).status).toBe(404)
  expect((await begin(drafts.id, maya)).status).toBe(400)
})

test('leaves nothing when its project is deleted meanwhile', async ({ ctx, given, url }) => {
  const maya = await given.client(await given.freelancer())
  const { id: projectId } = await given.project(maya)
  const { location } = await create(url, maya, 10, { projectId, filename: 'a.bin' })
  await patch(location, maya, 0, Buffer.alloc(5))

  await removeProject(ctx, maya.freelancer, projectId)

  expect((await patch(location, maya, 5, Buffer.alloc(5))).status).toBe(404)
})

const idIn = (location = '') => location.split('/').at(-1)

function start(
  url: string,
  person: TestUser,
  bytes: Buffer,
  metadata: Record<string, string>,
  uploadUrl?: string | null,
) {
  const done = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  let wanted = Number.POSITIVE_INFINITY
  let from: number | undefined
  const upload = new Upload(bytes, {
    endpoint: `${url}/api/files/tus`,
    uploadUrl,
    chunkSize: MiB,
    metadata,
    retryDelays: null,
    headers: { authorization: `Bearer ${person.token}` },
    onProgress(sent) {
      from ??= sent
    },
    onChunkComplete(_size, accepted) {
      if (accepted >= wanted) arrived.resolve()
    },
    onSuccess: () => done.resolve(),
    onError: (error) => done.reject(error),
  })
  upload.start()
  return {
    upload,
    done: done.promise,
    from: () => from ?? 0,
    until(bytes: number) {
      wanted = bytes
      return arrived.promise
    },
  }
}

async function create(url: string, person: TestUser | null, size: number, metadata: Record<string, string>) {
  const encoded = Object.entries(metadata).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  )
  const headers = headersOf(person, { 'upload-length': String(size), 'upload-metadata': encoded.join(',') })
  const reply = await fetch(`${url}/api/files/tus`, { method: 'POST', headers })
  const { message } = reply.ok ? {} : ((await reply.json()) as { message?: string })
  return { status: reply.status, message, location: new URL(reply.headers.get('location') ?? '/', url).href }
}

function patch(location: string, person: TestUser, offset: number, body: Buffer) {
  const headers = headersOf(person, {
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  })
  return fetch(location, { method: 'PATCH', headers, body: new Uint8Array(body) })
}

function head(location: string, person: TestUser) {
  return fetch(location, { method: 'HEAD', headers: headersOf(person) })
}

function headersOf(person: TestUser | null, more: Record<string, string> = {}) {
  return { 'tus-resumable': '1.0.0', ...(person && { authorization: `Bearer ${person.token}` }), ...more }
}

function sha256(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}
