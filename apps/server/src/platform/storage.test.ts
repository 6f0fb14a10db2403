import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v7 as newId } from 'uuid'
import { test as base, describe, expect, onTestFinished } from 'vitest'
import { startS3 } from '../../test/s3.ts'
import { readConfig } from '../config.ts'
import { createStorage, fill, type Storage } from './storage.ts'

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
  await storage.tidy()
  return storage
}

const MiB = 1_024 * 1_024

describe.for(['local', 'remote'] as const)('%s storage', (kind) => {
  test.for([0, 1, 65_536, 20 * MiB + 7])('keeps %i bytes as they came', async (size, { local, remote }) => {
    const storage = { local, remote }[kind]
    const bytes = randomBytes(size)
    const key = newKey()

    const told = await store(storage, key, bytes)

    expect(told).toEqual({ size, sha256: createHash('sha256').update(bytes).digest() })
    expect(await storage.sizeOf(key)).toBe(size)
    expect((await contents(storage, key))?.equals(bytes)).toBe(true)
  })

  test.for([0, 10_000])('takes %i bytes of memory at once', async (size, { local, remote }) => {
    const storage = { local, remote }[kind]
    const bytes = randomBytes(size)
    const key = newKey()

    await storage.put(key, bytes)

    expect((await contents(storage, key))?.equals(bytes)).toBe(true)
  })

  test('answers a part of it', async ({ local, remote }) => {
    const storage = { local, remote }[kind]
    const key = newKey()
    await store(storage, key, Buffer.from('0123456789'))

    expect((await contents(storage, key, { start: 0, end: 1 }))?.toString()).toBe('01')
    expect((await contents(storage, key, { start: 3, end: 9 }))?.toString()).toBe('3456789')
  })

  test('has nothing under a key before it is kept, nor after it is dropped or removed', async ({
    local,
    remote,
  }) => {
    const storage = { local, remote }[kind]
    const [kept, dropped, late] = [newKey(), newKey(), newKey()]

    const first = await storage.begin(kept)
    await fill(first, Readable.from([Buffer.from('abc')]))
    expect(await storage.sizeOf(kept)).toBeUndefined()
    await first.keep()
    const second = await storage.begin(dropped)
    await fill(second, Readable.from([Buffer.alloc(9 * MiB)]))
    await second.drop()
    const third = await storage.begin(late)
    await fill(third, Readable.from([Buffer.from('abc')]))
    await third.keep()
    await third.drop()
    await storage.remove(kept)
    await storage.remove(kept)

    expect(await storage.read(kept)).toBeUndefined()
    expect(await storage.sizeOf(kept)).toBeUndefined()
    expect(await storage.read(dropped)).toBeUndefined()
  })

  test('lists what there is in the order of the keys, and when it came', async ({ local, remote }) => {
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

  test('takes over a file of this machine', async ({ local, remote }) => {
    const storage = { local, remote }[kind]
    const key = newKey()
    const path = join(storage.workshop, newId())
    await writeFile(path, 'abc')

    await storage.adopt(key, path)

    expect((await contents(storage, key))?.toString()).toBe('abc')
    expect(await readdir(storage.workshop)).toEqual([])
  })

  test('when the sender goes away, nothing stays', async ({ local, remote }) => {
    const storage = { local, remote }[kind]
    const key = newKey()
    const draft = await storage.begin(key)
    const source = Readable.from(
      (async function* () {
        yield Buffer.alloc(9 * MiB)
        throw new Error('gone')
      })(),
    )

    await expect(fill(draft, source)).rejects.toThrow('gone')
    await draft.drop()

    expect(await storage.sizeOf(key)).toBeUndefined()
  })

  test('says that it answers', async ({ local, remote }) => {
    await { local, remote }[kind].check()
  })
})

test('a store that goes silent in the middle is heard of before it is tidied up behind', async ({
  s3,
  dataDir,
}) => {
  const storage = createStorage(readConfig({ DATA_DIR: `${dataDir}/s3`, STORAGE_URL: `${s3.url}&timeout=1` }))
  onTestFinished(() => storage.close())
  const tidied: string[] = []
  s3.meanwhile(({ method = '', url = '' }) => {
    if (method === 'DELETE') tidied.push(url)
    return method === 'DELETE' || url.includes('partNumber=2')
  })
  onTestFinished(() => s3.meanwhile(() => false))

  const draft = await storage.begin(newKey())
  const sent = fill(draft, Readable.from(parts(Buffer.alloc(60 * MiB)))).then(draft.keep)
  const heard = await sent.catch((error) => error)

  expect(heard).toMatchObject({ code: 'STORAGE_NOT_READY', statusCode: 503 })
  expect(tidied).toEqual([])
  await draft.drop()
})

test('local storage takes no key that is not ours', async ({ local }) => {
  for (const key of ['files/../../etc/passwd', 'files/a/b', '/etc/passwd', 'files/..', 'other/01980000'])
    await expect(local.remove(key)).rejects.toThrow('not a key of ours')
})

test('what cannot be put under its name leaves nothing', async ({ local, dataDir }) => {
  const [files, drafts] = [join(dataDir, 'uploads/files'), join(dataDir, 'uploads/drafts')]
  await writeFile(join(files, 'aaaaa'), 'no folder')
  onTestFinished(() => rm(join(files, 'aaaaa')))

  const heard = await local.put('files/aaaaaa', Buffer.from('abc')).catch((error) => error)

  expect(heard).toMatchObject({ code: 'STORAGE_NOT_READY' })
  expect(await readdir(drafts)).toEqual([])
})

test('a start keeps the drafts of a running process; the clean-up removes those that nobody wrote to for a day', async ({
  local,
  dataDir,
}) => {
  const drafts = join(dataDir, 'uploads/drafts')
  const [abandoned, current] = [await local.begin(newKey()), await local.begin(newKey())]
  const [oldest = ''] = await readdir(drafts)
  await abandoned.write([Buffer.from('half')])

  await local.tidy()
  await local.sweep()
  expect(await readdir(drafts)).toHaveLength(2)
  await utimes(join(drafts, oldest), new Date(), new Date(Date.now() - 25 * 3_600_000))
  await local.sweep()

  expect(await readdir(drafts)).toHaveLength(1)
  expect(await readdir(drafts)).not.toContain(oldest)
  await Promise.all([abandoned.drop(), current.drop()])
})

test('two storages have one identity only when they reach the same files', async ({
  dataDir,
  s3,
  local,
  remote,
}) => {
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

async function store(storage: Storage, key: string, bytes: Buffer) {
  const draft = await storage.begin(key)
  const told = await fill(draft, Readable.from(parts(bytes)))
  await draft.keep()
  return told
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
