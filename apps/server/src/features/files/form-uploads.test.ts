import { createHash, randomBytes } from 'node:crypto'
import { files } from '@portico/contract'
import { describe } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { changeProject } from '../projects/projects.service.ts'

const MiB = 1_024 * 1_024

describe('an uploaded file', () => {
  test.for([0, 1, 64 * 1_024, 25 * MiB])(
    'of %i bytes is returned unchanged to both sides',
    async (size, { api, app, given }) => {
      const maya = await given.client(await given.freelancer())
      const { id: projectId } = await given.project(maya)
      const bytes = randomBytes(size)

      for (const [person, endpoint] of [
        [maya.freelancer, files.upload],
        [maya, files.uploadAsClient],
      ] as const) {
        const file = { name: 'sketch.bin', type: 'application/octet-stream', bytes }
        const sent = await api.as(person).send(endpoint, { body: { projectId, file } })
        expect(sent.status, JSON.stringify(sent.body)).toBe(201)
        const { fileUrl } = sent.body as files.File
        const read = await app.inject(fileUrl)
        expect(read.statusCode).toBe(200)
        expect(sha256(read.rawPayload)).toBe(sha256(bytes))
      }

      for (const person of [maya, maya.freelancer]) {
        const { body } = await api.as(person).call(files.list, { params: { id: projectId } })
        expect(body).toMatchObject([
          { fileName: 'sketch.bin', uploader: 'Maya Whitcombe', uploaderType: 'Client', size },
          { fileName: 'sketch.bin', uploader: 'Ada Marsh', uploaderType: 'Freelancer', size },
        ])
      }
    },
  )
})

test('gets 404 when its project is being deleted', async ({ ctx, api, given }) => {
  const maya = await given.client(await given.freelancer())
  const [leaving, staying] = [await given.project(maya), await given.project(maya)]
  const upload = (projectId: string) => {
    const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') }
    return api.as(maya).send(files.uploadAsClient, { body: { projectId, file } })
  }

  let late: ReturnType<typeof upload> | undefined
  await ctx.db.transaction().execute(async (other) => {
    await other.deleteFrom('project').where('id', '=', leaving.id).execute()
    late = upload(leaving.id)
    expect(await upload(staying.id)).toMatchObject({ status: 201 })
  })

  expect(await late).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
})

describe('an upload that is sent again under the same clientUploadId', () => {
  const photo = (text = 'one') => ({ name: 'photo.jpg', type: 'image/jpeg', bytes: Buffer.from(text) })
  const withoutLinks = ({ fileUrl: _url, ...file }: files.File) => file

  test.for([
    ['one after the other', false],
    ['at once', true],
  ] as const)('is stored once and gets the same answer: %s', async ([, atOnce], { ctx, api, given }) => {
    const maya = await given.client(await given.freelancer())
    const { id: projectId } = await given.project(maya)
    const send = () =>
      api.as(maya).send(files.uploadAsClient, { body: { projectId, clientUploadId: 'u1', file: photo() } })

    const answers = atOnce ? await Promise.all([send(), send(), send()]) : [await send(), await send()]

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const [first, ...others] = answers.map(({ body }) => withoutLinks(body as files.File))
    for (const other of others) expect(other).toEqual(first)
    const { body } = await api.as(maya).call(files.list, { params: { id: projectId } })
    expect(body).toHaveLength(1)
    const events = ctx.db.selectFrom('event').where('project_id', '=', projectId)
    const uploaded = events.where('kind', '=', 'file_uploaded').select('id')
    expect(await uploaded.execute()).toHaveLength(1)
  })

  test('is one new version, and one answer to a request', async ({ api, given }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const before = await given.file(maya, project)
    const [request] = await given.requests(maya.freelancer, project, ['Photo'])
    const upload = (fields: object) =>
      api.as(maya).send(files.uploadAsClient, { body: { projectId: project.id, ...fields, file: photo() } })

    for (const fields of [
      { versionOf: before.id, clientUploadId: 'version' },
      { requestId: request.id, clientUploadId: 'answer' },
    ]) {
      const [first, second] = [await upload(fields), await upload(fields)]
      expect(second.status, JSON.stringify(second.body)).toBe(201)
      expect((second.body as files.File).id).toBe((first.body as files.File).id)
    }

    const { body } = await api.as(maya).call(files.list, { params: { id: project.id } })
    expect(body.map(({ version, versions }) => [version, versions])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  test('gets its answer although the project was archived after the first attempt', async ({
    api,
    ctx,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya)
    const send = (clientUploadId: string) =>
      api.as(maya).send(files.uploadAsClient, {
        body: { projectId: project.id, clientUploadId, file: photo() },
      })
    const first = await send('u1')
    await changeProject(ctx, maya.freelancer, project.id, { archived: true })

    expect(await send('u2')).toMatchObject({ status: 409, body: { code: 'ARCHIVED' } })
    expect(await send('u1')).toMatchObject({ status: 201, body: { id: (first.body as files.File).id } })
  })

  test('is a file of its own for another person, and in another project', async ({ api, given }) => {
    const maya = await given.client(await given.freelancer())
    const [one, other] = [await given.project(maya), await given.project(maya)]
    const body = (projectId: string) => ({ projectId, clientUploadId: 'u1', file: photo() })

    const sent = [
      await api.as(maya).send(files.uploadAsClient, { body: body(one.id) }),
      await api.as(maya).send(files.uploadAsClient, { body: body(other.id) }),
      await api.as(maya.freelancer).send(files.upload, { body: body(one.id) }),
    ]

    expect(new Set(sent.map(({ body }) => (body as files.File).id)).size).toBe(3)
    const stranger = await given.freelancer()
    expect(await api.as(stranger).send(files.upload, { body: body(one.id) })).toMatchObject({
      status: 404,
      body: { code: 'PROJECT_NOT_FOUND' },
    })
  })

  test('is refused with other bytes, and as an id that is no text', async ({ api, given }) => {
    const maya = await given.client(await given.freelancer())
    const { id: projectId } = await given.project(maya)
    const send = (clientUploadId: string, text: string) =>
      api.as(maya).send(files.uploadAsClient, { body: { projectId, clientUploadId, file: photo(text) } })
    await send('u1', 'one')

    expect(await send('u1', 'two')).toMatchObject({ status: 409, body: { code: 'UPLOAD_ID_TAKEN' } })
    for (const id of ['', ' ', 'x'.repeat(101)]) {
      expect(await send(id, 'one')).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', fields: { clientUploadId: expect.any(String) } },
      })
    }
    expect((await api.as(maya).call(files.list, { params: { id: projectId } })).body).toHaveLength(1)
  })

  test('gets the answer of a file that was deleted meanwhile, which stays deleted', async ({
    api,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { id: projectId } = await given.project(maya)
    const send = () =>
      api.as(maya).send(files.uploadAsClient, { body: { projectId, clientUploadId: 'u1', file: photo() } })
    const { id } = (await send()).body as files.File
    await api.as(maya).call(files.remove, { params: { id } })

    expect(await send()).toMatchObject({ status: 201, body: { id } })
    expect((await api.as(maya).call(files.list, { params: { id: projectId } })).body).toEqual([])
  })
})

function sha256(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}
