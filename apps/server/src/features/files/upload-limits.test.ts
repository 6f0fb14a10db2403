import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { bin, files } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, vi } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { test as base, expect } from '../../../test/fixtures.ts'
import { formOf } from '../../../test/forms.ts'
import type { TestClient, TestUser } from '../../../test/given.ts'
import { startS3 } from '../../../test/s3.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import type { AppContext } from '../../platform/context.ts'
import { getFreeBytes } from '../../platform/storage/free-space.ts'

const KB = 1_000
const QUOTA_BYTES = 1_000 * KB

const accountFull = {
  status: 507,
  body: {
    statusCode: 507,
    code: 'ACCOUNT_STORAGE_FULL',
    message:
      'This account has not enough storage left for this file. Delete other files first; those in the bin count too.',
  },
}
const tooMany = {
  status: 409,
  body: {
    code: 'TOO_MANY_UNFINISHED_UPLOADS',
    message: 'You have 20 unfinished uploads already. Finish or cancel one of them first.',
  },
}
const diskFull = {
  status: 507,
  body: { code: 'NO_ROOM', message: 'There is no room left to store this.' },
}

/** A listening server with a freelancer, a client and a project for each test. */
const withLimits = (env: Record<string, string>, startStore?: typeof startS3) =>
  base
    .extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
      const store = await startStore?.()
      const testContext = await createTestContext({ ...env, ...(store && { STORAGE_URL: store.url }) })
      onCleanup(async () => {
        await testContext.close()
        await store?.close()
      })
      return testContext
    })
    .extend('url', { scope: 'file' }, async ({ app }) => {
      await app.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    })
    .extend('maya', async ({ given }) => given.client(await given.freelancer()))
    .extend('project', ({ given, maya }) => given.project(maya))
    .extend('upload', ({ api, project }) => (person: TestUser, size: number, name = 'a.bin') => {
      const endpoint = person.side === 'client' ? files.uploadAsClient : files.upload
      return api.as(person).send(endpoint, { body: { projectId: project.id, file: fileOf(size, name) } })
    })
    .extend('beginAsGuest', ({ url, given, maya, project }) => async (size: number) => {
      const [photo] = await given.requests(maya.freelancer, project, ['Photo'])
      const { token } = await given.guestLink(maya, photo)
      const headers = {
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': `name ${btoa('Sam')},filename ${btoa('b.bin')}`,
      }
      const reply = await fetch(`${url}/api/give/${token}/tus`, { method: 'POST', headers })
      const location = new URL(reply.headers.get('location') ?? '/', url).href
      return { status: reply.status, body: reply.ok ? null : await reply.json(), location }
    })
    .extend('begin', ({ url, project }) => async (person: TestUser, size: number) => {
      const metadata = `projectId ${btoa(project.id)},filename ${btoa('b.bin')}`
      const headers = { ...headersOf(person), 'upload-length': String(size), 'upload-metadata': metadata }
      const reply = await fetch(`${url}/api${files.RESUMABLE_URL}`, { method: 'POST', headers })
      const location = new URL(reply.headers.get('location') ?? '/', url).href
      return { status: reply.status, body: reply.ok ? null : await reply.json(), location }
    })

const inSmallAccount = withLimits({ ACCOUNT_STORAGE_BYTES: String(QUOTA_BYTES) })
const byDefault = withLimits({})
const withHugeFiles = withLimits({ MAX_UPLOAD_BYTES: String(1_024 ** 4) })
const MORE_THAN_ANY_DISK = { MIN_FREE_BYTES: String(1_024 ** 5) }
const onFullDisk = withLimits(MORE_THAN_ANY_DISK)
const onFullDiskWithS3 = withLimits(MORE_THAN_ANY_DISK, startS3)

describe('the storage of an account', () => {
  const test = inSmallAccount

  test('counts the files of both sides, never blocks reading, and is released by a permanent deletion', async ({
    api,
    app,
    maya,
    project,
    upload,
    begin,
  }) => {
    const ada = maya.freelancer
    expect((await upload(maya, 600 * KB)).status).toBe(201)
    expect((await upload(ada, 400 * KB)).status).toBe(201)

    for (const person of [ada, maya]) {
      expect(await upload(person, 1)).toMatchObject(accountFull)
      expect(await upload(person, 200 * KB)).toMatchObject(accountFull)
      expect(await begin(person, 1)).toMatchObject(accountFull)
      const { body } = await api.as(person).call(files.list, { params: { id: project.id } })
      for (const { fileUrl, size } of body) expect((await app.inject(fileUrl)).rawPayload).toHaveLength(size)
    }
    const { body } = await api.as(ada).call(files.list, { params: { id: project.id } })
    const id = body[0]?.id ?? ''
    await api.as(ada).call(files.remove, { params: { id } })
    expect(await upload(maya, 1)).toMatchObject(accountFull)
    await api.as(ada).call(bin.remove, { params: { kind: 'file', id } })

    expect((await upload(maya, 400 * KB)).status).toBe(201)
  })

  test('counts what guests send, and refuses them too', async ({ maya, upload, beginAsGuest }) => {
    const { location } = await beginAsGuest(600 * KB)
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0' }
    const sent = await fetch(location, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
      body: Buffer.alloc(600 * KB),
    })
    expect(sent.status).toBe(204)

    expect(await upload(maya, 500 * KB)).toMatchObject(accountFull)
    expect(await beginAsGuest(500 * KB)).toMatchObject(accountFull)

    expect((await beginAsGuest(400 * KB)).status).toBe(201)
  })

  test('is counted per freelancer', async ({ api, given, maya, upload }) => {
    await upload(maya, QUOTA_BYTES)
    const other = await given.client(await given.freelancer())
    const { id: projectId } = await given.project(other)
    const body = { projectId, file: fileOf(QUOTA_BYTES) }

    expect((await api.as(other).send(files.uploadAsClient, { body })).status).toBe(201)
  })

  test('accepts ten of twenty concurrent uploads', async ({ ctx, maya, upload }) => {
    const people = [maya, maya.freelancer]
    const names = ['a.bin', 'a.png']
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        upload(people[n % 2] ?? maya, 100 * KB, names[Math.floor(n / 2) % 2]),
      ),
    )

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    for (const refused of replies.filter(({ status }) => status !== 201))
      expect(refused).toMatchObject(accountFull)
    expect(await readdir(join(ctx.storage.folder ?? '', 'drafts'))).toEqual([])
  })

  test('accepts ten of twenty concurrent resumable uploads', async ({ begin, maya }) => {
    const people = [maya, maya.freelancer]
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => begin(people[n % 2] ?? maya, 100 * KB)),
    )

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    for (const refused of replies.filter(({ status }) => status !== 201))
      expect(refused).toMatchObject(accountFull)
  })

  test('refuses a form by its announced length, before its bytes are sent', async ({
    url,
    maya,
    project,
  }) => {
    const form = formOf({ projectId: project.id, file: fileOf(2 * QUOTA_BYTES) })
    const call = beginForm(url, maya, form, { 'content-length': form.bytes.length })
    call.write(form.bytes.subarray(0, 1_000))

    expect(await answerTo(call)).toMatchObject(accountFull)
    call.destroy()
  })

  test('refuses a form of unknown length once it exceeds what is left', async ({ url, maya, project }) => {
    const form = formOf({ projectId: project.id, file: fileOf(3 * QUOTA_BYTES) })
    const call = beginForm(url, maya, form, { 'transfer-encoding': 'chunked' })
    call.write(form.bytes.subarray(0, 1.2 * QUOTA_BYTES))

    expect(await answerTo(call)).toMatchObject(accountFull)
    call.destroy()
  })

  test('refuses a resumable upload at its end when others filled it meanwhile, and stores nothing', async ({
    ctx,
    begin,
    maya,
    upload,
  }) => {
    const { location } = await begin(maya, 600 * KB)
    expect((await upload(maya.freelancer, 600 * KB)).status).toBe(201)

    const reply = await fetch(location, {
      method: 'PATCH',
      headers: { ...headersOf(maya), ...FROM_START },
      body: new Uint8Array(600 * KB),
    })

    expect({ status: reply.status, body: await reply.json() }).toMatchObject(accountFull)
    const id = location.split('/').at(-1) ?? ''
    expect(await ctx.storage.getSize(`files/${id}`)).toBeUndefined()
    expect(await readdir(ctx.storage.partialUploadFolder)).not.toContain(id)
    expect((await fetch(location, { method: 'HEAD', headers: headersOf(maya) })).status).toBe(404)
  })
})

describe('unfinished uploads', () => {
  byDefault(
    'are at most 20 a person, however many begin at once; one that is cancelled makes room',
    async ({ begin, clock, maya }) => {
      const replies = await Promise.all(Array.from({ length: 25 }, () => begin(maya, 10)))

      expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
      for (const refused of replies.filter(({ status }) => status !== 201))
        expect(refused).toMatchObject(tooMany)
      expect((await begin(maya.freelancer, 10)).status).toBe(201)

      const first = replies.find(({ status }) => status === 201)
      await fetch(first?.location ?? '', { method: 'DELETE', headers: headersOf(maya) })
      expect((await begin(maya, 10)).status).toBe(201)
      expect(await begin(maya, 10)).toMatchObject(tooMany)

      clock.forward({ days: 1, seconds: 1 })
      expect((await begin(maya, 10)).status).toBe(201)
    },
  )
})

describe('the announced sizes of uploads', () => {
  const test = withHugeFiles

  test('are reserved on the disk, also of forms and of another person, until the upload ends', async ({
    ctx,
    begin,
    given,
    maya,
    project,
    url,
  }) => {
    const most = Math.floor(0.7 * (await getFreeBytes(ctx.storage.folder ?? '')))
    const { location, status } = await begin(maya, most)
    expect(status).toBe(201)
    expect(await begin(maya.freelancer, most)).toMatchObject(diskFull)
    expect(await readdir(ctx.storage.partialUploadFolder)).toHaveLength(1)
    const form = formOf({ projectId: project.id, file: fileOf(100 * KB) })
    const large = beginForm(url, maya, form, { 'content-length': most })
    large.write(form.bytes.subarray(0, 1_000))
    expect(await answerTo(large)).toMatchObject(diskFull)
    large.destroy()

    await fetch(location, { method: 'DELETE', headers: headersOf(maya) })
    const other = await given.client(await given.freelancer())
    const { id } = await given.project(other)
    const begun = formOf({ projectId: id, file: fileOf(100 * KB) })
    const receiving = beginForm(url, other, begun, { 'content-length': most })
    receiving.on('error', () => {})
    receiving.write(begun.bytes.subarray(0, 50 * KB))
    await vi.waitFor(async () => expect(await formsOf(ctx, other)).toHaveLength(1), WAIT_OPTIONS)
    expect(await begin(maya, most)).toMatchObject(diskFull)
    receiving.destroy()
    await vi.waitFor(async () => expect(await formsOf(ctx, other)).toHaveLength(0), WAIT_OPTIONS)
    const again = await begin(maya, most)
    expect(again.status).toBe(201)
    await fetch(again.location, { method: 'DELETE', headers: headersOf(maya) })
  })

  test('of guests are reserved too, and guests begin nothing on what is reserved', async ({
    ctx,
    begin,
    beginAsGuest,
    maya,
  }) => {
    const most = Math.floor(0.7 * (await getFreeBytes(ctx.storage.folder ?? '')))
    const ofGuest = await beginAsGuest(most)
    expect(ofGuest.status).toBe(201)
    expect(await begin(maya, most)).toMatchObject(diskFull)
    expect(await beginAsGuest(most)).toMatchObject(diskFull)

    await fetch(ofGuest.location, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })

    const { location, status } = await begin(maya, most)
    expect(status).toBe(201)
    expect(await beginAsGuest(most)).toMatchObject(diskFull)
    await fetch(location, { method: 'DELETE', headers: headersOf(maya) })
  })

  test('are not counted any more when the process that received a form was killed', async ({
    ctx,
    begin,
    maya,
  }) => {
    const most = Math.floor(0.7 * (await getFreeBytes(ctx.storage.folder ?? '')))
    const leave = (seconds: number) =>
      sql`insert into form_upload (id, workspace_id, uploader, size, seen_at)
        values (${newId()}, ${maya.freelancer.id}, ${`client:${maya.id}`}, ${most}, clock_timestamp() - ${seconds} * interval '1 second')`.execute(
        ctx.db,
      )
    await leave(0)
    expect(await begin(maya, most)).toMatchObject(diskFull)
    await ctx.db.deleteFrom('form_upload').execute()
    await leave(61)
    expect((await begin(maya, most)).status).toBe(201)
  })

  test('end with 507 while their bytes arrive when the disk falls below MIN_FREE_BYTES, and leave nothing', async ({
    ctx,
    begin,
    maya,
    upload,
  }) => {
    const { location } = await begin(maya, 6_000 * KB)
    const partial = location.split('/').at(-1) ?? ''
    const { minFreeBytes } = ctx.config
    const arrived = vi.waitFor(
      async () =>
        expect((await stat(join(ctx.storage.partialUploadFolder, partial))).size).toBeGreaterThan(0),
      WAIT_OPTIONS,
    )
    const call = request(location, {
      method: 'PATCH',
      headers: { ...headersOf(maya), ...FROM_START, 'content-length': 6_000 * KB },
    })
    call.on('error', () => {})
    call.write(Buffer.alloc(1_000 * KB))
    await arrived
    Object.assign(ctx.config, { minFreeBytes: 1_024 ** 5 })
    try {
      call.write(Buffer.alloc(4_500 * KB))
      expect(await answerTo(call)).toMatchObject(diskFull)
    } finally {
      Object.assign(ctx.config, { minFreeBytes })
      call.destroy()
    }
    expect(await readdir(ctx.storage.partialUploadFolder)).not.toContain(partial)
    expect((await fetch(location, { method: 'HEAD', headers: headersOf(maya) })).status).toBe(404)
    expect((await upload(maya, 1)).status).toBe(201)
  })
})

describe('unfinished forms', () => {
  byDefault.for([
    ['small', 10 * KB],
    ['large', 200 * KB],
  ] as const)(
    'that are %s are at most 20 a person',
    async ([, size], { ctx, url, maya, project, upload }) => {
      const form = formOf({ projectId: project.id, file: fileOf(size) })
      const calls = Array.from({ length: 21 }, () => {
        const call = beginForm(url, maya, form, { 'content-length': form.bytes.length })
        call.on('error', () => {})
        call.write(form.bytes.subarray(0, 1_000))
        return call
      })
      expect(await Promise.any(calls.map(answerTo))).toMatchObject(tooMany)
      expect((await upload(maya.freelancer, size)).status).toBe(201)
      for (const call of calls) call.destroy()
      await vi.waitFor(async () => expect((await upload(maya, size)).status).toBe(201), WAIT_OPTIONS)
      expect(await formsOf(ctx, maya)).toEqual([])
    },
  )

  byDefault('count with resumable ones', async ({ begin, maya, upload }) => {
    for (let n = 0; n < 20; n++) expect((await begin(maya, 10)).status).toBe(201)
    expect(await upload(maya, 200 * KB)).toMatchObject(tooMany)
    expect((await upload(maya.freelancer, 200 * KB)).status).toBe(201)
  })
})

describe('a disk with less free than MIN_FREE_BYTES', () => {
  onFullDisk('begins no upload, while reads go on', async ({ api, maya, project, upload, begin }) => {
    for (const person of [maya, maya.freelancer]) {
      expect(await upload(person, 1)).toMatchObject(diskFull)
      expect(await upload(person, 200 * KB)).toMatchObject(diskFull)
      expect(await begin(person, 1)).toMatchObject(diskFull)
      expect(await api.as(person).call(files.list, { params: { id: project.id } })).toMatchObject({
        body: [],
      })
    }
  })

  onFullDiskWithS3('takes what goes straight to S3', async ({ maya, upload, begin }) => {
    expect((await upload(maya, 200 * KB)).status).toBe(201)
    expect(await begin(maya, 1)).toMatchObject(diskFull)
  })
})

const formsOf = ({ db }: AppContext, { freelancer }: TestClient) =>
  db.selectFrom('form_upload').select('id').where('workspace_id', '=', freelancer.id).execute()

const FROM_START = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }

function fileOf(size: number, name = 'a.bin') {
  return { name, type: 'application/octet-stream', bytes: Buffer.alloc(size) }
}

function headersOf(person: TestUser) {
  return { 'tus-resumable': '1.0.0', authorization: `Bearer ${person.token}` }
}

function beginForm(
  url: string,
  person: TestUser,
  form: ReturnType<typeof formOf>,
  framing: Record<string, string | number>,
) {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': form.type, ...framing }
  return request(`${url}/api/files/client/upload`, { method: 'POST', headers })
}

async function answerTo(call: ReturnType<typeof request>) {
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await json(response) }
}
