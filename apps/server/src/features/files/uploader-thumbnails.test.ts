import { files, projects } from '@portico/contract'
import sharp from 'sharp'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { Given, TestUser } from '../../../test/given.ts'
import { deleteForGood, restoreFromBin } from '../bin/bin.service.ts'
import { deleteBytesOfDeletedFiles } from './clean-up.service.ts'

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
const firstPage = async () => (await draw(905, 1_280).jpeg().toBuffer()).toString('base64')

const send = (api: Api, person: TestUser, id: string, picture: string) =>
  api.as(person).call(files.setThumbnail, { params: { id }, body: { picture } })

test.for(['menu.pdf', 'tour.mp4'])(
  'the uploader of %s sends its thumbnail, which is drawn again and marked as theirs',
  async (name, { app, api, given }) => {
    const { maya, id } = await givenFile(given, name)

    const reply = await send(api, maya, id, await firstPage())

    expect(reply).toMatchObject({ status: 200, body: { id, isThumbnailByUploader: true } })
    const sent = await app.inject(reply.body.thumbnailUrl ?? '')
    expect(sent.headers['content-type']).toBe('image/webp')
    expect(await sharp(sent.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 453, height: 640 })
    const { body } = await api.as(maya.freelancer).call(files.get, { params: { id } })
    expect(body.isThumbnailByUploader).toBe(true)
  },
)

test.for<[what: string, picture: () => Promise<string> | string]>([
  ['no picture', () => Buffer.from('no picture at all').toString('base64')],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
  ['a broken PNG', async () => (await draw(80, 80).png().toBuffer()).subarray(0, 60).toString('base64')],
  ['a GIF', async () => (await draw(80, 80).gif().toBuffer()).toString('base64')],
  ['too wide', async () => (await draw(4_097, 8).png().toBuffer()).toString('base64')],
  ['too small', async () => (await draw(2, 2).png().toBuffer()).toString('base64')],
  ['too many bytes', () => Buffer.alloc(files.MAX_THUMBNAIL_BYTES + 3).toString('base64')],
  ['no base64', () => '%%%%'],
])('a thumbnail that is %s is refused, and the file stays as it was', async ([, picture], { api, given }) => {
  const { maya, id } = await givenFile(given)

  const reply = await api
    .as(maya)
    .send(files.setThumbnail, { params: { id }, body: { picture: await picture() } })

  expect(reply).toMatchObject({ status: 400, body: { fields: { picture: expect.any(String) } } })
  const { body } = await api.as(maya).call(files.get, { params: { id } })
  expect(body).toMatchObject({ id, thumbnailUrl: null, isThumbnailByUploader: false })
})

test('only the uploader can send it: not the other side, and not a stranger', async ({ api, given }) => {
  const { maya, id } = await givenFile(given)
  const picture = await firstPage()

  expect(await send(api, maya.freelancer, id, picture)).toMatchObject({
    status: 403,
    body: { code: 'NOT_YOUR_UPLOAD' },
  })
  expect((await send(api, await given.freelancer(), id, picture)).status).toBe(404)
})

test('the first thumbnail stays, and an image has its own', async ({ api, given }) => {
  const { maya, project, id } = await givenFile(given)
  const image = await given.file(maya, project, { name: 'counter.png' })
  const { body: first } = await send(api, maya, id, await firstPage())

  for (const other of [id, image.id])
    expect(await send(api, maya, other, await firstPage())).toMatchObject({
      status: 409,
      body: { code: 'NO_THUMBNAIL_NEEDED' },
    })

  expect(first.isThumbnailByUploader).toBe(true)
})

test('an archived project takes no thumbnail', async ({ api, given }) => {
  const { maya, project, id } = await givenFile(given)
  const params = { id: project.id }
  await api.as(maya.freelancer).call(projects.update, { params, body: { archived: true } })

  expect(await send(api, maya, id, await firstPage())).toMatchObject({
    status: 409,
    body: { code: 'ARCHIVED' },
  })
})

test('the thumbnail comes back from the bin with its file, and goes for good with it', async ({
  ctx,
  api,
  given,
}) => {
  const { maya, id } = await givenFile(given)
  const ada = maya.freelancer
  await send(api, maya, id, await firstPage())
  const remove = () => api.as(maya).call(files.remove, { params: { id } })
  await remove()

  await restoreFromBin(ctx, ada, { kind: 'file', id })
  const { body: restored } = await api.as(maya).call(files.get, { params: { id } })
  expect(restored).toMatchObject({ thumbnailUrl: expect.any(String), isThumbnailByUploader: true })
  await remove()
  await deleteForGood(ctx, ada, { kind: 'file', id })
  await deleteBytesOfDeletedFiles(ctx)

  expect(await ctx.storage.getSize(`files/${id}.thumbnail`)).toBeUndefined()
})

async function givenFile(given: Given, name = 'menu.pdf') {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const { id } = await given.file(maya, project, { name })
  return { maya, project, id }
}
