import { existsSync } from 'node:fs'
import { cleanFileName, clients, files, projects, staleTopics, topicsOfWorkspace } from '@portico/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, onTestFinished, vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { replaceResizer } from '../../../test/replace-resizer.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { listCaptured } from '../../platform/mail/captured.ts'
import { capturedMailDir } from '../../platform/mail/mailer.ts'
import { work } from '../../work.ts'
import { deleteForGood } from '../bin/bin.service.ts'
import { removeClient } from '../clients/clients.service.ts'
import { removeProject } from '../projects/projects.service.ts'
import { cleanUpFiles } from './clean-up.service.ts'
import { makeThumbnail } from './thumbnails.service.ts'

const table: [name: string, contentType: string, disposition: 'inline' | 'attachment', csp: string][] = [
  ['a.png', 'image/png', 'inline', 'sandbox'],
  ['a.GIF', 'image/gif', 'inline', 'sandbox'],
  ['a.mp4', 'video/mp4', 'inline', "media-src 'self'; sandbox allow-same-origin"],
  ['a.mp3', 'audio/mpeg', 'inline', "media-src 'self'; sandbox allow-same-origin"],
  ['a.pdf', 'application/pdf', 'inline', ''],
  ['a.txt', 'text/plain; charset=utf-8', 'inline', 'sandbox'],
  ['a.zip', 'application/zip', 'attachment', 'sandbox'],
  ...['html', 'xhtml', 'svg', 'xml', 'js', 'mjs', 'css', 'mhtml', 'htm', 'unheard'].map(
    (ending) => [`a.${ending}`, 'application/octet-stream', 'attachment', 'sandbox'] as (typeof table)[0],
  ),
  ['none', 'application/octet-stream', 'attachment', 'sandbox'],
]

describe('a link to a file', () => {
  test.for(table)('opens %s as %s, %s', async ([name, contentType, disposition, csp], { app, given }) => {
    const maya = await given.client(await given.freelancer())
    const { fileUrl } = await given.file(maya, await given.project(maya), { name, type: 'text/html' })

    const { headers } = await app.inject(fileUrl)

    expect(headers['content-type']).toBe(contentType)
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition}; filename="?${name}"?$`))
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; frame-ancestors 'none'${csp && '; '}${csp}`,
    )
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' })
    expect(headers['cache-control']).toMatch(/^private, /)
  })

  test('is valid for a quarter of an hour, and only unchanged', async ({ api, app, clock, given }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const { id, fileUrl } = await given.file(maya, project)
    const other = await given.file(maya, project)
    const get = async (url: string | URL, headers = {}) =>
      (await app.inject({ url: String(url), headers })).statusCode
    const edited = (change: (url: URL) => void) => {
      const url = new URL(fileUrl)
      change(url)
      return url
    }

    expect(await get(fileUrl)).toBe(200)
    expect(await get(edited((url) => (url.pathname = url.pathname.replace(id, other.id))))).toBe(403)
    expect(await get(edited((url) => url.searchParams.set('until', '9999999999')))).toBe(403)
    expect(await get(edited((url) => url.searchParams.set('signature', 'x'.repeat(43))))).toBe(403)
    expect(await get(edited((url) => (url.pathname = url.pathname.replace('content', 'thumbnail'))))).toBe(
      403,
    )
    const bare = edited((url) => (url.search = ''))
    expect(await get(bare)).toBe(403)
    expect(await get(bare, { authorization: `Bearer ${maya.token}` })).toBe(403)
    for (const name of ['until', 'signature']) {
      expect(await get(edited((url) => url.searchParams.delete(name)))).toBe(403)
      expect(await get(edited((url) => url.searchParams.append(name, '1')))).toBe(403)
    }
    expect(await get(edited((url) => url.searchParams.set('until', 'for ever')))).toBe(403)
    expect(await get(edited((url) => url.searchParams.set('more', '1')))).toBe(403)
    clock.forward({ seconds: 14 * 60 })
    expect(await get(fileUrl)).toBe(200)
    clock.forward({ seconds: 65 })
    expect(await get(fileUrl)).toBe(410)
    const { body } = await api.as(maya).call(files.get, { params: { id } })
    expect(await get(body.fileUrl)).toBe(200)
  })

  test('serves ranges, and 304 for an unchanged file', async ({ app, given }) => {
    const maya = await given.client(await given.freelancer())
    const { fileUrl } = await given.file(maya, await given.project(maya), {
      bytes: Buffer.from('0123456789'),
    })
    const get = (headers: Record<string, string>) => app.inject({ url: fileUrl, headers })

    const part = await get({ range: 'bytes=2-4' })
    expect(part).toMatchObject({ statusCode: 206, body: '234' })
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' })
    expect((await get({ range: 'bytes=10-' })).statusCode).toBe(416)
    const many = await get({ range: `bytes=${Array.from({ length: 1_000 }, (_, n) => `${n}-${n}`)}` })
    expect(many).toMatchObject({ statusCode: 200, body: '0123456789' })
    const etag = String(part.headers.etag)
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get({ range: 'bytes=0-0', 'if-range': '"other"' })).statusCode).toBe(200)
    const head = await app.inject({ method: 'HEAD', url: fileUrl, headers: { range: 'bytes=2-4' } })
    expect(head).toMatchObject({ statusCode: 200, body: '' })
    expect(head.headers['content-length']).toBe('10')
  })

  test('sends any part of a file as unknown bytes to a program that may read it', async ({ app, given }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.file(maya, await given.project(maya), {
      name: 'a.html',
      bytes: Buffer.from('0123456789'),
    })
    const get = (range: string) =>
      app.inject({ url: `/api/files/${id}/bytes`, headers: { range, authorization: `Bearer ${maya.token}` } })

    const part = await get('bytes=2-4')

    expect(part).toMatchObject({ statusCode: 206, body: '234' })
    expect(part.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect((await get('bytes=10-')).json()).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' })
  })

  test.for([
    ['utf-8', Buffer.from('Größe')],
    ['windows-1252', Buffer.from('Gr\xf6\xdfe', 'latin1')],
    ['utf-16le', Buffer.from('Größe', 'utf16le')],
    ['utf-8', Buffer.alloc(0)],
  ] as const)('names the encoding %s of a text', async ([encoding, bytes], { app, given }) => {
    const maya = await given.client(await given.freelancer())
    const { fileUrl } = await given.file(maya, await given.project(maya), { name: 'a.txt', bytes })

    const reply = await app.inject(fileUrl)

    expect(reply.headers['content-type']).toBe(`text/plain; charset=${encoding}`)
    expect(reply.rawPayload).toEqual(bytes)
  })

  test.for(['a"; filename="x.exe', 'a\r\nSet-Cookie: x=1.txt', 'résumé–😀.pdf', ';.txt', "o'brien%20.txt"])(
    'writes the name %j on one header line',
    async (name, { app, given }) => {
      const maya = await given.client(await given.freelancer())
      const { fileUrl, fileName } = await given.file(maya, await given.project(maya), { name })

      const { headers } = await app.inject(fileUrl)

      expect(headers['set-cookie']).toBeUndefined()
      const disposition = String(headers['content-disposition'])
      expect(disposition).toMatch(/^(inline|attachment); filename/)
      expect(disposition).not.toMatch(/[\r\n]/)
      expect(fileName).toBe(cleanFileName(name))
    },
  )
})

test.for([
  ['../../x', 'x'],
  ['..\\..\\x', 'x'],
  ['/etc/passwd', 'passwd'],
  ['C:\\x', 'x'],
  ['%2e%2e%2f', '%2e%2e%2f'],
  ['.', 'unnamed'],
  ['..', 'unnamed'],
  ['', 'unnamed'],
  ['.htaccess', '.htaccess'],
  ['CON', 'CON'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['a'.repeat(300), 'a'.repeat(200)],
  ['é'.repeat(300), 'é'.repeat(100)],
  [`${'文'.repeat(84)}.pdf`, `${'文'.repeat(65)}.pdf`],
  [`${'😀'.repeat(300)}.jpeg`, `${'😀'.repeat(48)}.jpeg`],
  [`${'a'.repeat(191)} 文文.tar.gz`, `${'a'.repeat(191)}.tar.gz`],
  ['  menu .pdf ', 'menu .pdf'],
] as const)('shows %j as %j', ([given, shown]) => {
  expect(cleanFileName(given)).toBe(shown)
})

test('lets each side delete its own files, and the freelancer all', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const hers = await given.file(maya, project)
  const his = await given.file(maya.freelancer, project)
  const remove = (person: typeof maya | typeof maya.freelancer, id: string) =>
    api.as(person).call(files.remove, { params: { id } })

  expect(await remove(maya, his.id)).toMatchObject({ status: 403, body: { code: 'NOT_YOUR_FILE' } })
  expect(await remove(await given.client(maya.freelancer), hers.id)).toMatchObject({ status: 404 })
  expect((await remove(maya, hers.id)).status).toBe(204)
  expect((await remove(maya.freelancer, his.id)).status).toBe(204)
  expect((await api.as(maya).call(files.list, { params: { id: project.id } })).body).toEqual([])
})

describe('renaming a file', () => {
  test.for([
    ['lunch', 'lunch.pdf'],
    ['lunch.', 'lunch.pdf'],
    ['lunch v1.2', 'lunch v1.2.pdf'],
    ['lunch.docx', 'lunch.docx'],
    ['24/7 lunch', '24-7 lunch.pdf'],
    ['..\\menus/lunch.pdf', 'menus-lunch.pdf'],
    ['  lunch\u202Efdp ', 'lunchfdp.pdf'],
    ['é'.repeat(300), `${'é'.repeat(98)}.pdf`],
  ] as const)('to %j calls it %j', async ([fileName, saved], { api, given }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.file(maya, await given.project(maya), { name: 'menu.pdf' })

    const reply = await api.as(maya).call(files.rename, { params: { id }, body: { fileName } })

    expect(reply).toMatchObject({ status: 200, body: { id, fileName: saved } })
  })

  test.for(['', ' \u200b ', '...', '/', '../..'])('to %j is refused', async (fileName, { api, given }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.file(maya, await given.project(maya))

    const reply = await api.as(maya).call(files.rename, { params: { id }, body: { fileName } })

    expect(reply).toMatchObject({ status: 400, body: { message: 'Please enter a name for the file.' } })
    expect(reply.body).toHaveProperty('fields.fileName')
  })

  test('to a name with NUL is refused', async ({ api, given }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.file(maya, await given.project(maya))

    const reply = await api.as(maya).call(files.rename, { params: { id }, body: { fileName: 'a\0.pdf' } })

    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  test('changes the name of downloads and in the ZIP, and the type with the extension', async ({
    app,
    api,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const { id } = await given.file(maya, project, { name: 'menu.bin', bytes: Buffer.from('soup') })

    const { body } = await api
      .as(maya.freelancer)
      .call(files.rename, { params: { id }, body: { fileName: 'Soups.txt' } })

    expect(body).toMatchObject({ fileName: 'Soups.txt', contentType: 'text/plain' })
    const viewed = await app.inject(body.fileUrl)
    expect(viewed.headers['content-disposition']).toBe('inline; filename=Soups.txt')
    const downloaded = await app.inject(`${body.fileUrl}&download=1`)
    expect(downloaded.headers['content-disposition']).toBe('attachment; filename=Soups.txt')
    expect(downloaded.body).toBe('soup')
    const zip = await api.as(maya).send(files.zip, { params: { id: project.id } })
    expect(unzipped(zip.body as Buffer)).toEqual({ 'Soups.txt': 'soup' })
  })

  test('makes a thumbnail when the file becomes an image', async ({ ctx, testContext, api, given }) => {
    const maya = await given.client(await given.freelancer())
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    const { id } = await given.file(maya, await given.project(maya), { name: 'front', type: '', bytes })

    await api.as(maya).call(files.rename, { params: { id }, body: { fileName: 'front.png' } })
    await runDueJobs(ctx, testContext.connection, work)

    expect((await api.as(maya).call(files.get, { params: { id } })).body.thumbnailUrl).not.toBeNull()
  })

  test('is for those who may delete it, and not in an archived or deleted project', async ({
    ctx,
    api,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const hers = await given.file(maya, project)
    const his = await given.file(maya.freelancer, project)
    const rename = (person: typeof maya | typeof maya.freelancer, id: string) =>
      api.as(person).call(files.rename, { params: { id }, body: { fileName: 'new.txt' } })

    expect(await rename(maya, his.id)).toMatchObject({ status: 403, body: { code: 'NOT_YOUR_FILE' } })
    expect(await rename(await given.client(maya.freelancer), hers.id)).toMatchObject({ status: 404 })
    expect(await rename(await given.freelancer(), hers.id)).toMatchObject({ status: 404 })
    expect(await rename(maya, hers.id)).toMatchObject({ status: 200, body: { fileName: 'new.txt' } })
    expect(await rename(maya.freelancer, hers.id)).toMatchObject({ status: 200 })

    await api.as(maya).call(files.remove, { params: { id: hers.id } })
    expect(await rename(maya.freelancer, hers.id)).toMatchObject({ status: 404 })
    await api
      .as(maya.freelancer)
      .call(projects.update, { params: { id: project.id }, body: { archived: true } })
    expect(await rename(maya.freelancer, his.id)).toMatchObject({ status: 409, body: { code: 'ARCHIVED' } })
    await removeProject(ctx, maya.freelancer, project.id)
    expect(await rename(maya.freelancer, his.id)).toMatchObject({ status: 404 })
  })
})

test('notifies both sides of an uploaded, a renamed and a deleted file', async ({ ctx, api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const heard: unknown[] = []
  onTestFinished(
    ctx.live.subscribe((people, topics) =>
      heard.push([people.map(({ personId }) => personId), topics]),
    ) as () => void,
  )

  const { id } = await given.file(maya, project)
  await api.as(maya).call(files.rename, { params: { id }, body: { fileName: 'new' } })
  await api.as(maya).call(files.remove, { params: { id } })

  const both = [maya.freelancer.id, maya.id]
  expect(heard).toEqual([
    [both, staleTopics['files.upload']],
    [both, staleTopics['files.rename']],
    [[maya.freelancer.id], staleTopics['files.remove']],
    [[maya.id], staleTopics['files.remove'].filter((topic) => !topicsOfWorkspace.has(topic))],
  ])
})

describe('the stored bytes', () => {
  test.for(['file', 'project', 'client'] as const)(
    'are deleted with a %s that is permanently deleted, while others stay',
    async (what, { ctx, testContext, given, api }) => {
      const maya = await given.client(await given.freelancer())
      const project = await given.project(maya)
      const gone = await given.file(maya, project, { bytes: Buffer.from('the same') })
      const twin = await given.client(await given.freelancer())
      const stays = await given.file(twin, await given.project(twin), { bytes: Buffer.from('the same') })

      if (what === 'file') await api.as(maya).call(files.remove, { params: { id: gone.id } })
      if (what === 'project') await removeProject(ctx, maya.freelancer, project.id)
      const id = what === 'file' ? gone.id : project.id
      if (what !== 'client') await deleteForGood(ctx, maya.freelancer, { kind: what, id })
      if (what === 'client') await removeClient(ctx, maya.freelancer, maya.id)
      await runDueJobs(ctx, testContext.connection, work)

      expect(await ctx.storage.getSize(`files/${gone.id}`)).toBeUndefined()
      expect(await ctx.storage.getSize(`files/${stays.id}`)).toBe(8)
      expect(await ctx.db.selectFrom('file').select('id').where('state', '=', 'deleted').execute()).toEqual(
        [],
      )
    },
  )

  test('match the rows when a project is deleted during uploads', async ({ ctx, testContext, given }) => {
    const maya = await given.client(await given.freelancer())

    const ends = await Promise.all(
      // One person may have 20 unfinished uploads.
      Array.from({ length: 15 }, async () => {
        const project = await given.project(maya)
        const [upload] = await Promise.allSettled([
          given.file(maya, project),
          removeProject(ctx, maya.freelancer, project.id).then(() =>
            deleteForGood(ctx, maya.freelancer, { kind: 'project', id: project.id }),
          ),
        ])
        return upload.status === 'rejected' ? upload.reason.code : 'made'
      }),
    )
    await runDueJobs(ctx, testContext.connection, work)
    await cleanUpFiles(ctx)

    expect(ends.filter((end) => end !== 'made' && end !== 'PROJECT_NOT_FOUND')).toEqual([])
    const rows = await ctx.db.selectFrom('file').select('id').execute()
    const stored: string[] = []
    for await (const { key } of ctx.storage.list()) stored.push(key)
    expect(stored.filter((key) => !key.endsWith('.thumbnail')).sort()).toEqual(
      rows.map(({ id }) => `files/${id}`).sort(),
    )
  })
})

describe('a thumbnail', () => {
  test('is not made beside a picture that somebody waits for', async ({ ctx, api, given }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    const [first, second] = [
      await given.file(maya, project, { name: 'front.png', bytes }),
      await given.file(maya, project, { name: 'back.png', bytes }),
    ]
    // Exits as for a file that is not an image.
    const script = await replaceResizer(
      'mkdir "$0.running" || touch "$0.together"; cat > /dev/null; sleep 0.3; rmdir "$0.running"; exit 3',
    )

    await Promise.all([
      api.as(maya).call(files.picture, { params: { id: first.id } }),
      makeThumbnail(ctx, { fileId: second.id }),
    ])

    expect(existsSync(`${script}.together`)).toBe(false)
  })

  test('waits in the queue of its account, so that others’ jobs run beside', async ({ ctx, given }) => {
    const [maya, lin] = [
      await given.client(await given.freelancer()),
      await given.client(await given.freelancer()),
    ]
    const queueOf = async (client: TestClient) => {
      const { id } = await given.file(client, await given.project(client), { name: 'a.png' })
      const { rows } = await sql<{ queue: string }>`
        select queue_name as queue from graphile_worker.jobs j
        join graphile_worker._private_jobs p on p.id = j.id where p.payload->>'fileId' = ${id}`.execute(
        ctx.db,
      )
      return rows[0]?.queue
    }

    const queues = [await queueOf(maya), await queueOf(maya), await queueOf(lin)]

    expect(queues[0]).toBe(`thumbnails ${maya.freelancer.id}`)
    expect(queues[1]).toBe(queues[0])
    expect(queues[2]).toBe(`thumbnails ${lin.freelancer.id}`)
  })

  test('is made later of an image, and both sides are notified', async ({
    ctx,
    testContext,
    app,
    api,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const bytes = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    const { id, thumbnailUrl } = await given.file(maya, project, { name: 'front.png', bytes })
    expect(thumbnailUrl).toBeNull()

    await runDueJobs(ctx, testContext.connection, work)

    const { body } = await api.as(maya).call(files.get, { params: { id } })
    const reply = await app.inject(body.thumbnailUrl ?? '')
    expect(reply.headers['content-type']).toBe('image/webp')
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
      height: 320,
    })
  })

  test('does not delay emails, however many are made', async ({ ctx, testContext, api, given }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) await given.file(maya, project, { name })
    await api.as(maya.freelancer).call(clients.resendLogin, { params: { id: maya.id } })
    let goOn = () => {}
    const letterHasCome = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const read = (key: string) => letterHasCome.then(() => ctx.storage.read(key))

    const working = runDueJobs({ ...ctx, storage: { ...ctx.storage, read } }, testContext.connection, work)

    await vi.waitFor(async () => {
      const emails = await listCaptured(capturedMailDir(ctx.config.dataDir))
      expect(emails.map(({ to }) => to.address)).toContain(maya.email)
    }, WAIT_OPTIONS)
    goOn()
    await working
  })

  test('is not made of a file that only pretends to be an image, nor of a decompression bomb', async ({
    ctx,
    testContext,
    api,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>',
    )
    await given.file(maya, project, { name: 'a.png', bytes: svg })
    await given.file(maya, project, { name: 'b.png', bytes: Buffer.from('not a picture') })
    await given.file(maya, project, { name: 'c.png', bytes: bombOf(50_000) })

    await runDueJobs(ctx, testContext.connection, work)

    const { body } = await api.as(maya).call(files.list, { params: { id: project.id } })
    expect(body.map((file) => file.thumbnailUrl)).toEqual([null, null, null])
    const left = await ctx.db.selectFrom('file').select('id').where('has_thumbnail', '=', true).execute()
    expect(left.map(({ id }) => id)).not.toContain(body[0]?.id)
  })
})

test('downloads all files of a project as one ZIP, for either side', async ({ app, api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya, { title: 'Menü / Spring' })
  await given.file(maya, project, { name: 'menu.txt', bytes: Buffer.from('one') })
  await given.file(maya.freelancer, project, { name: 'Menu.txt', bytes: Buffer.from('two') })
  await given.file(maya, project, { name: 'ünï.txt', bytes: Buffer.from('three') })

  const { body } = await api.as(maya).call(files.zipLink, { params: { id: project.id } })
  const link = await app.inject(body.zipUrl)
  const direct = await api.as(maya.freelancer).send(files.zip, { params: { id: project.id } })

  expect(link.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' })
  expect(link.headers['content-disposition']).toContain("filename*=UTF-8''Men%C3%BC%20_%20Spring.zip")
  expect(Number(link.headers['content-length'])).toBe(link.rawPayload.length)
  expect((direct.body as Buffer).length).toBe(link.rawPayload.length)
  expect(unzipped(link.rawPayload)).toEqual({
    'menu.txt': 'one',
    'Menu (2).txt': 'two',
    'ünï.txt': 'three',
  })
  const other = new URL(body.zipUrl)
  other.searchParams.set('signature', 'x')
  expect((await app.inject(String(other))).statusCode).toBe(403)
})

test('renames files in a ZIP whose names are paths or invalid on other systems', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  for (const name of ['Q: what now?.txt', 'Q_ what now_.txt', '<b>"x" | y*.txt', '..\\..\\a.txt'])
    await given.file(maya, project, { name })

  const { status, body } = await api.as(maya).send(files.zip, { params: { id: project.id } })

  expect(status).toBe(200)
  expect(Object.keys(unzipped(body as Buffer))).toEqual([
    'Q_ what now_.txt',
    'Q_ what now_ (2).txt',
    '_b__x_ _ y_.txt',
    'a.txt',
  ])
})

/** Reads the entries of an uncompressed ZIP by the directory at its end. */
function unzipped(zip: Buffer) {
  const found: Record<string, string> = {}
  const end = zip.lastIndexOf('PK\x05\x06')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, extra, comment] = [20, 28, 30, 32].map((n) =>
      zip.readUInt16LE(at + n),
    ) as number[]
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = zip.readUInt32LE(at + 42)
    const bytes = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    found[name] = zip.toString('utf8', bytes, bytes + (size ?? 0))
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return found
}

/** The header of a PNG with a claimed width and height. */
function bombOf(side: number) {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080200000000000000', 'hex')
  head.writeUInt32BE(side, 16)
  head.writeUInt32BE(side, 20)
  return head
}
