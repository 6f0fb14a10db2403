import { randomBytes } from 'node:crypto'
import { files } from '@portico/contract'
import sharp from 'sharp'
import { describe, vi } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import { installedContext, storageKinds } from '../../../test/storage-kinds.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { work } from '../../work.ts'

const DAMAGED = {
  code: 'FILE_DAMAGED',
  message:
    'The contents of this file are damaged. Please upload it again, or ask the person who uploaded it.',
}

for (const kind of storageKinds) {
  const test = base.extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
    const testContext = await installedContext(kind)
    onCleanup(testContext.close)
    return testContext
  })

  describe(`a file of which ${kind} storage has another number of bytes than were uploaded`, () => {
    // Portico sends text itself, and redirects to the bucket for a PDF.
    test.for([
      { name: 'menu.txt', stored: 'a', title: 'truncated' },
      { name: 'menu.pdf', stored: 'a', title: 'truncated' },
      { name: 'menu.txt', stored: 'a'.repeat(100), title: 'longer' },
      { name: 'menu.txt', stored: '', title: 'empty' },
    ])(
      'returns 410 for all of it, for a range and for HEAD, and logs its id: $name, $title',
      async ({ name, stored }, { ctx, app, api, given }) => {
        const maya = await given.client(await given.freelancer())
        const { id, fileUrl, size } = await given.file(maya, await given.project(maya), { name })
        await ctx.storage.put(`files/${id}`, Buffer.from(stored))
        const complain = vi.spyOn(ctx.log, 'error')

        const replies = [
          await app.inject(fileUrl),
          await app.inject({ url: fileUrl, headers: { range: 'bytes=0-0' } }),
          await app.inject(`${fileUrl}&download=1`),
        ]
        const head = await app.inject({ method: 'HEAD', url: fileUrl })
        const read = await api.as(maya).send(files.read, { params: { id } })

        expect([head.statusCode, read.status]).toEqual([410, 410])
        expect(read.body).toMatchObject(DAMAGED)
        for (const { statusCode, headers, body } of replies) {
          expect(statusCode).toBe(410)
          expect(JSON.parse(body)).toMatchObject(DAMAGED)
          for (const name of ['etag', 'content-disposition', 'content-range', 'location'])
            expect(headers).not.toHaveProperty(name)
        }
        expect(complain).toHaveBeenCalledWith(
          { file: id, key: `files/${id}`, size, storedBytes: stored.length },
          'the bytes of a file are damaged',
        )
      },
    )

    test('returns 410 for its picture, and gets no thumbnail', async ({ ctx, testContext, api, given }) => {
      const maya = await given.client(await given.freelancer())
      const create = { width: 800, height: 400, channels: 3, background: '#a33' } as const
      const bytes = await sharp({ create }).png().toBuffer()
      const { id } = await given.file(maya, await given.project(maya), { name: 'a.png', bytes })
      // Still a whole image, but another one.
      const other = await sharp({ create: { ...create, width: 80 } })
        .png()
        .toBuffer()
      await ctx.storage.put(`files/${id}`, other)

      await runDueJobs(ctx, testContext.connection, work)
      const picture = await api.as(maya).call(files.picture, { params: { id } })
      const { body } = await api.as(maya).call(files.get, { params: { id } })

      expect(picture).toMatchObject({ status: 410, body: DAMAGED })
      expect(body.thumbnailUrl).toBeNull()
    })

    test('is listed in the ZIP of its project, which has all others', async ({ ctx, app, api, given }) => {
      const maya = await given.client(await given.freelancer())
      const { id } = await given.project(maya)
      const bytes = randomBytes(100)
      await given.file(maya, { id }, { name: 'stored.bin', bytes })
      const damaged = await given.file(maya, { id }, { name: 'damaged.bin' })
      const lost = await given.file(maya, { id }, { name: 'lost.bin' })
      await ctx.storage.put(`files/${damaged.id}`, Buffer.from('a'))
      await ctx.storage.remove(`files/${lost.id}`)

      const { body } = await api.as(maya).call(files.zipLink, { params: { id } })
      const zip = await app.inject(body.zipUrl)

      expect(zip.statusCode).toBe(200)
      expect(zip.rawPayload.length).toBe(Number(zip.headers['content-length']))
      expect(zip.rawPayload.includes(bytes)).toBe(true)
      expect(zip.rawPayload.includes('Files that are missing.txt')).toBe(true)
      expect(zip.rawPayload.toString('latin1')).toMatch(
        /have been lost\. [^\r]+\r\n\r\nlost\.bin\r\n\r\n[^\r]+ are damaged\. [^\r]+\r\n\r\ndamaged\.bin\r\n/,
      )
    })
  })
}
