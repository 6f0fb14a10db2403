import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { files } from '@portico/contract'
import sharp from 'sharp'
import { describe, onTestFinished, vi } from 'vitest'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { Given, TestUser } from '../../../test/given.ts'
import { replaceResizer } from '../../../test/replace-resizer.ts'
import { deleteForGood } from '../bin/bin.service.ts'
import { deleteBytesOfDeletedFiles } from './clean-up.service.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })

describe('the picture of an image', () => {
  test('has its size as it is shown upright, and a preview if it is large', async ({ app, api, given }) => {
    const { maya, id } = await givenFile(given, 'counter.jpg', await turned(4_000, 3_000))

    const [{ body }, again] = await Promise.all([ask(api, maya, id), ask(api, maya.freelancer, id)])

    expect(body).toMatchObject({ width: 3_000, height: 4_000 })
    expect(again.body).toMatchObject({ width: 3_000, height: 4_000 })
    const preview = await app.inject(body.previewUrl ?? '')
    expect(preview.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ width: 2_304, height: 3_072 })
    const asContent = body.previewUrl?.replace('/preview', '/content') ?? ''
    expect((await app.inject(asContent)).statusCode, 'it opens the preview alone').toBe(403)
  })

  test('has no preview when browsers can show it as it is', async ({ api, given }) => {
    const { maya, id } = await givenFile(given, 'door.png', await picture(320, 200).png().toBuffer())

    expect((await ask(api, maya, id)).body).toEqual({ width: 320, height: 200, pages: 1, previewUrl: null })
  })

  test('has a preview of a TIFF, which browsers do not show', async ({ app, api, given }) => {
    const { maya, id } = await givenFile(given, 'scan.tif', await picture(32, 20).tiff().toBuffer())

    const { body } = await ask(api, maya, id)

    expect((await app.inject(body.previewUrl ?? '')).headers['content-type']).toBe('image/webp')
  })

  test.for(['scan.tif', 'moving.gif', 'moving.webp'])(
    'counts the pages of %s',
    async (name, { api, given }) => {
      const { maya, id } = await givenFile(given, name, await twoPages(name))

      expect((await ask(api, maya, id)).body).toMatchObject({ width: 32, height: 20, pages: 2 })
    },
  )

  test('counts pages that were not counted when the image was first opened', async ({ ctx, api, given }) => {
    const { maya, id } = await givenFile(given, 'scan.tif', await twoPages('scan.tif'))
    await ask(api, maya, id)
    await ctx.db.updateTable('file_picture').set({ pages: null }).where('file_id', '=', id).execute()

    expect((await ask(api, maya, id)).body.pages).toBe(2)
    expect(
      await ctx.db.selectFrom('file_picture').select('pages').where('file_id', '=', id).execute(),
    ).toEqual([{ pages: 2 }])
  })

  test.for([
    ['that claims to be larger than it can be', 'bomb.png', pngThatClaims(50_000, 50_000)],
    ['that is broken', 'broken.png', Buffer.from('no picture at all')],
    [
      'that is something else by its bytes',
      'page.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['that is no image by its name', 'notes.txt', Buffer.from('Hello')],
  ] as const)('has no size for a file %s', async ([, name, bytes], { api, given }) => {
    const { maya, id } = await givenFile(given, name, bytes)

    for (const _ of ['found out', 'remembered'])
      expect((await ask(api, maya, id)).body).toEqual({
        width: null,
        height: null,
        pages: null,
        previewUrl: null,
      })
  })

  test('is 410 when the bytes are lost, and makes a lost preview again', async ({ ctx, app, api, given }) => {
    const { maya, id } = await givenFile(given, 'counter.jpg', await turned(4_000, 100))
    await ask(api, maya, id)
    await ctx.storage.remove(`files/${id}.preview`)

    const { body } = await ask(api, maya, id)

    expect((await app.inject(body.previewUrl ?? '')).statusCode).toBe(200)
    await ctx.storage.remove(`files/${id}.preview`)
    await ctx.storage.remove(`files/${id}`)
    expect(await ask(api, maya, id)).toMatchObject({ status: 410, body: { code: 'FILE_LOST' } })
  })

  test('is 503 with Retry-After when it takes too long to make', async ({ api, given }) => {
    const { maya, id } = await givenFile(given, 'slow.jpg', await turned(40, 30))
    const started = await replaceResizer('touch "$0.started"; exec sleep 1000')
    // The database is not waited for any more once the picture is being made, so only then the time moves on.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const asked = ask(api, maya, id)
    while (!existsSync(`${started}.started`)) await nextTurn()

    await vi.advanceTimersByTimeAsync(20_000)

    const { status, headers } = await asked
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    // Ends the process that hangs.
    await vi.advanceTimersByTimeAsync(120_000)
  })

  test('is deleted with its file', async ({ ctx, api, given }) => {
    const { maya, id } = await givenFile(given, 'counter.jpg', await turned(4_000, 100))
    await ask(api, maya, id)
    expect(await ctx.storage.getSize(`files/${id}.preview`)).toBeGreaterThan(0)

    await api.as(maya.freelancer).call(files.remove, { params: { id } })
    await deleteForGood(ctx, maya.freelancer, { kind: 'file', id })
    await deleteBytesOfDeletedFiles(ctx)

    expect(await ctx.storage.getSize(`files/${id}.preview`)).toBeUndefined()
    expect(
      await ctx.db.selectFrom('file_picture').select('file_id').where('file_id', '=', id).execute(),
    ).toEqual([])
  })
})

const ask = (api: Api, person: TestUser, id: string) => api.as(person).call(files.picture, { params: { id } })

async function givenFile(given: Given, name: string, bytes: Buffer) {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.file(maya, await given.project(maya), { name, bytes })
  return { maya, id }
}

/** A red and a blue one. */
async function twoPages(name: string) {
  const pages = await Promise.all(
    ['#a33', '#33a'].map((background) =>
      sharp({ create: { width: 32, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const joined = sharp(pages, { join: { animated: true } })
  return joined.toFormat(name.endsWith('tif') ? 'tiff' : name.endsWith('gif') ? 'gif' : 'webp').toBuffer()
}

/** An image with an EXIF rotation, as phones store upright photos. */
const turned = (width: number, height: number) =>
  picture(width, height).withMetadata({ orientation: 6 }).jpeg().toBuffer()

/** A few bytes with the header of a large PNG. */
function pngThatClaims(width: number, height: number) {
  const head = Buffer.from('IHDR\0\0\0\0\0\0\0\0\x08\x02\0\0\0', 'latin1')
  head.writeUInt32BE(width, 4)
  head.writeUInt32BE(height, 8)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(head))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])
  return Buffer.concat([signature, head, checksum, Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1')])
}
