import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { files } from '@portico/contract'
import sharp from 'sharp'
import { describe, vi } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import { installedContext, storageKinds } from '../../../test/storage-kinds.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { work } from '../../work.ts'

for (const kind of storageKinds) {
  const test = base.extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
    const testContext = await installedContext(kind)
    onCleanup(testContext.close)
    return testContext
  })

  describe(`a file that ${kind} storage has lost`, () => {
    // Portico sends text itself, and redirects to the bucket for a PDF.
    test.for(['menu.txt', 'menu.pdf'])(
      'returns 410 with its own code, and logs its id: %s',
      async (name, { ctx, app, given }) => {
        const maya = await given.client(await given.freelancer())
        const { id, fileUrl } = await given.file(maya, await given.project(maya), { name })
        await ctx.storage.remove(`files/${id}`)
        const complain = vi.spyOn(ctx.log, 'error')

        const replies = [
          await app.inject(fileUrl),
          await app.inject({ url: fileUrl, headers: { range: 'bytes=0-1' } }),
        ]
        const head = await app.inject({ method: 'HEAD', url: fileUrl })

        expect(head.statusCode).toBe(410)
        for (const { statusCode, headers, body } of replies) {
          expect(statusCode).toBe(410)
          expect(JSON.parse(body)).toMatchObject({
            code: 'FILE_LOST',
            message:
              'The contents of this file have been lost. Please upload it again, or ask the person who uploaded it.',
          })
          for (const name of ['etag', 'content-disposition', 'content-range', 'location'])
            expect(headers).not.toHaveProperty(name)
        }
        expect(complain).toHaveBeenCalledWith(
          { file: id, key: `files/${id}` },
          'the bytes of a file are gone',
        )
      },
    )

    test('shows a page in a browser tab', async ({ ctx, app, given }) => {
      const maya = await given.client(await given.freelancer())
      const { id, fileUrl } = await given.file(maya, await given.project(maya))
      await ctx.storage.remove(`files/${id}`)

      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
      const { statusCode, headers, body } = await app.inject({ url: fileUrl, headers: { accept } })

      expect(statusCode).toBe(410)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(body).toContain('<p>The contents of this file have been lost.')
    })

    test('returns 410 for its thumbnail', async ({ ctx, testContext, app, api, given }) => {
      const maya = await given.client(await given.freelancer())
      const create = { width: 800, height: 400, channels: 3, background: '#a33' } as const
      const bytes = await sharp({ create }).png().toBuffer()
      const { id } = await given.file(maya, await given.project(maya), { name: 'a.png', bytes })
      await runDueJobs(ctx, testContext.connection, work)
      const { body } = await api.as(maya).call(files.get, { params: { id } })
      await ctx.storage.remove(`files/${id}.thumbnail`)

      expect((await app.inject(body.thumbnailUrl ?? '')).statusCode).toBe(410)
    })

    test('is listed in the ZIP of its project, which has all others', async ({ ctx, app, api, given }) => {
      const maya = await given.client(await given.freelancer())
      const { id } = await given.project(maya)
      const bytes = randomBytes(100)
      await given.file(maya, { id }, { name: 'stored.bin', bytes })
      const lost = await given.file(maya, { id }, { name: 'lost.bin' })
      await ctx.storage.remove(`files/${lost.id}`)

      const { body } = await api.as(maya).call(files.zipLink, { params: { id } })
      const zip = await app.inject(body.zipUrl)

      expect(zip.statusCode).toBe(200)
      expect(zip.rawPayload.length).toBe(Number(zip.headers['content-length']))
      expect(zip.rawPayload.includes(bytes)).toBe(true)
      expect(zip.rawPayload.includes('Files that are missing.txt')).toBe(true)
      expect(zip.rawPayload.includes('have been lost')).toBe(true)
      expect(zip.rawPayload.includes('lost.bin\r\n')).toBe(true)
    })

    test('returns 503 and not 410 while the storage is unreachable', async ({
      ctx,
      testContext,
      app,
      given,
    }) => {
      const maya = await given.client(await given.freelancer())
      const { fileUrl } = await given.file(maya, await given.project(maya), { name: 'menu.pdf' })
      const text = await given.file(maya, await given.project(maya))

      // Without the bucket or disk, every file looks missing.
      testContext.s3?.meanwhile((_, response) => {
        response.writeHead(404).end()
        return true
      })
      const root = ctx.storage.name
      if (kind === 'local') await rename(root, `${root}.away`)
      const replies = [await app.inject(fileUrl), await app.inject(text.fileUrl)]
      testContext.s3?.meanwhile(() => false)
      if (kind === 'local') await rename(`${root}.away`, root)

      for (const reply of replies) {
        expect(reply.statusCode).toBe(503)
        expect(reply.json()).toMatchObject({ code: 'STORAGE_NOT_READY' })
      }
    })
  })
}
