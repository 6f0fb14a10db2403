import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { files } from '@portico/contract'
import { v7 as newId } from 'uuid'
import { vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { zipProject } from './zip.service.ts'

test('closes a file that is opened after the client disconnected', async ({ ctx, given }) => {
  const freelancer = await given.freelancer()
  const project = await given.project(await given.client(freelancer))
  await given.file(freelancer, project, { bytes: Buffer.alloc(4_000_000) })
  const opened: (Readable | undefined)[] = []
  let proceed = () => {}
  const disconnected = new Promise<void>((resolve) => {
    proceed = resolve
  })
  const read = async (key: string) => {
    const stream = await ctx.storage.read(key)
    await disconnected
    opened.push(stream)
    return stream
  }

  const { bytes } = await zipProject({ ...ctx, storage: { ...ctx.storage, read } }, project.id)
  bytes.destroy()
  await once(bytes, 'close')
  proceed()

  await vi.waitFor(() => expect(opened).toMatchObject([{ destroyed: true }]), WAIT_OPTIONS)
})

test.for([
  { count: 1_000, name: 'IMG_20260901_123456.jpg' },
  { count: 80, name: '😀'.repeat(200) },
])('announces the exact length of a ZIP of $count files', async ({ count, name }, { ctx, given }) => {
  const project = await given.project(await given.client(await given.freelancer()))
  const file = { project_id: project.id, uploader_type: 'Client', name, content_type: 'image/jpeg' } as const
  const rows = Array.from({ length: count }, () => ({
    ...file,
    id: newId(),
    size: '3',
    sha256: Buffer.alloc(32),
  }))
  await ctx.db.insertInto('file').values(rows).execute()
  const read = async () => Readable.from([Buffer.from('abc')])
  const storage = { ...ctx.storage, read, sizeOf: async () => 3 }

  const { bytes, size } = await zipProject({ ...ctx, storage }, project.id)

  expect((await buffer(bytes)).length).toBe(size)
})

test('contains the newest version of each file, or all with their numbers', async ({ app, api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const { id } = await given.file(maya, project, { name: 'logo.png' })
  await given.file(maya, project, { name: 'notes.txt' })
  await given.file(maya.freelancer, project, { name: 'logo.png', versionOf: id })
  const params = { id: project.id }
  const namesIn = (zip: Buffer) => [
    ...new Set(zip.toString('latin1').match(/(logo|notes)[\w ().]*?\.(png|txt)/g)),
  ]
  const followed = async (versions: 'newest' | 'all') => {
    const { body } = await api.as(maya).call(files.zipLink, { params, querystring: { versions } })
    return (await app.inject(body.zipUrl)).rawPayload
  }
  const sent = async (querystring: { versions?: 'all' }) =>
    (await api.as(maya).send(files.zip, { params, querystring })).body as Buffer

  for (const zip of [await sent({}), await followed('newest')])
    expect(namesIn(zip)).toEqual(['notes.txt', 'logo.png'])
  for (const zip of [await sent({ versions: 'all' }), await followed('all')])
    expect(namesIn(zip)).toEqual(['logo (version 1).png', 'notes.txt', 'logo (version 2).png'])
})

test('contains the selected files only, and none of another project', async ({ app, api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const wanted = await given.file(maya, project, { name: 'wanted.txt' })
  await given.file(maya, project, { name: 'other.txt' })
  const elsewhere = await given.file(maya, await given.project(maya), { name: 'elsewhere.txt' })
  const input = {
    params: { id: project.id },
    querystring: { only: `${wanted.id},${elsewhere.id}` },
  }

  const { body } = await api.as(maya).call(files.zipLink, input)
  const followed = (await app.inject(body.zipUrl)).rawPayload
  const sent = (await api.as(maya).send(files.zip, input)).body as Buffer

  for (const zip of [followed, sent]) {
    expect(zip.includes('wanted.txt')).toBe(true)
    expect(zip.toString('latin1')).not.toMatch(/other|elsewhere/)
  }
  const malformed = { ...input, querystring: { only: `${wanted.id},` } }
  expect((await api.as(maya).send(files.zip, malformed)).status).toBe(400)
})

test('gives names that file systems take to files that were stored with longer ones', async ({
  ctx,
  given,
}) => {
  const freelancer = await given.freelancer()
  const project = await given.project(await given.client(freelancer))
  const files = [await given.file(freelancer, project), await given.file(freelancer, project)]
  const name = `${'文'.repeat(196)}.pdf`
  for (const { id } of files) await ctx.db.updateTable('file').set({ name }).where('id', '=', id).execute()

  const { bytes } = await zipProject(ctx, project.id, { versions: 'all' })

  const text = (await buffer(bytes)).toString()
  expect(new Set(text.match(/文+(?: \(\d\))?\.pdf/g))).toEqual(
    new Set([`${'文'.repeat(65)}.pdf`, `${'文'.repeat(64)} (2).pdf`]),
  )
})

test('ends the ZIP with an error when a file cannot be read to its end', async ({ ctx, given }) => {
  const freelancer = await given.freelancer()
  const project = await given.project(await given.client(freelancer))
  await given.file(freelancer, project, { bytes: Buffer.alloc(1_000) })
  const failure = new Error('the disk is gone')
  const broken = async () =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(10)
        throw failure
      })(),
    )
  const closed = async () => {
    const stream = new PassThrough()
    stream.write(Buffer.alloc(10))
    stream.once('data', () => stream.destroy())
    return stream
  }

  const heard = []
  for (const read of [broken, closed]) {
    const { bytes } = await zipProject({ ...ctx, storage: { ...ctx.storage, read } }, project.id)
    heard.push(await buffer(bytes).catch((error) => error))
  }

  expect(heard).toMatchObject([failure, { code: 'ERR_STREAM_PREMATURE_CLOSE' }])
})
