import { Readable } from 'node:stream'
import { activity, bin, files, projects, requests } from '@portico/contract'
import { describe } from 'vitest'
import { type Api, expect } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { test as base, turnOf } from '../../../test/one-project.ts'
import { removeContact } from '../clients/contacts.service.ts'
import { createResumableUploads } from './resumable-uploads.service.ts'
import { sendStaged } from './staged-files.service.ts'

const test = base
  .extend('photos', async ({ given, ada, menu }) => (await given.requests(ada, menu, ['Photos']))[0])
  .extend(
    'gather',
    ({ given, maya, menu, photos }) =>
      (...names: string[]) =>
        Promise.all(
          names.map((name) => given.file(maya, menu, { name, requestId: photos.id, staged: true })),
        ),
  )
  .extend('read', ({ api, menu }) => async (person: TestUser) => {
    const { body } = await api.as(person).call(requests.ofProject, { params: { id: menu.id } })
    const [request] = body.requests
    return { request, stagedFiles: body.stagedFiles }
  })
  .extend(
    'send',
    ({ api, maya, menu }) =>
      (requestId: string | null) =>
        api.as(maya).call(requests.sendStaged, { params: { id: menu.id }, body: { requestId } }),
  )

const namesOf = (listed: readonly { fileName: string }[] = []) =>
  listed.map(({ fileName }) => fileName).sort()
const filesOf = async (api: Api, person: TestUser, { id }: { id: string }) =>
  namesOf((await api.as(person).call(files.list, { params: { id } })).body)
const eventsOf = async (api: Api, person: TestUser, { id }: { id: string }) =>
  (await api.as(person).call(activity.ofProject, { params: { id } })).body

describe('files that are gathered for a request', () => {
  test('are the client’s, and stay with the name of a contact who is removed', async ({
    api,
    ctx,
    given,
    ada,
    maya,
    menu,
    photos,
    gather,
    read,
    send,
  }) => {
    const sam = await given.contact(maya)
    await gather('one.jpg')
    await given.file(sam, menu, { name: 'two.jpg', requestId: photos.id, staged: true })
    const authors = async (person: TestUser) =>
      (await read(person)).request?.stagedFiles.map(({ author }) => author)
    expect(await authors(sam)).toEqual(['Maya Whitcombe', 'Sam Reed'])

    await removeContact(ctx, ada, sam.id)

    expect(await authors(maya)).toEqual(['Maya Whitcombe', 'Sam Reed'])
    expect((await send(photos.id)).body).toEqual({ sent: 2 })
    expect(await filesOf(api, ada, menu)).toEqual(['one.jpg', 'two.jpg'])
    expect((await read(ada)).request?.files.map(({ author }) => author)).toEqual([
      'Maya Whitcombe',
      'Sam Reed',
    ])
  })

  test('are not sent by a contact who was removed, also where their session is still in memory', async ({
    api,
    ctx,
    given,
    ada,
    maya,
    menu,
    photos,
    gather,
  }) => {
    const sam = await given.contact(maya)
    await gather('one.jpg')

    await removeContact(ctx, ada, sam.id)

    await expect(sendStaged(ctx, sam, menu.id, photos.id)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
    expect(await filesOf(api, ada, menu)).toEqual([])
  })

  test('are seen by the client alone until they are sent', async ({
    api,
    given,
    ada,
    maya,
    menu,
    photos,
    gather,
    read,
  }) => {
    const [first] = await gather('one.jpg', 'two.jpg', 'three.jpg')

    const own = await read(maya)
    expect(own.request).toMatchObject({ state: 'open', files: [], stagedCount: 3 })
    expect(namesOf(own.request?.stagedFiles)).toEqual(['one.jpg', 'three.jpg', 'two.jpg'])
    for (const person of [ada, await given.preview(maya)]) {
      const { request } = await read(person)
      expect(request).toMatchObject({ state: 'open', files: [], stagedCount: 3, stagedFiles: [] })
    }
    for (const person of [ada, maya]) {
      expect(await filesOf(api, person, menu)).toEqual([])
      expect((await api.as(person).call(files.get, { params: { id: first?.id ?? '' } })).status).toBe(404)
    }
    expect((await eventsOf(api, ada, menu)).map(({ kind }) => kind)).toEqual([
      'request_added',
      'project_created',
    ])
    expect(await turnOf(api, maya, menu)).toBe('client: requests')
    const unsent = (person: TestUser) => api.as(person).send(requests.unsent, {})
    expect((await unsent(maya)).body).toEqual([
      {
        project: { id: menu.id, title: menu.title },
        request: { id: photos.id, title: 'Photos' },
        files: 3,
      },
    ])
    expect((await unsent(await given.preview(maya))).body).toEqual([])
    expect((await unsent(await given.client(ada))).body).toEqual([])
  })

  test('answer the request together, as one event, and once', async ({
    api,
    ada,
    maya,
    menu,
    photos,
    gather,
    read,
    send,
  }) => {
    await gather('one.jpg', 'two.jpg', 'three.jpg')

    const replies = [await send(photos.id), await send(photos.id)]

    expect(replies.map(({ body }) => body)).toEqual([{ sent: 3 }, { sent: 0 }])
    const { request } = await read(ada)
    expect(request).toMatchObject({ state: 'answered', stagedCount: 0 })
    expect(namesOf(request?.files)).toEqual(['one.jpg', 'three.jpg', 'two.jpg'])
    expect(await filesOf(api, ada, menu)).toEqual(['one.jpg', 'three.jpg', 'two.jpg'])
    const [answered, ...earlier] = await eventsOf(api, ada, menu)
    expect(answered).toMatchObject({
      kind: 'request_answered',
      subject: { requestId: photos.id, title: 'Photos', fileId: request?.files[0]?.id, count: 3 },
    })
    expect(earlier.map(({ kind }) => kind)).toEqual(['request_added', 'project_created'])
    expect(await turnOf(api, maya, menu)).toBe('freelancer: answers')
  })

  test('replace “I don’t have it” when they are sent, and are added to an answer', async ({
    api,
    given,
    maya,
    menu,
    photos,
    gather,
    read,
    send,
  }) => {
    await gather('one.jpg')
    await given.answer(maya, photos, { unable: 'missing' })
    expect((await read(maya)).request).toMatchObject({ answers: [{ unable: 'missing' }], stagedCount: 1 })

    await send(photos.id)
    await gather('two.jpg')
    expect((await read(maya)).request).toMatchObject({ state: 'answered', files: [{}], stagedCount: 1 })
    await send(photos.id)

    const { request } = await read(maya)
    expect(request).toMatchObject({ answers: [], stagedCount: 0 })
    expect(namesOf(request?.files)).toEqual(['one.jpg', 'two.jpg'])
    expect(await filesOf(api, maya, menu)).toHaveLength(2)
  })

  test('are deleted for good when the client removes one, without a trace for the freelancer', async ({
    api,
    ctx,
    given,
    ada,
    maya,
    menu,
    gather,
    read,
  }) => {
    const [first, second] = await gather('one.jpg', 'two.jpg')
    const remove = async (person: TestUser, file = first) =>
      (await api.as(person).call(files.remove, { params: { id: file?.id ?? '' } })).status

    for (const stranger of [ada, await given.client(ada), await given.freelancer()])
      expect(await remove(stranger)).toBe(404)
    expect(await remove(maya)).toBe(204)
    expect(await remove(maya)).toBe(404)

    expect(namesOf((await read(maya)).request?.stagedFiles)).toEqual(['two.jpg'])
    expect((await api.as(ada).call(bin.list, {})).body).toEqual([])
    expect((await eventsOf(api, ada, menu)).map(({ kind }) => kind)).toEqual([
      'request_added',
      'project_created',
    ])
    const states = await ctx.db
      .selectFrom('file')
      .select(['id', 'state'])
      .where('id', 'in', [first?.id ?? '', second?.id ?? ''])
      .execute()
    expect(states.filter(({ state }) => state !== 'deleted')).toEqual([{ id: second?.id, state: 'staged' }])
  })

  test('arrive by resumable upload, too, and a repeated upload is gathered once', async ({
    ctx,
    maya,
    menu,
    photos,
    read,
    send,
  }) => {
    const uploads = createResumableUploads(ctx)
    const id = '01980f7b-1c2d-7e3f-8a4b-5c6d7e8f9a0b'
    const metadata = {
      projectId: menu.id,
      filename: 'film.mp4',
      requestId: photos.id,
      staged: 'true',
      clientUploadId: 'film',
    }
    await uploads.create(maya, id, 3, metadata)
    await uploads.leases.run(id, async (lease) => {
      if (lease)
        await uploads.append(await uploads.find(maya, id), lease, Readable.from([Buffer.from('abc')]))
    })
    await uploads.finishIfComplete(maya, id)

    expect(await uploads.create(maya, '01980f7b-1c2d-7e3f-8a4b-5c6d7e8f9a0c', 3, metadata)).toBe(id)
    expect(await uploads.find(maya, id)).toMatchObject({ state: 'staged', offset: 3 })
    expect((await read(maya)).request).toMatchObject({ state: 'open', stagedFiles: [{ id }] })
    await send(photos.id)
    expect((await read(maya)).request).toMatchObject({ state: 'answered', files: [{ id }] })
  })

  test('stay with the client when the request is accepted or deleted meanwhile', async ({
    api,
    given,
    ada,
    maya,
    menu,
    photos,
    gather,
    read,
    send,
  }) => {
    await given.answer(maya, photos)
    await gather('late.jpg')
    await api.as(ada).call(requests.setState, { params: { id: photos.id }, body: { state: 'accepted' } })
    expect((await read(maya)).request).toMatchObject({ state: 'accepted', stagedCount: 1 })
    expect((await send(photos.id)).body).toEqual({ sent: 1 })
    expect((await read(ada)).request).toMatchObject({ state: 'accepted', files: [{ fileName: 'late.jpg' }] })
    expect((await eventsOf(api, ada, menu))[0]).toMatchObject({ kind: 'file_uploaded' })

    const [logo] = await given.requests(ada, menu, ['Logo'])
    await given.file(maya, menu, { name: 'logo.svg', requestId: logo.id, staged: true })
    await api.as(ada).call(requests.remove, { params: { id: logo.id } })

    expect((await read(ada)).stagedFiles).toEqual([])
    expect(namesOf((await read(maya)).stagedFiles)).toEqual(['logo.svg'])
    expect((await api.as(maya).call(requests.unsent, {})).body).toEqual([
      { project: { id: menu.id, title: menu.title }, request: null, files: 1 },
    ])
    expect(await filesOf(api, ada, menu)).toEqual(['late.jpg'])
    expect((await send(null)).body).toEqual({ sent: 1 })
    expect(await filesOf(api, ada, menu)).toEqual(['late.jpg', 'logo.svg'])
    expect((await eventsOf(api, ada, menu))[0]).toMatchObject({
      kind: 'file_uploaded',
      subject: { fileName: 'logo.svg' },
    })
  })

  test('survive the archive of their project, where they can be seen and not sent', async ({
    api,
    ada,
    maya,
    menu,
    photos,
    gather,
    read,
    send,
  }) => {
    await gather('one.jpg')
    await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { archived: true } })

    expect(await send(photos.id)).toMatchObject({ status: 409, body: { code: 'ARCHIVED' } })
    expect((await read(maya)).request?.stagedFiles).toHaveLength(1)
    expect((await api.as(maya).call(requests.unsent, {})).body).toEqual([])
    await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { archived: false } })
    expect((await send(photos.id)).body).toEqual({ sent: 1 })
  })
})

describe('refuses', () => {
  test('to send for a request of another project, and for anybody else', async ({
    api,
    given,
    ada,
    maya,
    menu,
    photos,
    gather,
    read,
    send,
  }) => {
    await gather('one.jpg')
    const [elsewhere] = await given.requests(ada, await given.project(maya), ['Logo'])

    expect(await send(elsewhere.id)).toMatchObject({ status: 404, body: { code: 'REQUEST_NOT_FOUND' } })
    const body = { requestId: photos.id }
    const sendAs = async (person: TestUser) =>
      (await api.as(person).call(requests.sendStaged, { params: { id: menu.id }, body })).status
    expect(await sendAs(await given.client(ada))).toBe(404)
    expect(await sendAs(ada)).toBe(403)
    expect((await read(maya)).request).toMatchObject({ state: 'open', stagedCount: 1 })
  })

  test('an empty file, and what is no answer of the client', async ({
    api,
    ctx,
    ada,
    maya,
    menu,
    photos,
    given,
  }) => {
    const own = await given.file(maya, menu)
    const upload = (fields: Record<string, string>, bytes = 'photo', person: TestUser = maya) => {
      const file = { name: 'one.jpg', type: 'image/jpeg', bytes: Buffer.from(bytes) }
      const endpoint = person === maya ? files.uploadAsClient : files.upload
      return api.as(person).send(endpoint, { body: { projectId: menu.id, ...fields, file } as never })
    }
    const staged = 'true'

    expect(await upload({ requestId: photos.id, staged }, '')).toMatchObject({
      status: 400,
      body: { code: 'FILE_EMPTY' },
    })
    expect((await upload({ staged })).status).toBe(400)
    expect((await upload({ requestId: photos.id, versionOf: own.id, staged })).status).toBe(400)
    expect((await upload({ requestId: photos.id, staged: 'perhaps' })).status).toBe(400)
    expect((await upload({ staged }, 'photo', ada)).status).toBe(400)
    const create = createResumableUploads(ctx).create
    const id = '01980f7b-1c2d-7e3f-8a4b-5c6d7e8f9a0d'
    const metadata = { projectId: menu.id, filename: 'film.mp4', staged: 'true' }
    await expect(create(maya, id, 0, { ...metadata, requestId: photos.id })).rejects.toMatchObject({
      code: 'FILE_EMPTY',
    })
    await expect(create(maya, id, 9, metadata)).rejects.toMatchObject({ statusCode: 400 })
    expect(await filesOf(api, ada, menu)).toEqual(['menu.txt'])
  })
})
