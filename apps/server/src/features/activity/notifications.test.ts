import { activity, bin, clients, files, notes, projects, requests } from '@portico/contract'
import { describe, onTestFinished, vi } from 'vitest'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import { type Given, type TestUser, tokenFromUrl } from '../../../test/given.ts'

async function mayasMenu(given: Given) {
  const maya = await given.client(await given.freelancer())
  return { maya, ada: maya.freelancer, menu: await given.project(maya) }
}

const list = async (api: Api, person: TestUser) => (await api.as(person).call(activity.notifications)).body
const kinds = async (api: Api, person: TestUser) =>
  (await list(api, person)).map(({ kind, read }) => (read ? `${kind} (read)` : kind))
const unread = async (api: Api, person: TestUser) => (await api.as(person).call(activity.unread)).body.count

test('each side is notified of what the other does, and of nothing else', async ({ api, given }) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const tom = await given.client(ada)
  await given.project(tom)
  await given.file(maya, menu)
  await given.file(ada, menu)
  const stranger = await given.client(await given.freelancer())
  await given.project(stranger)

  expect(await kinds(api, maya)).toEqual(['file_uploaded', 'project_created'])
  expect(await kinds(api, ada)).toEqual(['file_uploaded', 'client_joined', 'client_joined'])
  expect(await list(api, ada)).toMatchObject([
    { clientId: maya.id, projectId: menu.id, projectTitle: 'Spring menu', actor: { name: 'Maya Whitcombe' } },
    { clientId: tom.id, projectId: null, projectTitle: null },
    { clientId: maya.id, projectId: null, projectTitle: null },
  ])
  expect([await unread(api, maya), await unread(api, ada), await unread(api, tom)]).toEqual([2, 3, 1])
})

test('records only the first login of a client', async ({ api, given }) => {
  const ada = await given.freelancer()
  const { loginUrl } = await given.client(ada)

  const { status } = await api
    .as(null)
    .call(clients.enter, { querystring: { token: tokenFromUrl(loginUrl) } })

  expect(status).toBe(200)
  expect(await kinds(api, ada)).toEqual(['client_joined'])
})

describe('marking as read', () => {
  test('covers one project, or everything', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    const sign = await given.project(maya)
    await given.file(maya, menu)
    await given.feedback(maya, sign)

    const ofMenu = await api.as(ada).call(activity.markRead, { body: { projectId: menu.id } })
    expect(ofMenu.body).toEqual({ count: 2, left: 0 })
    expect(await kinds(api, ada)).toEqual(['feedback_left', 'file_uploaded (read)', 'client_joined'])

    expect((await api.as(ada).call(activity.markRead, { body: { all: true } })).body).toEqual({ count: 0 })
    expect(await kinds(api, ada)).toEqual([
      'feedback_left (read)',
      'file_uploaded (read)',
      'client_joined (read)',
    ])
    expect(await unread(api, maya), 'the other side has its own').toBe(2)
    await given.file(maya, menu)
    expect(await unread(api, ada)).toBe(1)
  })

  test('does not count what is recorded in the project meanwhile', async ({ api, given }) => {
    const { maya, menu } = await mayasMenu(given)
    const ofMenu = { body: { projectId: menu.id } }

    for (let n = 1; n <= 40; n++) {
      const [marked] = await Promise.all([
        api.as(maya).call(activity.markRead, ofMenu),
        api
          .as(maya.freelancer)
          .call(projects.update, { params: { id: menu.id }, body: { title: `Menu ${n}` } }),
      ])
      expect(marked.body).toEqual({ count: 0, left: 0 })
    }
  })

  test('up to a notification leaves newer ones unread, and marks none as unread again', async ({
    api,
    given,
  }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    const sign = await given.project(maya)
    await given.file(maya, menu)
    await given.file(ada, menu)
    await given.file(maya, sign)
    await given.feedback(maya, menu)
    const [newest, ofSign, ofMenu] = await list(api, ada)
    const upTo = async (id = '') => (await api.as(ada).call(activity.markRead, { body: { upTo: id } })).body

    expect(await upTo(ofSign?.id)).toEqual({ count: 1 })
    expect(await upTo(ofMenu?.id), 'an older one').toEqual({ count: 1 })
    expect(await kinds(api, ada)).toEqual([
      'feedback_left',
      'file_uploaded (read)',
      'file_uploaded (read)',
      'client_joined (read)',
    ])
    expect(await upTo(newest?.id)).toEqual({ count: 0 })
  })

  test('on two devices at once leaves notifications unread that are newer than both', async ({
    api,
    given,
  }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    for (let n = 0; n < 4; n++) await given.file(maya, menu)
    const [, newer, , older] = await list(api, ada)
    const upTo = (id = '') => api.as(ada).call(activity.markRead, { body: { upTo: id } })

    for (let n = 0; n < 5; n++) await Promise.all([upTo(newer?.id), upTo(older?.id), upTo(newer?.id)])

    expect(await kinds(api, ada)).toEqual([
      'file_uploaded',
      'file_uploaded (read)',
      'file_uploaded (read)',
      'file_uploaded (read)',
      'client_joined (read)',
    ])
  })

  test('covers events about one client, without those about their projects', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    await given.client(ada)
    await given.file(maya, menu)

    const ofMaya = await api.as(ada).call(activity.markRead, { body: { clientId: maya.id } })

    expect(ofMaya.body).toEqual({ count: 2, left: 0 })
    expect(await kinds(api, ada)).toEqual(['file_uploaded', 'client_joined', 'client_joined (read)'])
  })

  test('leaves a note unread while its project is on screen, until its file is', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    const file = await given.file(ada, menu)
    const params = { id: file.id }
    await api.as(maya).call(notes.create, { params, body: { text: 'Larger, please.' } })
    await given.feedback(maya, menu)
    await given.file(maya, menu)
    const all = ['project', 'files', 'feedback', 'requests'] as const

    const ofMenu = { shown: { projectId: menu.id, places: [...all] } }
    expect((await api.as(ada).call(activity.markRead, { body: ofMenu })).body).toEqual({ count: 2, left: 1 })
    expect(await kinds(api, ada)).toEqual([
      'file_uploaded (read)',
      'feedback_left (read)',
      'note_added',
      'client_joined',
    ])
    expect((await api.as(ada).call(activity.markRead, { body: { fileId: file.id } })).body).toEqual({
      count: 1,
      left: 0,
    })
    expect(await kinds(api, ada)).toEqual([
      'file_uploaded (read)',
      'feedback_left (read)',
      'note_added (read)',
      'client_joined',
    ])
  })

  test('covers only what the part of a project on screen shows', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    await given.file(ada, menu)
    await api.as(ada).call(requests.add, {
      params: { id: menu.id },
      body: { requests: [{ title: 'Opening hours', kind: 'text' }] },
    })
    await given.reply(ada, await given.feedback(maya, menu))
    const show = async (place: activity.PlaceInProject) => {
      await api.as(maya).call(activity.markRead, { body: { shown: { projectId: menu.id, places: [place] } } })
      return kinds(api, maya)
    }

    expect(await show('feedback')).toEqual([
      'feedback_replied (read)',
      'request_added',
      'file_uploaded',
      'project_created',
    ])
    expect(await show('project')).toEqual([
      'feedback_replied (read)',
      'request_added',
      'file_uploaded',
      'project_created (read)',
    ])
    expect(await show('requests')).toEqual([
      'feedback_replied (read)',
      'request_added (read)',
      'file_uploaded',
      'project_created (read)',
    ])
    expect([await show('files'), await unread(api, maya)]).toEqual([
      ['feedback_replied (read)', 'request_added (read)', 'file_uploaded (read)', 'project_created (read)'],
      0,
    ])
  })

  test('of a file covers notes on its other versions, and of nothing else', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    const file = await given.file(ada, menu)
    const other = await given.file(ada, menu)
    for (const { id } of [file, other])
      await api.as(maya).call(notes.create, { params: { id }, body: { text: 'Larger, please.' } })
    const newest = await given.file(ada, menu, { versionOf: file.id })

    await api.as(ada).call(activity.markRead, { body: { fileId: newest.id } })

    expect(await kinds(api, ada)).toEqual(['note_added', 'note_added (read)', 'client_joined'])
  })

  test('of the files covers notes that have no page any more', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    const [deleted, kept] = [await given.file(ada, menu), await given.file(ada, menu)]
    const leave = (id: string) =>
      api.as(maya).call(notes.create, { params: { id }, body: { text: 'Larger, please.' } })
    await leave(deleted.id)
    const { body: withdrawn } = await leave(kept.id)
    await leave(kept.id)
    await api.as(maya).call(notes.remove, { params: { id: withdrawn.id } })
    await api.as(ada).call(files.remove, { params: { id: deleted.id } })

    await api.as(ada).call(activity.markRead, { body: { shown: { projectId: menu.id, places: ['files'] } } })

    expect(await kinds(api, ada)).toEqual([
      'note_added',
      'note_added (read)',
      'note_added (read)',
      'client_joined',
    ])
  })

  test('keeps what was read in any order, whatever comes after', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    const file = await given.file(ada, menu)
    const note = () => api.as(maya).call(notes.create, { params: { id: file.id }, body: { text: 'Larger.' } })
    const seeFiles = () =>
      api.as(ada).call(activity.markRead, { body: { shown: { projectId: menu.id, places: ['files'] } } })
    await note()
    await given.file(maya, menu)
    await seeFiles()
    await note()
    await given.file(maya, menu)
    await seeFiles()
    await given.file(maya, menu)
    const read = ['note_added', 'file_uploaded (read)', 'note_added', 'client_joined']
    expect(await kinds(api, ada)).toEqual(['file_uploaded', 'file_uploaded (read)', ...read])
    expect(await unread(api, ada)).toBe(4)

    const secondNote = (await list(api, ada))[2]
    await api.as(ada).call(activity.markRead, { body: { upTo: secondNote?.id ?? '' } })
    expect(await kinds(api, ada)).toEqual([
      'file_uploaded',
      'file_uploaded (read)',
      'note_added (read)',
      'file_uploaded (read)',
      'note_added (read)',
      'client_joined (read)',
    ])
    expect(await unread(api, ada)).toBe(1)
  })

  test('is refused for other people’s, own, deleted or ambiguous notifications', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    await given.file(maya, menu)
    const stranger = await given.client(await given.freelancer())
    await given.project(stranger)
    const [mayas] = await list(api, ada)
    const [adas] = await list(api, maya)
    const [strangers] = await list(api, stranger)
    const mark = async (body: object) => {
      const { status, body: answer } = await api.as(ada).send(activity.markRead, { body })
      return [status, (answer as { code?: string }).code]
    }

    expect(await mark({ upTo: strangers?.id })).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
    expect(await mark({ upTo: adas?.id }), 'Ada’s own doing').toEqual([404, 'NOTIFICATION_NOT_FOUND'])
    expect(await mark({ projectId: strangers?.projectId })).toEqual([404, 'PROJECT_NOT_FOUND'])
    expect(await mark({ clientId: stranger.id })).toEqual([404, 'CLIENT_NOT_FOUND'])
    const theirs = { projectId: strangers?.projectId, places: ['files'] }
    expect(await mark({ shown: theirs })).toEqual([404, 'PROJECT_NOT_FOUND'])
    expect(await mark({ shown: { ...theirs, places: [] } })).toEqual([400, 'INVALID_INPUT'])
    expect(await mark({ shown: { ...theirs, places: ['file'] } })).toEqual([400, 'INVALID_INPUT'])
    const theirFile = await given.file(stranger, await given.project(stranger))
    expect(await mark({ fileId: theirFile.id })).toEqual([404, 'FILE_NOT_FOUND'])
    expect(await api.as(maya).send(activity.markRead, { body: { clientId: maya.id } })).toMatchObject({
      status: 404,
      body: { code: 'CLIENT_NOT_FOUND' },
    })
    expect(await mark({})).toEqual([400, 'INVALID_INPUT'])
    expect(await mark({ all: false })).toEqual([400, 'INVALID_INPUT'])
    expect(await mark({ all: true, projectId: menu.id })).toEqual([400, 'INVALID_INPUT'])
    await api.as(ada).call(projects.remove, { params: { id: menu.id } })
    expect(await mark({ upTo: mayas?.id })).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
    expect(await unread(api, ada), 'only who joined').toBe(1)
  })
})

test('hides events of a project in the bin until it is restored', async ({ api, given }) => {
  const { maya, ada, menu } = await mayasMenu(given)
  await given.file(maya, menu)

  await api.as(ada).call(projects.remove, { params: { id: menu.id } })
  expect([await kinds(api, ada), await unread(api, ada)]).toEqual([['client_joined'], 1])
  expect([await kinds(api, maya), await unread(api, maya)]).toEqual([[], 0])

  await api.as(ada).call(bin.restore, { params: { kind: 'project', id: menu.id } })
  expect(await kinds(api, ada)).toEqual(['file_uploaded', 'client_joined'])
  expect(await kinds(api, maya)).toEqual(['project_created'])
})

test('deletes events with their project or client', async ({ api, given, ctx }) => {
  const { maya, ada, menu } = await mayasMenu(given)
  await given.file(maya, menu)
  const count = async () =>
    (await ctx.db.selectFrom('event').select('id').where('client_id', '=', maya.id).execute()).length
  expect(await count()).toBe(3)

  await ctx.db.deleteFrom('project').where('id', '=', menu.id).execute()
  expect(await count(), 'that Maya joined').toBe(1)
  await api.as(ada).call(clients.remove, { params: { id: maya.id } })
  expect(await count()).toBe(0)
})

test('a cursor reveals nothing of other people, and is refused when it is malformed', async ({
  api,
  given,
}) => {
  const { maya, ada, menu } = await mayasMenu(given)
  await given.file(maya, menu)
  const stranger = await given.client(await given.freelancer())
  await given.project(stranger)
  const [strangers] = await list(api, stranger)

  for (const endpoint of [activity.notifications, activity.ofProject])
    for (const cursor of ['x', '', `${menu.id}'`])
      expect(
        await api.as(ada).send(endpoint, { params: { id: menu.id }, querystring: { cursor } }),
      ).toMatchObject({ status: 400 })
  const { body } = await api
    .as(ada)
    .call(activity.notifications, { querystring: { cursor: strangers?.id ?? '' } })
  expect(body.every(({ clientId }) => clientId === maya.id)).toBe(true)
})

test('counts at most 99 unread notifications', async ({ api, given }) => {
  const { maya, menu, ada } = await mayasMenu(given)
  for (let n = 0; n < 101; n++)
    await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { title: `Menu ${n}` } })

  expect(await unread(api, maya)).toBe(99)
})

test('marking as read notifies only the person’s own other tabs', async ({ api, given, ctx }) => {
  const { maya, menu, ada } = await mayasMenu(given)
  await given.file(maya, menu)
  const heard = vi.fn()
  onTestFinished(ctx.live.subscribe(heard) as () => void)

  await api.as(ada).call(activity.markRead, { body: { all: true } })

  expect(heard.mock.calls).toMatchObject([[[{ side: 'freelancer', personId: ada.id }], ['notifications']]])
})

test('counts and marks as read only what is of the workspace that a member is in', async ({ api, given }) => {
  const ben = await given.freelancer()
  const maya = await given.client(await given.freelancer())
  const inAdas = await given.member(maya.freelancer, { clients: [maya], person: ben })
  const lin = await given.client(ben)
  for (const client of [maya, lin]) await given.feedback(client, await given.project(client))
  const unread = async (who: typeof ben) => (await api.as(who).call(activity.unread)).body.count
  const [own, others] = [await unread(ben), await unread(inAdas)]
  expect([own, others].every((count) => count > 0)).toBe(true)

  const upTo = (await api.as(ben).call(activity.notifications)).body[0]?.id as string
  expect((await api.as(ben).call(activity.markRead, { body: { upTo } })).body).toMatchObject({ count: 0 })
  expect(await unread(inAdas)).toBe(others)
  await given.feedback(lin, await given.project(lin))
  expect((await api.as(inAdas).call(activity.markRead, { body: { all: true } })).body).toEqual({ count: 0 })
  expect(await unread(ben)).toBe(1)
})
