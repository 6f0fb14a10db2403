import { createHash, randomBytes } from 'node:crypto'
import { files } from '@portico/contract'
import { describe } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'

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

function sha256(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}
