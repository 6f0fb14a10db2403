import { activity, bin, files, projects, requests } from '@portico/contract'
import { describe } from 'vitest'
import { type Api, expect } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { test as base } from '../../../test/one-project.ts'
import { createResumableUploads } from '../files/resumable-uploads.service.ts'

const test = base
  .extend('logo', async ({ given, ada, menu }) => (await given.requests(ada, menu, ['Logo']))[0])
  .extend('read', ({ api, ada, menu }) => async () => {
    const { body } = await api.as(ada).call(requests.ofProject, { params: { id: menu.id } })
    const [request] = body.requests
    if (!request) throw new Error('there is no request')
    return request
  })

const answerAs = (api: Api, maya: TestUser, { id }: { id: string }, body: requests.NewAnswer) =>
  api.as(maya).call(requests.answer, { params: { id }, body })

const accept = (api: Api, ada: TestUser, { id }: { id: string }) =>
  api.as(ada).call(requests.setState, { params: { id }, body: { state: 'accepted' } })
const sendBack = (api: Api, ada: TestUser, { id }: { id: string }) =>
  api.as(ada).call(requests.setState, { params: { id }, body: { state: 'open', reason: 'Too small.' } })

const eventsOf = async (api: Api, person: TestUser, { id }: { id: string }) =>
  (await api.as(person).call(activity.ofProject, { params: { id } })).body

describe('a text', () => {
  test('answers, can be changed until it is accepted, and is quoted as it is now', async ({
    api,
    ada,
    maya,
    menu,
    logo,
    read,
  }) => {
    const first = await answerAs(api, maya, logo, { text: ' It is on our sign. ' })
    expect(first.body).toMatchObject({
      state: 'answered',
      answers: [{ text: 'It is on our sign.', unable: null, author: 'Maya Whitcombe', authorType: 'Client' }],
    })
    const second = await answerAs(api, maya, logo, { text: 'I drew it again: <b>' })
    expect(second.body.answers).toMatchObject([
      { id: first.body.answers[0]?.id, text: 'I drew it again: <b>' },
    ])
    expect(await read()).toEqual(second.body)
    await answerAs(api, maya, logo, { text: 'I drew it again: <b>' })

    const events = await eventsOf(api, ada, menu)
    expect(events.map(({ kind }) => kind).slice(0, 3)).toEqual([
      'request_answered',
      'request_answered',
      'request_added',
    ])
    expect(events[1]?.subject).toEqual({
      requestId: logo.id,
      title: 'Logo',
      answerId: first.body.answers[0]?.id,
      message: 'I drew it again: <b>',
    })

    await accept(api, ada, logo)
    expect(await answerAs(api, maya, logo, { text: 'Late' })).toMatchObject({
      status: 409,
      body: { code: 'REQUEST_ACCEPTED' },
    })
  })

  test('can be “I don’t have it” or “not needed”, with an optional comment', async ({
    api,
    ada,
    maya,
    menu,
    logo,
  }) => {
    const missing = await answerAs(api, maya, logo, { unable: 'missing', comment: 'Ask Sam.' })
    expect(missing.body.answers).toMatchObject([{ text: null, unable: 'missing', comment: 'Ask Sam.' }])
    const unneeded = await answerAs(api, maya, logo, { unable: 'unneeded' })
    expect(unneeded.body.answers).toMatchObject([{ text: null, unable: 'unneeded', comment: null }])
    expect((await eventsOf(api, ada, menu))[0]?.subject).toMatchObject({ unable: 'unneeded' })
  })

  test('is refused when it is blank or contradictory', async ({ api, maya, logo, read }) => {
    const bad: requests.NewAnswer[] = [
      { text: ' ' },
      { text: 'Here', unable: 'missing' },
      { comment: 'Why?' },
      { text: 'Here', comment: 'Why?' },
      {},
    ]
    for (const body of bad) expect((await answerAs(api, maya, logo, body)).status).toBe(400)
    expect((await read()).answers).toEqual([])
  })

  test('is stored once when it is sent twice at the same time', async ({
    api,
    ada,
    maya,
    menu,
    logo,
    read,
  }) => {
    const replies = await Promise.all([1, 2].map(() => answerAs(api, maya, logo, { text: 'Here.' })))

    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await read()).answers).toHaveLength(1)
    const answered = (await eventsOf(api, ada, menu)).filter(({ kind }) => kind === 'request_answered')
    expect(answered).toHaveLength(1)
  })
})

test('several answers are accepted at once, and nothing that is open', async ({
  api,
  given,
  ada,
  maya,
  menu,
}) => {
  const added = await given.requests(ada, menu, ['Logo', 'Photo', 'Hours'])
  const [logo, photo, hours] = added
  for (const request of [logo, hours]) await given.answer(maya, request)
  const [elsewhere] = await given.requests(ada, await given.project(maya), ['Menu'])
  await given.answer(maya, elsewhere)
  const acceptAll = () =>
    api.as(ada).call(requests.acceptAll, {
      params: { id: menu.id },
      body: { requestIds: [...added, elsewhere].map(({ id }) => id) },
    })

  expect([(await acceptAll()).body, (await acceptAll()).body]).toEqual([{ accepted: 2 }, { accepted: 0 }])

  const statesOf = async ({ id }: { id: string }) =>
    (await api.as(maya).call(requests.ofProject, { params: { id } })).body.requests.map(({ state }) => state)
  expect(await statesOf(menu)).toEqual(['accepted', 'open', 'accepted'])
  expect(await statesOf({ id: elsewhere.projectId })).toEqual(['answered'])
  expect((await eventsOf(api, ada, menu)).slice(0, 2)).toMatchObject([
    { kind: 'request_accepted', subject: { requestId: hours.id } },
    { kind: 'request_accepted', subject: { requestId: logo.id } },
  ])
  expect(photo.state).toBe('open')
})

describe('a file', () => {
  test('answers by form or resumable upload, and several files answer one request', async ({
    api,
    ctx,
    given,
    ada,
    maya,
    menu,
    logo,
    read,
  }) => {
    const form = await given.file(maya, menu, { name: 'logo.svg', requestId: logo.id })
    const uploads = createResumableUploads(ctx)
    const id = '01980f7b-1c2d-7e3f-8a4b-5c6d7e8f9a0b'
    await uploads.create(maya, id, 0, { projectId: menu.id, filename: 'logo.pdf', requestId: logo.id })
    await uploads.finishIfComplete(maya, id)
    await given.review(ada, form)

    const answeredBy = { author: 'Maya Whitcombe', authorType: 'Client' }
    expect(await read()).toMatchObject({
      state: 'answered',
      files: [
        { id: form.id, fileName: 'logo.svg', size: 9, ...answeredBy, review: { state: 'open' } },
        { id, fileName: 'logo.pdf', size: 0, review: null },
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    })
    const events = await eventsOf(api, ada, menu)
    expect(events.slice(1, 3)).toMatchObject([
      { kind: 'request_answered', subject: { requestId: logo.id, title: 'Logo', fileName: 'logo.pdf' } },
      { kind: 'request_answered', subject: { fileId: form.id, fileName: 'logo.svg' } },
    ])
    expect((await api.as(ada).call(files.list, { params: { id: menu.id } })).body).toHaveLength(2)
  })

  test('replaces “I don’t have it”, and is kept beside a text', async ({
    api,
    given,
    maya,
    menu,
    logo,
    read,
  }) => {
    await answerAs(api, maya, logo, { unable: 'missing' })
    await given.file(maya, menu, { requestId: logo.id })
    expect(await read()).toMatchObject({ state: 'answered', answers: [], files: [{}] })

    await answerAs(api, maya, logo, { text: 'In black, too.' })
    await given.file(maya, menu, { requestId: logo.id })
    expect(await read()).toMatchObject({ answers: [{ text: 'In black, too.' }], files: [{}, {}] })
  })

  test('is refused for requests of other projects, for accepted ones, and from the freelancer', async ({
    api,
    ctx,
    given,
    ada,
    maya,
    menu,
    logo,
  }) => {
    const [elsewhere] = await given.requests(ada, await given.project(maya), ['Photo'])
    const [theirs] = await given.requests(ada, await given.project(await given.client(ada)), ['Photo'])
    const file = { name: 'logo.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') }
    const upload = async (requestId: string) => {
      const body = { projectId: menu.id, requestId, file } as never
      return (await api.as(maya).send(files.uploadAsClient, { body })).status
    }
    const uploads = createResumableUploads(ctx)
    const create = (person: TestUser, requestId: string) =>
      uploads.create(person, '01980f7b-1c2d-7e3f-8a4b-5c6d7e8f9a0c', 9, { projectId: menu.id, requestId })

    for (const { id } of [elsewhere, theirs, menu]) {
      expect(await upload(id)).toBe(404)
      await expect(create(maya, id)).rejects.toMatchObject({ code: 'REQUEST_NOT_FOUND' })
    }
    expect(await upload('logo')).toBe(400)
    await expect(create(maya, 'logo')).rejects.toMatchObject({ statusCode: 400 })
    await expect(create(ada, logo.id)).rejects.toMatchObject({ statusCode: 400 })
    const asAda = { projectId: menu.id, requestId: logo.id, file }
    expect((await api.as(ada).send(files.upload, { body: asAda })).status).toBe(400)
    await given.answer(maya, logo)
    await accept(api, ada, logo)
    expect(await upload(logo.id)).toBe(409)
    expect((await api.as(ada).call(files.list, { params: { id: menu.id } })).body).toEqual([])
  })

  test('is stored although the request was accepted or deleted during the upload', async ({
    api,
    ctx,
    given,
    ada,
    maya,
    menu,
    logo,
    read,
  }) => {
    const [photo] = await given.requests(ada, menu, ['Photo'])
    const uploads = createResumableUploads(ctx)
    const begin = (id: string, requestId: string) =>
      uploads.create(maya, id, 0, { projectId: menu.id, filename: 'late.txt', requestId })
    const [first, second] = ['01980f7b-1c2d-7e3f-8a4b-5c6d7e8f9a01', '01980f7b-1c2d-7e3f-8a4b-5c6d7e8f9a02']
    await begin(first, logo.id)
    await begin(second, photo.id)
    await given.answer(maya, logo)
    await accept(api, ada, logo)
    await api.as(ada).call(requests.remove, { params: { id: photo.id } })

    await uploads.finishIfComplete(maya, first)
    await uploads.finishIfComplete(maya, second)

    expect(await read()).toMatchObject({ state: 'accepted', files: [{ id: first }] })
    const listed = (await api.as(ada).call(files.list, { params: { id: menu.id } })).body
    expect(listed.map(({ id }) => id).sort()).toEqual([first, second])
    expect((await eventsOf(api, ada, menu)).slice(0, 2).map(({ kind }) => kind)).toEqual([
      'file_uploaded',
      'file_uploaded',
    ])
  })

  test('is still the answer after a new version', async ({ api, given, ada, maya, menu, logo, read }) => {
    const first = await given.file(maya, menu, { name: 'logo.svg', requestId: logo.id })
    await sendBack(api, ada, logo)
    await given.file(ada, menu, { name: 'logo edited.svg', versionOf: first.id })
    expect(await read(), 'the freelancer answers nothing').toMatchObject({
      state: 'open',
      reason: 'Too small.',
    })

    const third = await given.file(maya, menu, { name: 'logo large.svg', versionOf: first.id })

    expect(await read()).toMatchObject({
      state: 'answered',
      sentBack: false,
      reason: null,
      files: [{ id: third.id, fileName: 'logo large.svg' }],
    })
    expect((await eventsOf(api, ada, menu)).slice(0, 2)).toMatchObject([
      { kind: 'request_answered', subject: { fileName: 'logo large.svg' } },
      { kind: 'version_uploaded', subject: { fileName: 'logo edited.svg' } },
    ])
  })

  test('reopens the request when the last one is deleted, until it is restored', async ({
    api,
    given,
    ada,
    maya,
    menu,
    logo,
    read,
  }) => {
    const [first, second] = [
      await given.file(maya, menu, { requestId: logo.id }),
      await given.file(maya, menu, { requestId: logo.id }),
    ]
    const remove = (id: string) => api.as(maya).call(files.remove, { params: { id } })
    await remove(first.id)
    expect(await read()).toMatchObject({ state: 'answered', files: [{ id: second.id }] })
    await remove(second.id)
    expect(await read()).toMatchObject({ state: 'open', sentBack: false, files: [] })
    const { body: project } = await api.as(maya).call(projects.getForClient, { params: { id: menu.id } })
    expect(project).toMatchObject({ turn: 'client', requests: { open: 1, answered: 0 } })
    expect((await eventsOf(api, ada, menu))[1]).toMatchObject({
      kind: 'file_deleted',
    })

    await api.as(ada).call(bin.restore, { params: { kind: 'file', id: second.id } })
    expect(await read()).toMatchObject({ state: 'answered', files: [{ id: second.id }] })
  })

  test('does not change an accepted or sent back request when it is deleted', async ({
    api,
    given,
    ada,
    maya,
    menu,
    logo,
    read,
  }) => {
    const { id } = await given.file(maya, menu, { requestId: logo.id })
    await sendBack(api, ada, logo)
    await api.as(ada).call(files.remove, { params: { id } })
    await api.as(ada).call(bin.restore, { params: { kind: 'file', id } })
    expect(await read()).toMatchObject({ state: 'open', sentBack: true, files: [{ id }] })

    await given.answer(maya, logo, { unable: 'unneeded' })
    await accept(api, ada, logo)
    await api.as(ada).call(files.remove, { params: { id } })
    expect(await read()).toMatchObject({ state: 'accepted', files: [] })
  })

  test('stays in the project when its request is deleted', async ({ api, given, ada, maya, menu, logo }) => {
    const { id } = await given.file(maya, menu, { requestId: logo.id })

    await api.as(ada).call(requests.remove, { params: { id: logo.id } })

    expect((await api.as(maya).call(files.list, { params: { id: menu.id } })).body).toMatchObject([{ id }])
  })

  test('concurrent form uploads store every file and leave one state', async ({
    api,
    given,
    ada,
    maya,
    menu,
    logo,
    read,
  }) => {
    await Promise.all([
      ...Array.from({ length: 6 }, () => given.file(maya, menu, { requestId: logo.id })),
      answerAs(api, maya, logo, { text: 'Here they are.' }),
    ])

    expect(await read()).toMatchObject({ state: 'answered', answers: [{ text: 'Here they are.' }] })
    expect((await read()).files).toHaveLength(6)
    const { body } = await api.as(ada).call(projects.get, { params: { id: menu.id } })
    expect(body.requests).toEqual({ open: 0, answered: 1 })
  })
})
