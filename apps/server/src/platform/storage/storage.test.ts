import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { v7 as newId } from 'uuid'
import { test as base, describe, expect, onTestFinished } from 'vitest'
import { startS3 } from '../../../test/s3.ts'
import { readConfig } from '../../config.ts'
import { createStorage } from './create-storage.ts'
import { fillDraft } from './fill-draft.ts'
import { copyObject } from './s3-trash.ts'
import type { PartialUpload, PartialUploadState, PartialUploadStore, Storage } from './storage.ts'

const test = base
  .extend('dataDir', { scope: 'file' }, async ({}, { onCleanup }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portico-storage-'))
    onCleanup(() => rm(dataDir, { recursive: true, force: true }))
    return dataDir
  })
  .extend('s3', { scope: 'file' }, async ({}, { onCleanup }) => {
    const s3 = await startS3()
    onCleanup(s3.close)
    return s3
  })
  .extend('local', { scope: 'file' }, async ({ dataDir }, { onCleanup }) => {
    const storage = createStorage(readConfig({ DATA_DIR: dataDir }))
    onCleanup(() => storage.close())
    return ready(storage)
  })
  .extend('remote', { scope: 'file' }, async ({ dataDir, s3 }, { onCleanup }) => {
    const storage = createStorage(readConfig({ DATA_DIR: `${dataDir}/s3`, STORAGE_URL: s3.url }))
    onCleanup(() => storage.close())
    return ready(storage)
  })

async function ready(storage: Storage) {
  await storage.prepare()
  return storage
}

const MiB = 1_024 * 1_024

describe.for(['local', 'remote'] as const)('%s storage', (kind) => {
  test.for([0, 1, 65_536, 20 * MiB + 7])('stores %i bytes unchanged', async (size, { local, remote }) => {
    const storage = { local, remote }[kind]
    const bytes = randomBytes(size)
    const key = newKey()

    const result = await store(storage, key, bytes)

    expect(result).toEqual({ size, sha256: createHash('sha256').update(bytes).digest() })
    expect(await storage.getSize(key)).toBe(size)
    expect((await contents(storage, key))?.equals(bytes)).toBe(true)
  })

  test.for([0, 10_000])('stores %i bytes from memory', async (size, { local, remote }) => {
    const storage = { local, remote }[kind]
    const bytes = randomBytes(size)
    const key = newKey()

    await storage.put(key, bytes)

    expect((await contents(storage, key))?.equals(bytes)).toBe(true)
  })

  test('reads a range', async ({ local, remote }) => {
    const storage = { local, remote }[kind]
    const key = newKey()
    await store(storage, key, Buffer.from('0123456789'))

    expect((await contents(storage, key, { start: 0, end: 1 }))?.toString()).toBe('01')
    expect((await contents(storage, key, { start: 3, end: 9 }))?.toString()).toBe('3456789')
  })

  test('has nothing under a key before the commit, nor after it is discarded or removed', async ({
    local,
    remote,
  }) => {
    const storage = { local, remote }[kind]
    const [removed, discarded, late] = [newKey(), newKey(), newKey()]

    const first = await storage.createDraft(removed)
    await fillDraft(first, Readable.from([Buffer.from('abc')]))
    expect(await storage.getSize(removed)).toBeUndefined()
    await first.commit()
    const second = await storage.createDraft(discarded)
    await fillDraft(second, Readable.from([Buffer.alloc(9 * MiB)]))
    await second.discard()
    const third = await storage.createDraft(late)
    await fillDraft(third, Readable.from([Buffer.from('abc')]))
    await third.commit()
    await third.discard()
    await storage.remove(removed)
    await storage.remove(removed)

    expect(await storage.read(removed)).toBeUndefined()
    expect(await storage.getSize(removed)).toBeUndefined()
    expect(await storage.read(discarded)).toBeUndefined()
  })

  test('lists keys in order, with the time each was stored', async ({ local, remote }) => {
    const storage = { local, remote }[kind]
    const keys = [
      'files/01980000-0000-7000-8000-00000000000b',
      newKey(),
      'files/01980000-0000-7000-8000-00000000000b.thumbnail',
      'files/01970000-0000-7000-8000-00000000000a',
    ]
    const began = Date.now()
    for (const key of keys) await store(storage, key, Buffer.from(key))

    const listed = await all(storage.list())

    const found = listed.map(({ key }) => key)
    expect(found).toEqual([...found].sort())
    expect(found).toEqual(expect.arrayContaining(keys))
    // A store may keep whole seconds only.
    for (const { key, storedAt } of listed.filter(({ key }) => keys.includes(key))) {
      expect(storedAt.getTime(), key).toBeGreaterThan(began - 2_000)
      expect(storedAt.getTime(), key).toBeLessThanOrEqual(Date.now() + 2_000)
    }
  })

  test.for([0, 1, 8 * MiB, 8 * MiB + 1, 20 * MiB + 7])(
    'stores %i bytes that arrive in pieces, each by another process',
    async (size, { local, remote, dataDir, s3 }) => {
      const bytes = randomBytes(size)
      const upload = newUpload(size)
      const storages = [{ local, remote }[kind], await another(kind, { dataDir, s3 })]
      await storages[0]?.partialUploads.create(upload.id)
      const pieces = [0, 1, 2, 3 * MiB, 8 * MiB, 17 * MiB, size].filter((end) => end <= size)

      let offset = 0
      for (const [n, end] of pieces.entries()) {
        const { partialUploads } = storages[n % 2] as Storage
        expect(await partialUploads.getSize(upload)).toBe(offset)
        offset = await append(partialUploads, upload, offset, bytes.subarray(offset, end))
        expect(offset).toBe(end)
      }
      const [first, second] = storages as [Storage, Storage]
      const hashes = [
        await first.partialUploads.complete(upload),
        await second.partialUploads.complete(upload),
      ]
      await first.partialUploads.remove(upload)

      for (const hash of hashes) expect(hash).toEqual(createHash('sha256').update(bytes).digest())
      expect((await contents(first, upload.key))?.equals(bytes)).toBe(true)
      expect(await readdir(first.partialUploadFolder)).toEqual([])
      expect(await s3.multiparts()).toEqual([])
    },
  )

  test('keeps what arrived of a request that broke off, and begins there again', async ({
    local,
    remote,
  }) => {
    const { partialUploads, ...storage } = { local, remote }[kind]
    const bytes = randomBytes(19 * MiB)
    const upload = newUpload(bytes.length)
    await partialUploads.create(upload.id)
    const broken = async function* () {
      yield* parts(bytes.subarray(0, 10 * MiB))
      throw new Error('gone')
    }

    await expect(partialUploads.append(upload, 0, broken(), save(upload))).rejects.toThrow('gone')
    expect(await partialUploads.getSize(upload)).toBe(10 * MiB)
    await append(partialUploads, upload, 10 * MiB, bytes.subarray(10 * MiB))

    expect(await partialUploads.complete(upload)).toEqual(createHash('sha256').update(bytes).digest())
    await partialUploads.remove(upload)
    expect((await contents(storage as Storage, upload.key))?.equals(bytes)).toBe(true)
  })

  test('leaves nothing of an upload that is given up, nor of one that is older than a day', async ({
    local,
    remote,
    s3,
  }) => {
    const { partialUploads, getSize, partialUploadFolder } = { local, remote }[kind]
    const [cancelled, abandoned] = [newUpload(20 * MiB), newUpload(20 * MiB)]
    for (const upload of [cancelled, abandoned]) {
      await partialUploads.create(upload.id)
      await append(partialUploads, upload, 0, randomBytes(9 * MiB))
    }

    await partialUploads.remove(cancelled)
    await partialUploads.remove(cancelled)
    await partialUploads.deleteAbandoned(new Date(Date.now() - 60_000))
    const before = await partialUploads.getSize(abandoned)
    await partialUploads.deleteAbandoned(new Date(Date.now() + 60_000))

    expect(before).toBe(9 * MiB)
    expect(await getSize(cancelled.key)).toBeUndefined()
    expect(await readdir(partialUploadFolder)).toEqual([])
    if (kind === 'local') expect(await partialUploads.getSize(abandoned)).toBeUndefined()
    else await expect(append(partialUploads, abandoned, 9 * MiB, Buffer.from('x'))).rejects.toThrow('is gone')
    expect(await s3.multiparts()).toHaveLength(kind === 'remote' ? 1 : 0)
    await partialUploads.remove(abandoned)
    expect(await s3.multiparts()).toEqual([])
  })

  test('stores nothing when the source fails', async ({ local, remote }) => {
    const storage = { local, remote }[kind]
    const key = newKey()
    const draft = await storage.createDraft(key)
    const source = Readable.from(
      (async function* () {
        yield Buffer.alloc(9 * MiB)
        throw new Error('gone')
      })(),
    )

    await expect(fillDraft(draft, source)).rejects.toThrow('gone')
    await draft.discard()

    expect(await storage.getSize(key)).toBeUndefined()
  })

  test('moves objects to the trash and back, and never over another object', async ({ local, remote }) => {
    const storage = { local, remote }[kind]
    const [first, second] = [newKey(), newKey()]
    for (const key of [first, second]) await store(storage, key, Buffer.from(key))
    const thumbnail = `${first}.thumbnail`
    await store(storage, thumbnail, Buffer.from('small'))

    await storage.trash.add(first, '2026-11-02')
    await storage.trash.add(thumbnail, '2026-11-01')
    await storage.trash.add(newKey(), '2026-11-01')
    const inTrash = await all(storage.trash.list())
    const gone = [await storage.getSize(first), await storage.getSize(thumbnail)]
    await store(storage, thumbnail, Buffer.from('another'))
    const putBack = []
    for (const item of inTrash) putBack.push(await storage.trash.putBack(item))

    expect(inTrash).toEqual([
      { key: thumbnail, day: '2026-11-01', size: 5 },
      { key: first, day: '2026-11-02', size: first.length },
    ])
    expect(gone).toEqual([undefined, undefined])
    expect(putBack).toEqual([false, true])
    expect((await contents(storage, first))?.toString()).toBe(first)
    expect((await contents(storage, thumbnail))?.toString()).toBe('another')
    expect(await all(storage.trash.list())).toEqual([inTrash[0]])

    for (const item of await all(storage.trash.list())) await storage.trash.remove(item)
    expect(await all(storage.trash.list())).toEqual([])
  })

  test('keeps its marker unless asked to replace it', async ({ local, remote }) => {
    const storage = { local, remote }[kind]
    const before = await storage.readMarker()

    await storage.writeMarker('one', { replace: false })
    // s3rver knows no conditions; that stores which do keep the first is shown below.
    if (kind === 'local') await storage.writeMarker('two', { replace: false })
    const first = await storage.readMarker()
    await storage.writeMarker('three', { replace: true })

    expect([before, first, await storage.readMarker()]).toEqual([undefined, 'one', 'three'])
  })

  test('passes its check', async ({ local, remote }) => {
    await { local, remote }[kind].check()
  })
})

test('does not mix parts of a request that was given up with those of the next', async ({ remote }) => {
  const { partialUploads } = remote
  const bytes = randomBytes(17 * MiB)
  const upload = newUpload(bytes.length)
  await append(partialUploads, upload, 0, bytes.subarray(0, 8 * MiB))
  const before = { ...upload }
  const takenOver = new Error('taken over')

  // It sends its part, and then learns that another request has taken over.
  let saves = 0
  const stale = partialUploads.append(
    before,
    8 * MiB,
    Readable.from(parts(randomBytes(8 * MiB))),
    async (state) => {
      if (saves++ > 0) throw takenOver
      upload.state = state
    },
  )
  await expect(stale).rejects.toBe(takenOver)
  await append(partialUploads, upload, 8 * MiB, bytes.subarray(8 * MiB))
  // Its part arrives late, in the place of none.
  await expect(
    partialUploads.append(before, 8 * MiB, Readable.from(parts(randomBytes(8 * MiB))), async () => {
      throw takenOver
    }),
  ).rejects.toBe(takenOver)

  expect(await partialUploads.complete(upload)).toEqual(createHash('sha256').update(bytes).digest())
})

test('reports a store that stops answering before it cleans up', async ({ s3, dataDir }) => {
  const storage = createStorage(readConfig({ DATA_DIR: `${dataDir}/s3`, STORAGE_URL: `${s3.url}&timeout=1` }))
  onTestFinished(() => storage.close())
  const deletions: string[] = []
  s3.meanwhile(({ method = '', url = '' }) => {
    if (method === 'DELETE') deletions.push(url)
    return method === 'DELETE' || url.includes('partNumber=2')
  })
  onTestFinished(() => s3.meanwhile(() => false))

  const draft = await storage.createDraft(newKey())
  const sent = fillDraft(draft, Readable.from(parts(Buffer.alloc(60 * MiB)))).then(draft.commit)
  const error = await sent.catch((error) => error)

  expect(error).toMatchObject({ code: 'STORAGE_NOT_READY', statusCode: 503 })
  expect(deletions).toEqual([])
  await draft.discard()
})

test.for([
  { status: 412, stored: [] },
  { status: 409, stored: [] },
  { status: 501, stored: ['PUT'] },
])(
  'keeps a store’s marker or writes ours after $status to a conditional write',
  async ({ status, stored }, { s3, dataDir }) => {
    const url = s3.url.replace('/prefix', `/prefix-${status}`)
    const storage = createStorage(readConfig({ DATA_DIR: `${dataDir}/s3`, STORAGE_URL: url }))
    onTestFinished(() => storage.close())
    s3.meanwhile(({ method, headers }, response) => {
      if (method !== 'PUT' || headers['if-none-match'] !== '*') return false
      response.writeHead(status).end()
      return true
    })
    onTestFinished(() => s3.meanwhile(() => false))

    await storage.writeMarker('ours', { replace: false })

    expect(await storage.readMarker()).toBe(stored.length > 0 ? 'ours' : undefined)
  },
)

test('copies an object in parts that is too large for one copy', async ({ s3 }) => {
  const { S3Client, ...library } = await import('@aws-sdk/client-s3')
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: s3.endpoint,
    credentials,
    forcePathStyle: true,
  })
  onTestFinished(() => client.destroy())
  const requests: unknown[] = []
  // s3rver cannot copy parts, so the three requests are answered as S3 does.
  s3.meanwhile((request, response) => {
    const { searchParams } = new URL(request.url ?? '', s3.endpoint)
    const { 'x-amz-copy-source-range': range, 'x-amz-copy-source': from } = request.headers
    requests.push([request.method, searchParams.get('partNumber'), from, range])
    if (searchParams.has('uploads')) response.end('<R><UploadId>one</UploadId></R>')
    else if (range) response.end(`<R><ETag>"${searchParams.get('partNumber')}"</ETag></R>`)
    else
      text(request).then((body) => {
        requests.push(body.match(/<ETag>[^<]*<\/ETag>/g)?.length)
        response.end('<R></R>')
      })
    return true
  })
  onTestFinished(() => s3.meanwhile(() => false))
  const bucket = {
    bucket: 'portico',
    prefix: 'a b/',
    connect: async () => ({ s3: { S3Client, ...library }, client }),
    sizeOf: async () => 25,
  }

  await copyObject(bucket, { from: 'files/1', to: 'trash/1', size: 25 }, 10)

  const source = 'portico/a%20b/files/1'
  expect(requests).toEqual([
    ['POST', null, undefined, undefined],
    ['PUT', '1', source, 'bytes=0-9'],
    ['PUT', '2', source, 'bytes=10-19'],
    ['PUT', '3', source, 'bytes=20-24'],
    ['POST', null, undefined, undefined],
    3,
  ])
})

test('does not take an unreachable file for a missing one', async ({ local, dataDir }) => {
  await writeFile(join(dataDir, 'uploads/files/bbbbb'), 'no folder')
  onTestFinished(() => rm(join(dataDir, 'uploads/files/bbbbb')))

  for (const attempt of [local.getSize('files/bbbbbb'), local.read('files/bbbbbb')])
    await expect(attempt).rejects.toMatchObject({ code: 'STORAGE_NOT_READY' })
})

test('refuses keys of another form in a folder', async ({ local }) => {
  for (const key of ['files/../../etc/passwd', 'files/a/b', '/etc/passwd', 'files/..', 'other/01980000'])
    await expect(local.remove(key)).rejects.toThrow('not a key of ours')
})

test('leaves no draft when a file cannot be moved to its name', async ({ local, dataDir }) => {
  const [files, drafts] = [join(dataDir, 'uploads/files'), join(dataDir, 'uploads/drafts')]
  await writeFile(join(files, 'aaaaa'), 'no folder')
  onTestFinished(() => rm(join(files, 'aaaaa')))

  const failure = await local.put('files/aaaaaa', Buffer.from('abc')).catch((error) => error)

  expect(failure).toMatchObject({ code: 'STORAGE_NOT_READY' })
  expect(await readdir(drafts)).toEqual([])
})

test('keeps drafts at a start, and deletes those unchanged for a day', async ({ local, dataDir }) => {
  const drafts = join(dataDir, 'uploads/drafts')
  const [abandoned, current] = [await local.createDraft(newKey()), await local.createDraft(newKey())]
  const [oldest = ''] = await readdir(drafts)
  await abandoned.write([Buffer.from('half')])

  await local.prepare()
  await local.deleteAbandonedDrafts()
  expect(await readdir(drafts)).toHaveLength(2)
  await utimes(join(drafts, oldest), new Date(), new Date(Date.now() - 25 * 3_600_000))
  await local.deleteAbandonedDrafts()

  expect(await readdir(drafts)).toHaveLength(1)
  expect(await readdir(drafts)).not.toContain(oldest)
  await Promise.all([abandoned.discard(), current.discard()])
})

test('has one identity for storages that reach the same files', async ({ dataDir, s3, local, remote }) => {
  const link = join(dataDir, 'link')
  await symlink(join(dataDir, 'uploads'), link)
  const identity = async (STORAGE_URL: string) => {
    const storage = await ready(createStorage(readConfig({ DATA_DIR: `${dataDir}/other`, STORAGE_URL })))
    onTestFinished(() => storage.close())
    return storage.identity()
  }

  expect(await identity(`file://${link}`)).toBe(await local.identity())
  expect(await identity('')).not.toBe(await local.identity())
  expect(await identity('s3://portico/prefix?endpoint=http://by-another-name')).toBe(await remote.identity())
  expect(await identity(s3.url.replace('prefix', 'another'))).not.toBe(await remote.identity())
})

function newUpload(size: number): PartialUpload {
  const id = newId()
  return { id, key: `files/${id}`, size, state: null }
}

/** As the row of the upload remembers it. */
const save = (upload: PartialUpload) => async (state: PartialUploadState) => {
  upload.state = JSON.parse(JSON.stringify(state))
}

function append(store: PartialUploadStore, upload: PartialUpload, offset: number, bytes: Buffer) {
  return store.append(upload, offset, Readable.from(parts(bytes)), save(upload))
}

/** The same storage, as another process has it. */
async function another(kind: 'local' | 'remote', { dataDir, s3 }: { dataDir: string; s3: { url: string } }) {
  const env = kind === 'local' ? { DATA_DIR: dataDir } : { DATA_DIR: `${dataDir}/2`, STORAGE_URL: s3.url }
  const storage = createStorage(readConfig(env))
  onTestFinished(() => storage.close())
  return ready(storage)
}

async function store(storage: Storage, key: string, bytes: Buffer) {
  const draft = await storage.createDraft(key)
  const result = await fillDraft(draft, Readable.from(parts(bytes)))
  await draft.commit()
  return result
}

function* parts(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

async function contents(storage: Storage, key: string, range?: { start: number; end: number }) {
  const stream = await storage.read(key, range)
  return stream && buffer(stream)
}

async function all<T>(items: AsyncIterable<T>) {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

function newKey() {
  return `files/${newId()}`
}
