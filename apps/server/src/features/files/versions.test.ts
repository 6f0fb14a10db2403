import { activity, bin, files } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import type { Given, TestUser } from '../../../test/given.ts'
import type { AppContext } from '../../platform/context.ts'
import { storeFile } from './uploads.service.ts'

async function mayasLogo(given: Given) {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const first = await given.file(maya.freelancer, project, { name: 'logo.png' })
  const params = { id: project.id }
  return { maya, ada: maya.freelancer, project, first, params }
}

/** A logo in three versions. */
async function threeVersions(given: Given) {
  const logo = await mayasLogo(given)
  const { maya, ada, project, first } = logo
  const second = await given.file(maya, project, { name: 'logo v2.png', versionOf: first.id })
  const third = await given.file(ada, project, { name: 'logo final.png', versionOf: first.id })
  return { ...logo, second, third }
}

/** Ends an upload that began before the file was deleted. */
async function storeVersion(ctx: AppContext, person: TestUser, projectId: string, historyId: string) {
  const file = {
    name: 'logo.txt',
    contentType: 'text/plain',
    size: 1,
    sha256: Buffer.alloc(32),
    guestName: null,
    clientUploadId: null,
    isStaged: false,
  }
  return JSON.parse(
    await storeFile(ctx, person, {
      ...file,
      id: newId(),
      projectId,
      historyId,
      requestId: null,
      sectionId: null,
    }),
  ) as files.File
}

const withoutLinks = ({ fileUrl: _url, ...file }: files.File) => file

const numbers = (list: files.File[]) => list.map(({ version, versions }) => `${version} of ${versions}`)

describe('a new version', () => {
  test('replaces the file in the list, whichever side uploads it', async ({ api, given }) => {
    const { maya, ada, params, first, second, third } = await threeVersions(given)

    for (const person of [maya, ada]) {
      const { body: list } = await api.as(person).call(files.list, { params })
      expect(list).toMatchObject([{ id: third.id, fileName: 'logo final.png', version: 3, versions: 3 }])
      const { body: history } = await api.as(person).call(files.versions, { params: { id: second.id } })
      expect(history.map(({ id, fileName, uploader }) => [id, fileName, uploader])).toEqual([
        [third.id, 'logo final.png', 'Ada Marsh'],
        [second.id, 'logo v2.png', 'Maya Whitcombe'],
        [first.id, 'logo.png', 'Ada Marsh'],
      ])
      expect(numbers(history)).toEqual(['3 of 3', '2 of 3', '1 of 3'])
      const { body } = await api.as(person).call(files.get, { params: { id: first.id } })
      expect(body).toMatchObject({ id: first.id, version: 1, versions: 3 })
    }
  })

  test('keeps the contents of the earlier ones', async ({ app, given }) => {
    const { maya, project, first } = await mayasLogo(given)

    await given.file(maya, project, { versionOf: first.id, bytes: Buffer.from('new') })

    expect((await app.inject(first.fileUrl)).body).toBe('Soup, £6')
  })

  test('is recorded with its number', async ({ api, given }) => {
    const { maya, params, second } = await threeVersions(given)
    await api.as(maya).call(files.remove, { params: { id: second.id } })

    const { body } = await api.as(maya).call(activity.ofProject, { params })

    expect(body.slice(0, 4).map(({ kind, subject }) => [kind, subject])).toMatchObject([
      ['file_deleted', { fileId: second.id, fileName: 'logo v2.png', version: 2 }],
      ['version_uploaded', { fileName: 'logo final.png', version: 3 }],
      ['version_uploaded', { fileId: second.id, fileName: 'logo v2.png', version: 2 }],
      ['file_uploaded', { fileName: 'logo.png' }],
    ])
  })

  test('is not made of a file that is deleted, of another project or of somebody else', async ({
    api,
    given,
  }) => {
    const { maya, ada, project, first } = await mayasLogo(given)
    const elsewhere = await given.file(maya, await given.project(maya))
    const binned = await given.binnedFile(maya, project)
    const stranger = await given.client(await given.freelancer())
    const strange = await given.file(stranger, await given.project(stranger))
    const sibling = await given.client(ada)
    const upload = (person: typeof maya, versionOf: string) => {
      const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') }
      return api.as(person).send(files.uploadAsClient, { body: { projectId: project.id, versionOf, file } })
    }

    for (const id of [elsewhere.id, binned.id, strange.id, project.id])
      expect(await upload(maya, id)).toMatchObject({ status: 404, body: { code: 'FILE_NOT_FOUND' } })
    for (const other of [stranger, sibling])
      expect(await upload(other, first.id)).toMatchObject({ status: 404 })
    expect(await upload(maya, 'logo.png')).toMatchObject({
      status: 400,
      body: { fields: { versionOf: 'The id of the file to replace is not valid.' } },
    })
    expect(await upload(maya, first.id)).toMatchObject({ status: 201, body: { version: 2 } })
  })

  test('gets a unique number when several are uploaded at the same time', async ({ api, given }) => {
    const { maya, ada, project, params, first } = await mayasLogo(given)
    const people = [maya, ada, maya, ada, maya, ada]

    const stored = await Promise.all(people.map((by) => given.file(by, project, { versionOf: first.id })))

    expect(stored.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5, 6, 7])
    const { body } = await api.as(maya).call(files.list, { params })
    expect(numbers(body)).toEqual(['7 of 7'])
    const { body: history } = await api.as(maya).call(files.versions, { params: { id: first.id } })
    expect(numbers(history)).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `${n} of 7`))
  })

  test('becomes a file of its own when the file is deleted while it is uploaded', async ({
    ctx,
    api,
    given,
  }) => {
    const { maya, project, params, first } = await mayasLogo(given)
    await api.as(maya.freelancer).call(files.remove, { params: { id: first.id } })

    const { id } = await storeVersion(ctx, maya, project.id, first.id)

    const { body } = await api.as(maya).call(files.list, { params })
    expect(body).toMatchObject([{ id, version: 1, versions: 1 }])
    await api.as(maya.freelancer).call(bin.restore, { params: { kind: 'file', id: first.id } })
    const { body: both } = await api.as(maya).call(files.list, { params })
    expect(numbers(both)).toEqual(['1 of 1', '1 of 1'])
    const { body: events } = await api.as(maya).call(activity.ofProject, { params })
    expect(events.find(({ kind }) => kind === 'file_uploaded')).toMatchObject({ subject: { fileId: id } })
  })
})

describe('a deleted version', () => {
  test('is replaced by the version before it, and its number is not used again', async ({ api, given }) => {
    const { ada, maya, project, params, second, third } = await threeVersions(given)

    await api.as(ada).call(files.remove, { params: { id: third.id } })
    const { body: afterwards } = await api.as(maya).call(files.list, { params })
    await api.as(ada).call(bin.remove, { params: { kind: 'file', id: third.id } })
    const next = await given.file(maya, project, { versionOf: second.id })

    expect(afterwards).toMatchObject([{ id: second.id, fileName: 'logo v2.png', version: 2, versions: 2 }])
    expect(next).toMatchObject({ version: 4, versions: 3 })
  })

  test('in the middle leaves the newest', async ({ api, given }) => {
    const { ada, params, first, second, third } = await threeVersions(given)

    await api.as(ada).call(files.remove, { params: { id: second.id } })

    const { body } = await api.as(ada).call(files.list, { params })
    expect(body).toMatchObject([{ id: third.id, version: 3, versions: 2 }])
    const { body: history } = await api.as(ada).call(files.versions, { params: { id: first.id } })
    expect(history.map(({ id }) => id)).toEqual([third.id, first.id])
    const { body: sameHistory } = await api.as(ada).call(files.versions, { params: { id: second.id } })
    expect(sameHistory.map(({ id }) => id)).toEqual([third.id, first.id])
    for (const { id } of [third, first]) await api.as(ada).call(files.remove, { params: { id } })
    expect(await api.as(ada).call(files.versions, { params: { id: second.id } })).toMatchObject({
      status: 404,
    })
  })

  test('is restored to its place, whatever was uploaded and deleted since', async ({ api, given }) => {
    const { ada, project, params, first, second, third } = await threeVersions(given)
    const remove = ({ id }: files.File) => api.as(ada).call(files.remove, { params: { id } })
    const restore = ({ id }: files.File) => api.as(ada).call(bin.restore, { params: { kind: 'file', id } })
    const list = async () => (await api.as(ada).call(files.list, { params })).body

    await remove(second)
    await remove(third)
    const fourth = await given.file(ada, project, { versionOf: first.id })
    await restore(third)
    expect(await list()).toMatchObject([{ id: fourth.id, version: 4, versions: 3 }])

    await remove(fourth)
    await remove(third)
    await remove(first)
    expect(await list()).toEqual([])

    await restore(first)
    expect(await list()).toMatchObject([{ id: first.id, version: 1, versions: 1 }])
    await restore(third)
    expect(await list()).toMatchObject([{ id: third.id, version: 3, versions: 2 }])
    await restore(second)
    expect(await list()).toMatchObject([{ id: third.id, version: 3, versions: 3 }])
  })

  test('is named with its number in the bin', async ({ api, given }) => {
    const { ada, maya, project, second } = await threeVersions(given)
    const only = await given.binnedFile(maya, project)
    await api.as(ada).call(files.remove, { params: { id: second.id } })

    const { body } = await api.as(ada).call(bin.list)

    expect(body).toMatchObject([
      { id: second.id, name: 'logo v2.png', version: 2 },
      { id: only.id, version: null },
    ])
  })

  test('can be deleted by the client only if they uploaded it', async ({ api, given }) => {
    const { maya, second, third } = await threeVersions(given)

    const refused = await api.as(maya).call(files.remove, { params: { id: third.id } })
    const allowed = await api.as(maya).call(files.remove, { params: { id: second.id } })

    expect([refused.status, allowed.status]).toEqual([403, 204])
  })

  test('can be deleted together with all others, and all are restored together', async ({ api, given }) => {
    const { ada, maya, params, first, second, third } = await threeVersions(given)
    const { body: before } = await api.as(ada).call(files.versions, { params: { id: third.id } })
    await api.as(ada).call(files.remove, { params: { id: second.id } })
    const remove = (person: TestUser) =>
      api.as(person).call(files.remove, { params: { id: first.id }, querystring: { versions: 'all' } })

    expect(await remove(maya)).toMatchObject({ status: 403, body: { code: 'NOT_YOUR_FILE' } })
    expect((await remove(ada)).status).toBe(204)

    expect((await api.as(ada).call(files.list, { params })).body).toEqual([])
    const { body: inBin } = await api.as(ada).call(bin.list)
    expect(inBin).toMatchObject([
      { id: third.id, name: 'logo final.png', version: null, versions: 2, size: first.size + third.size },
      { id: second.id, version: 2, versions: 1 },
    ])
    const restore = (id: string) => api.as(ada).call(bin.restore, { params: { kind: 'file', id } })
    expect((await restore(first.id)).status, 'it has no item of its own').toBe(404)
    // The version that was deleted alone is restored first, and must not stay the newest.
    for (const { id } of [second, third]) expect((await restore(id)).status).toBe(200)
    const { body: afterwards } = await api.as(ada).call(files.versions, { params: { id: first.id } })
    expect(afterwards.map(withoutLinks)).toEqual(before.map(withoutLinks))
    expect((await api.as(ada).call(files.list, { params })).body).toMatchObject([
      { id: third.id, versions: 3 },
    ])
    expect((await api.as(ada).call(bin.list)).body).toEqual([])
  })

  test('is deleted for good with those that were deleted at once', async ({ api, ctx, given }) => {
    const { ada, first, third } = await threeVersions(given)
    await api.as(ada).call(files.remove, { params: { id: first.id }, querystring: { versions: 'all' } })

    await api.as(ada).call(bin.remove, { params: { kind: 'file', id: third.id } })

    const { rows } = await sql<{ state: string }>`
      select distinct state from file where history_id = ${first.id}`.execute(ctx.db)
    expect(rows.every(({ state }) => state === 'deleted')).toBe(true)
  })

  test('leaves one newest version after concurrent deletions and restorations', async ({ api, given }) => {
    const { ada, maya, project, params, first, second, third } = await threeVersions(given)
    const remove = ({ id }: files.File) => api.as(ada).call(files.remove, { params: { id } })
    const restore = ({ id }: files.File) => api.as(ada).call(bin.restore, { params: { kind: 'file', id } })

    await Promise.all([remove(third), given.file(maya, project, { versionOf: first.id }), remove(second)])
    await Promise.all([restore(second), remove(first), restore(third)])

    const { body } = await api.as(ada).call(files.list, { params })
    expect(numbers(body)).toEqual(['4 of 3'])
  })
})

test('lists a thousand versions of one file in pages', async ({ ctx, api, given }) => {
  const { maya, params, project, first } = await mayasLogo(given)
  await insertVersions(ctx, first.id, 999)
  const last = await given.file(maya, project, { versionOf: first.id })
  const listed: number[] = []
  let cursor: string | undefined
  do {
    const input = { params: { id: first.id }, querystring: { limit: 200, cursor } }
    const { body, headers } = await api.as(maya).call(files.versions, input)
    expect(body).toHaveLength(200)
    listed.push(...body.map(({ version }) => version))
    cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  } while (cursor)

  expect(listed).toEqual(Array.from({ length: 1_000 }, (_, n) => 1_000 - n))
  const { body } = await api.as(maya).call(files.list, { params })
  expect(body).toMatchObject([{ id: last.id, version: 1_000, versions: 1_000 }])
})

/** Inserts versions until there are so many. */
async function insertVersions({ db }: AppContext, firstId: string, count: number) {
  await sql`update file set is_newest = false where id = ${firstId}`.execute(db)
  await sql`
    insert into file (id, project_id, uploader_type, name, content_type, size, sha256, version_of, version, is_newest, versions)
    select gen_random_uuid(), project_id, 'Client', name, content_type, 1, sha256, id, n, n = ${count}::int, ${count}
    from file, generate_series(2, ${count}::int) n where id = ${firstId}`.execute(db)
  await sql`
    insert into file_history (id, project_id, last_version)
    select id, project_id, ${count} from file where id = ${firstId}`.execute(db)
}
