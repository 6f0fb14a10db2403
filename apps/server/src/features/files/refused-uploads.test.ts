import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test as base, expect, onTestFinished, vi } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { type Fields, formOf } from '../../../test/forms.ts'
import { createGiven, type TestClient } from '../../../test/given.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { buildApp } from '../../app.ts'
import { endSession } from '../accounts/ended-sessions.service.ts'
import { removeContact } from '../clients/contacts.service.ts'

const MAX_UPLOAD_BYTES = 1_000_000

/** A listening server with a limit of 1 MB for uploads, and a client with a project. */
const test = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { ctx, close } = await createTestContext({ MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES) })
    const app = await buildApp(ctx, { web: false })
    onCleanup(async () => {
      await app.close()
      await close()
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return { app, ctx, given: createGiven(ctx), port: (app.server.address() as AddressInfo).port }
  })
  .extend('maya', async ({ server: { given } }) => given.client(await given.freelancer()))
  .extend('projectId', async ({ server: { given }, maya }) => (await given.project(maya)).id)
  .extend('upload', ({ server, maya }) => {
    return (fields: Fields, headers: Record<string, string> = {}, person: TestClient = maya) => {
      const form = formOf(fields)
      return sendTo(server.port, person, form.bytes, { 'content-type': form.type, ...headers })
    }
  })
  .extend('expectNothingStored', ({ server: { ctx }, projectId }) => async () => {
    await vi.waitFor(
      async () => expect(await readdir(join(ctx.config.dataDir, 'uploads/drafts'))).toEqual([]),
      WAIT_OPTIONS,
    )
    expect(
      await ctx.db.selectFrom('file').select('name').where('project_id', '=', projectId).execute(),
    ).toEqual([])
    const stored = await readdir(join(ctx.config.dataDir, 'uploads/files'), { recursive: true })
    const known = await ctx.db.selectFrom('file').select('id').execute()
    expect(stored.filter((name) => name.includes('/'))).toHaveLength(known.length)
  })

const file = (bytes: Buffer | string = 'some bytes', name = 'a.txt') => ({
  name,
  type: 'text/plain',
  bytes: Buffer.from(bytes),
})

test('accepts the project before or after the file', async ({ upload, projectId }) => {
  expect(await upload({ projectId, file: file() })).toMatchObject({ status: 201 })
  expect(await upload({ file: file(), projectId })).toMatchObject({ status: 201 })
})

test('accepts a file of the largest size, and refuses one more byte', async ({ upload, projectId }) => {
  expect(await upload({ projectId, file: file(Buffer.alloc(MAX_UPLOAD_BYTES)) })).toMatchObject({
    status: 201,
  })
  expect(await upload({ projectId, file: file(Buffer.alloc(MAX_UPLOAD_BYTES + 1)) })).toMatchObject({
    status: 413,
    body: { code: 'FILE_TOO_LARGE', message: 'A file can have at most 976.5 KB.' },
  })
  expect(await upload({ projectId, file: file(Buffer.alloc(3 * MAX_UPLOAD_BYTES)) })).toMatchObject({
    status: 413,
  })
})

test('stores nothing of a file that is too large', async ({ upload, projectId, expectNothingStored }) => {
  expect(await upload({ projectId, file: file(Buffer.alloc(MAX_UPLOAD_BYTES + 1)) })).toMatchObject({
    status: 413,
  })
  await expectNothingStored()
})

const pick = 'Please select a file to upload.'
test.for<[name: string, fields: (projectId: string) => Fields, message: string]>([
  ['no file', (projectId) => ({ projectId }), pick],
  ['nothing at all', () => ({}), pick],
  ['a form in which no file was chosen', (projectId) => ({ projectId, file: file('', '') }), pick],
  ['no project', () => ({ file: file() }), 'Project id is required.'],
  [
    'another name for the file',
    (projectId) => ({ projectId, picture: file() }),
    'picture is not a known field.',
  ],
  [
    'a field that is not known',
    (projectId) => ({ projectId, file: file(), plan: 'pro' }),
    'plan is not a known field.',
  ],
  [
    'a field called __proto__',
    (projectId) => [
      ['__proto__', 'x'],
      ['projectId', projectId],
      ['file', file()],
    ],
    'The request could not be read.',
  ],
  [
    'two files',
    (projectId) => [
      ['projectId', projectId],
      ['file', file()],
      ['file', file()],
    ],
    'Please send one file at a time.',
  ],
  [
    'two projects',
    (projectId) => [
      ['projectId', projectId],
      ['projectId', projectId],
      ['file', file()],
    ],
    'Project id can be sent only once.',
  ],
  [
    'an endless project',
    () => ({ projectId: 'x'.repeat(1_000_000), file: file() }),
    'Project id is not valid.',
  ],
  ['a malformed project id', () => ({ projectId: '1', file: file() }), 'Project id is not valid.'],
  [
    'a file where the project should be',
    (projectId) => ({ projectId: file(projectId), file: file() }),
    'projectId is not a known field.',
  ],
  [
    'a name with NUL',
    (projectId) => ({ projectId, file: file('x', 'a\0.png') }),
    'File has a name that cannot be stored.',
  ],
  [
    '5,000 parts',
    (projectId) => [
      ['projectId', projectId],
      ...Array.from({ length: 5_000 }, (_, n) => [`f${n}`, ''] as const),
    ],
    'f0 is not a known field.',
  ],
])(
  'returns 400 and stores nothing for %s',
  async ([, fields, message], { upload, projectId, expectNothingStored }) => {
    const reply = await upload(fields(projectId))

    expect(reply).toMatchObject({ status: 400, body: { message } })
    await expectNothingStored()
  },
)

test('returns the same 404 for a stranger’s project and an unknown one', async ({
  server,
  upload,
  projectId,
  expectNothingStored,
}) => {
  const { given } = server
  const sibling = await given.client(await given.freelancer())
  const theirs = await upload({ projectId, file: file() }, {}, sibling)
  const after = await upload({ file: file(), projectId }, {}, sibling)
  const none = await upload({ projectId: '01900000-0000-7000-8000-000000000001', file: file() }, {}, sibling)

  expect(theirs).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
  expect(after.body).toEqual(theirs.body)
  expect(none.body).toEqual(theirs.body)
  await expectNothingStored()
})

test.for([
  ['no boundary', 'multipart/form-data', 400],
  ['an endless boundary', `multipart/form-data; boundary=${'b'.repeat(5_000)}`, 400],
  ['another boundary', 'multipart/form-data; boundary=other', 400],
  ['text', 'text/plain', 415],
  ['a form of the old kind', 'application/x-www-form-urlencoded', 415],
] as const)(
  'refuses a content type with %s',
  async ([, type, status], { upload, projectId, expectNothingStored }) => {
    const reply = await upload({ projectId, file: file() }, { 'content-type': type })

    expect(reply.status).toBe(status)
    await expectNothingStored()
  },
)

test.for([
  ['nothing', ''],
  ['an empty object', '{}'],
  ['fields', JSON.stringify({ projectId: '01900000-0000-7000-8000-000000000001', file: 'a.txt' })],
  ['unknown fields', '{"plan":"pro"}'],
  ['no JSON at all', '{'],
])(
  'returns 415 for JSON with %s, on both endpoints',
  async ([, body], { server, maya, expectNothingStored }) => {
    for (const [path, { token }] of [
      ['upload', maya.freelancer],
      ['client/upload', maya],
    ] as const) {
      const reply = await fetch(`http://127.0.0.1:${server.port}/api/files/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      })

      expect(reply.status).toBe(415)
      expect(await reply.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    }
    await expectNothingStored()
  },
)

test('refuses a form that ends too soon', async ({ server, maya, projectId, expectNothingStored }) => {
  const form = formOf({ projectId, file: file(randomBytes(100_000)) })

  const reply = await sendTo(server.port, maya, form.bytes.subarray(0, -20), { 'content-type': form.type })

  expect(reply).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } })
  await expectNothingStored()
})

test('refuses a body that exceeds the limit outside its parts', async ({
  server,
  maya,
  projectId,
  expectNothingStored,
}) => {
  const form = formOf({ projectId, file: file() })
  async function* endless() {
    yield Buffer.from('\r\n')
    for (let sent = 0; sent < 2 * MAX_UPLOAD_BYTES; sent += 100_000) yield Buffer.alloc(100_000)
    yield form.bytes
  }

  const reply = await fetch(`http://127.0.0.1:${server.port}/api/files/client/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${maya.token}`, 'content-type': form.type },
    body: Readable.toWeb(Readable.from(endless())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)

  expect(reply.status).toBe(413)
  expect(await reply.json()).toMatchObject({ code: 'FILE_TOO_LARGE' })
  await expectNothingStored()
})

test.for<[name: string, part: () => string]>([
  ['a head without an end', () => `X-Long: ${'x'.repeat(100_000)}\r\n`],
  ['no disposition', () => 'Content-Type: text/plain\r\n\r\nnothing\r\n'],
  ['another disposition', () => 'Content-Disposition: attachment; name="file"\r\n\r\nnothing\r\n'],
])('skips a part with %s', async ([, part], { server, maya, projectId }) => {
  const form = formOf({ projectId, file: file() })
  const body = Buffer.concat([Buffer.from(`--${form.boundary}\r\n${part()}`), form.bytes])

  const reply = await sendTo(server.port, maya, body, { 'content-type': form.type })

  expect(reply).toMatchObject({ status: 201, body: { fileName: 'a.txt', size: 10 } })
})

test.for([0.01, 0.5, 0.99])(
  'stores nothing when the client disconnects after %d of the upload',
  async (share, { server, maya, projectId, expectNothingStored }) => {
    const form = formOf({ projectId, file: file(randomBytes(600_000)) })
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = await open(server.port, maya, form.type, form.bytes.length)
        await new Promise<void>((resolve) => {
          socket.write(form.bytes.subarray(0, Math.floor(share * form.bytes.length)), () => resolve())
        })
        socket.destroy()
      }),
    )

    await expectNothingStored()
  },
)

test('returns 404 before the whole body was read, and accepts the next upload', async ({
  server,
  maya,
  upload,
  projectId,
}) => {
  const form = formOf({ projectId: '01900000-0000-7000-8000-000000000001', file: file(randomBytes(900_000)) })
  const reply = await sendTo(server.port, maya, form.bytes, { 'content-type': form.type })

  expect(reply.status).toBe(404)
  expect(await upload({ projectId, file: file() }), 'the next upload').toMatchObject({ status: 201 })
})

test('disconnects a stalled upload, also one that is pipelined behind another', async ({
  server: { app, port },
  maya,
  projectId,
}) => {
  const { timeout } = app.server
  onTestFinished(() => void app.server.setTimeout(timeout))
  app.server.setTimeout(10_000)
  const form = formOf({ projectId, file: file(randomBytes(100_000)) })
  const socket = await open(port, maya, form.type, form.bytes.length)
  let received = ''
  socket.on('data', (part) => {
    received += part
  })

  socket.write(form.bytes)
  socket.write(headOf(maya, form.type, form.bytes.length))
  await once(socket, 'close')

  expect(received).toMatch(/^HTTP\/1\.1 201 /)
})

test('refuses an upload at its end when the session ended meanwhile', async ({
  server,
  maya,
  projectId,
  expectNothingStored,
}) => {
  const form = formOf({ projectId, file: file(randomBytes(200_000)) })
  const socket = await open(server.port, maya, form.type, form.bytes.length)
  const answer = new Promise<string>((resolve) => socket.once('data', (part) => resolve(part.toString())))
  socket.write(form.bytes.subarray(0, 100_000))
  await vi.waitFor(
    async () => expect(await readdir(join(server.ctx.config.dataDir, 'uploads/drafts'))).toHaveLength(1),
    WAIT_OPTIONS,
  )
  await endSession(server.ctx, maya)
  socket.write(form.bytes.subarray(100_000))

  expect(await answer).toContain('401 Unauthorized')
  socket.destroy()
  await expectNothingStored()
})

test('refuses an upload at its end when the contact was removed meanwhile', async ({
  server,
  maya,
  projectId,
  expectNothingStored,
}) => {
  const sam = await server.given.contact(maya)
  const form = formOf({ projectId, file: file(randomBytes(200_000)) })
  const socket = await open(server.port, sam, form.type, form.bytes.length)
  const answer = new Promise<string>((resolve) => socket.once('data', (part) => resolve(part.toString())))
  socket.write(form.bytes.subarray(0, 100_000))
  await vi.waitFor(
    async () => expect(await readdir(join(server.ctx.config.dataDir, 'uploads/drafts'))).toHaveLength(1),
    WAIT_OPTIONS,
  )
  await removeContact(server.ctx, maya.freelancer, sam.id)
  socket.write(form.bytes.subarray(100_000))

  expect(await answer).toContain('401 Unauthorized')
  socket.destroy()
  await expectNothingStored()
})

test('stores twenty concurrent uploads', async ({ server, upload, projectId }) => {
  const sent = await Promise.all(
    Array.from({ length: 20 }, () => upload({ projectId, file: file(randomBytes(500_000)) })),
  )

  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201))
  const stored = await server.ctx.db
    .selectFrom('file')
    .select('sha256')
    .where('project_id', '=', projectId)
    .execute()
  expect(new Set(stored.map(({ sha256 }) => sha256?.toString('hex'))).size).toBe(20)
})

async function sendTo(port: number, person: TestClient, body: Buffer, headers: Record<string, string>) {
  const reply = await fetch(`http://127.0.0.1:${port}/api/files/client/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, ...headers },
    body: new Uint8Array(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

/** Connects, and sends the headers of an upload. */
async function open(port: number, person: TestClient, type: string, length: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  socket.write(headOf(person, type, length))
  return socket
}

function headOf({ token }: TestClient, type: string, length: number) {
  const lines = [`authorization: Bearer ${token}`, `content-type: ${type}`, `content-length: ${length}`]
  return `${['POST /api/files/client/upload HTTP/1.1', 'host: x', ...lines].join('\r\n')}\r\n\r\n`
}
