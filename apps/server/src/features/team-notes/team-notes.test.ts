import { bin, clients, files, members, projects, teamNotes } from '@portico/contract'
import { describe } from 'vitest'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { Given, TestFreelancer } from '../../../test/given.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { work } from '../../work.ts'
import { closeAccount } from '../accounts/close-account.service.ts'

/** Ada owns the workspace; Sam works with Maya only, Kim sees everybody, and Lee sees another client. */
async function aTeam(given: Given) {
  const ada = await given.freelancer({ name: 'Ada Marsh' })
  const [maya, other] = [await given.client(ada), await given.client(ada)]
  const sam = await given.member(ada, { name: 'Sam Reed', clients: [maya] })
  const kim = await given.member(ada, { name: 'Kim Osei', sees: 'all' })
  const lee = await given.member(ada, { name: 'Lee Park', clients: [other] })
  const menu = await given.project(maya)
  const file = await given.file(maya, menu)
  const places = [{ client: maya.id }, { project: menu.id }, { file: file.id }]
  return { ada, sam, kim, lee, maya, menu, file, places }
}

const listed = async (api: Api, who: TestFreelancer, place: teamNotes.Place) => {
  const { body } = await api.as(who).call(teamNotes.list, { querystring: place })
  return body.map(({ text }) => text)
}
const summaryOf = async (api: Api, who: TestFreelancer, place: teamNotes.Place) =>
  (await api.as(who).call(teamNotes.summary, { querystring: place })).body
const write = (api: Api, who: TestFreelancer, place: teamNotes.Place, text = 'Call her first.') =>
  api.as(who).send(teamNotes.create, { querystring: place, body: { text } })
const edit = (api: Api, who: TestFreelancer, id: string, body: teamNotes.Change) =>
  api.as(who).send(teamNotes.change, { params: { id }, body })
const remove = (api: Api, who: TestFreelancer, id: string) =>
  api.as(who).send(teamNotes.remove, { params: { id } })

describe('team notes', () => {
  test('stand beside one client, project or file, newest first, with who wrote them', async ({
    api,
    given,
  }) => {
    const { ada, sam, places, file, maya, menu } = await aTeam(given)
    for (const [index, place] of places.entries()) {
      await write(api, sam, place, `First about ${index}`)
      await write(api, ada, place, `Second about ${index}`)
    }
    const second = await given.file(maya, menu, { versionOf: file.id })

    for (const [index, place] of places.entries())
      expect(await listed(api, sam, place)).toEqual([`Second about ${index}`, `First about ${index}`])
    expect(await listed(api, sam, { file: second.id }), 'of all versions').toHaveLength(2)
    const { body } = await api.as(ada).call(teamNotes.list, { querystring: { client: maya.id, limit: 1 } })
    expect(body).toMatchObject([
      { author: 'Ada Marsh', authorId: ada.id, mentions: [], createdAt: expect.any(String), editedAt: null },
    ])
  })

  test('are paged as other lists', async ({ api, given }) => {
    const { ada, menu } = await aTeam(given)
    for (const text of ['One', 'Two', 'Three']) await write(api, ada, { project: menu.id }, text)

    const page = (cursor?: string) =>
      api.as(ada).call(teamNotes.list, {
        querystring: { project: menu.id, limit: 2, ...(cursor && { cursor }) },
      })
    const first = await page()
    const cursor = new URL(`http://x${/<(.+)>/.exec(String(first.headers.link))?.[1]}`).searchParams.get(
      'cursor',
    )
    const second = await page(cursor ?? '')

    expect([...first.body, ...second.body].map(({ text }) => text)).toEqual(['Three', 'Two', 'One'])
    expect(second.headers).not.toHaveProperty('link')
  })

  test('need one place', async ({ api, given }) => {
    const { ada, maya, menu } = await aTeam(given)
    for (const place of [{}, { client: maya.id, project: menu.id }]) {
      const replies = [
        await write(api, ada, place),
        await api.as(ada).call(teamNotes.list, { querystring: place }),
        await api.as(ada).call(teamNotes.summary, { querystring: place }),
      ]
      for (const reply of replies)
        expect(reply).toMatchObject({ status: 400, body: { fields: { client: expect.any(String) } } })
    }
  })

  test('are not found by a member who does not see the client, nor by a stranger, and refused to clients', async ({
    api,
    given,
  }) => {
    const { ada, lee, maya, places } = await aTeam(given)
    const stranger = await given.freelancer()
    for (const place of places) {
      const { id } = await given.teamNote(ada, place)
      const replies = (who: Parameters<Api['as']>[0]) =>
        Promise.all([
          api.as(who).send(teamNotes.list, { querystring: place }),
          api.as(who).send(teamNotes.summary, { querystring: place }),
          api.as(who).send(teamNotes.create, { querystring: place, body: { text: 'Mine' } }),
          api.as(who).send(teamNotes.change, { params: { id }, body: { text: 'Mine' } }),
          api.as(who).send(teamNotes.remove, { params: { id } }),
        ])
      for (const who of [lee, stranger])
        expect((await replies(who)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
      for (const who of [maya, await given.preview(maya)])
        expect(new Set((await replies(who)).map(({ status }) => status))).toEqual(new Set([403]))
      expect(await listed(api, ada, place)).toHaveLength(1)
    }
  })

  test('are offered in a workspace of several, and wherever there are some', async ({ api, given }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const place = { client: maya.id }
    const alone = await summaryOf(api, ada, place)
    const sam = await given.member(ada, { name: 'Sam Reed', clients: [maya] })
    const together = await summaryOf(api, ada, place)
    await given.teamNote(sam, place)
    await api.as(ada).call(members.remove, { params: { id: sam.id }, body: { handOverTo: ada.id } })

    const expected = { mayDeleteAny: true, clientId: maya.id }
    expect(alone).toEqual({ ...expected, total: 0, isOffered: false, mentionable: [] })
    expect(together).toEqual({
      ...{ ...expected, total: 0, isOffered: true },
      mentionable: [{ id: sam.id, name: 'Sam Reed' }],
    })
    expect(await summaryOf(api, ada, place)).toEqual({
      ...{ ...expected, total: 1, isOffered: true },
      mentionable: [],
    })
    const { body } = await api.as(ada).call(teamNotes.list, { querystring: place })
    expect(body, 'who left').toMatchObject([{ author: 'Sam Reed' }])
  })

  test('keep 10,000 characters, and refuse one more', async ({ api, given }) => {
    const { ada, maya } = await aTeam(given)
    const text = '😀'.repeat(10_000)

    expect(await write(api, ada, { client: maya.id }, text)).toMatchObject({ status: 201, body: { text } })
    expect(await write(api, ada, { client: maya.id }, `${text}x`)).toMatchObject({
      status: 400,
      body: { fields: { text: expect.any(String) } },
    })
  })

  test('are written once, however often the call is repeated', async ({ api, given }) => {
    const { ada, sam, maya } = await aTeam(given)
    const send = (who: TestFreelancer) =>
      api.as(who).call(teamNotes.create, {
        querystring: { client: maya.id },
        body: { text: 'Once.', clientRequestId: 'r1' },
      })

    const replies = await Promise.all([send(ada), send(ada), send(ada)])

    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect((await send(ada)).body.id).toBe(replies[0]?.body.id)
    expect((await send(sam)).body.id, 'of somebody else').not.toBe(replies[0]?.body.id)
  })

  test('are edited by their author alone', async ({ api, given }) => {
    const { ada, sam, kim, places } = await aTeam(given)
    for (const place of places) {
      const { id } = await given.teamNote(sam, place)

      for (const who of [ada, kim])
        expect(await edit(api, who, id, { text: 'Mine' })).toMatchObject({
          status: 403,
          body: { code: 'NOT_YOUR_TEAM_NOTE' },
        })
      expect(await edit(api, sam, id, { text: 'Hers' })).toMatchObject({
        status: 200,
        body: { text: 'Hers', editedAt: expect.any(String) },
      })
    }
  })

  test('are not overwritten by who has not seen the text', async ({ api, given }) => {
    const { sam, maya } = await aTeam(given)
    const { id, text } = await given.teamNote(sam, { client: maya.id })

    const replies = await Promise.all(
      ['In one tab', 'In another'].map((next) => edit(api, sam, id, { text: next, was: { text } })),
    )

    const [stored] = await listed(api, sam, { client: maya.id })
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)).toMatchObject({
      body: { code: 'CHANGED_MEANWHILE', current: { text: stored } },
    })
  })

  test('are deleted by their author, the owner and admins', async ({ api, given }) => {
    const { ada, sam, kim, maya } = await aTeam(given)
    const eve = await given.member(ada, { role: 'admin', sees: 'all' })
    const ofSam = async () => (await given.teamNote(sam, { client: maya.id })).id

    const mayDeleteAny = async (who: TestFreelancer) =>
      (await summaryOf(api, who, { client: maya.id })).mayDeleteAny
    expect([await mayDeleteAny(kim), await mayDeleteAny(eve)]).toEqual([false, true])
    expect(await remove(api, kim, await ofSam())).toMatchObject({
      status: 403,
      body: { code: 'NOT_YOUR_TEAM_NOTE' },
    })
    for (const who of [sam, ada, eve]) {
      const id = await ofSam()
      expect((await remove(api, who, id)).status).toBe(204)
      expect((await remove(api, who, id)).status, 'twice').toBe(404)
    }
    expect(await listed(api, ada, { client: maya.id })).toHaveLength(1)
  })

  test('are out of reach for their author whose assignment has ended', async ({ api, given }) => {
    const { ada, sam, maya, places } = await aTeam(given)
    const notes = await Promise.all(places.map((place) => given.teamNote(sam, place)))
    await api
      .as(ada)
      .call(clients.setMembers, { params: { id: maya.id }, body: { memberIds: [], leadId: ada.id } })

    for (const { id } of notes) {
      expect((await edit(api, sam, id, { text: 'Still mine?' })).status).toBe(404)
      expect((await remove(api, sam, id)).status).toBe(404)
    }
    for (const place of places) {
      const { body } = await api.as(ada).call(teamNotes.list, { querystring: place })
      expect(body).toMatchObject([{ author: 'Sam Reed' }])
    }
  })

  test('stay readable and nothing else on what is archived', async ({ api, given }) => {
    const { ada, places, menu, maya } = await aTeam(given)
    const ids = []
    for (const place of places) ids.push((await given.teamNote(ada, place)).id)
    const refused = { status: 409, body: { code: 'ARCHIVED' } }
    await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { archived: true } })

    const expectArchived = async (place: teamNotes.Place, id = '') => {
      expect(await write(api, ada, place)).toMatchObject(refused)
      expect(await edit(api, ada, id, { text: 'Late' })).toMatchObject(refused)
      expect(await remove(api, ada, id)).toMatchObject(refused)
      expect(await listed(api, ada, place)).toHaveLength(1)
    }
    const [ofClient = {}, ...others] = places
    for (const [index, place] of others.entries()) await expectArchived(place, ids[index + 1])
    await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived: true } })
    await expectArchived(ofClient, ids[0])
  })
})

describe('deleting what they are about', () => {
  test('hides the notes while it is in the bin, and brings them back', async ({ api, given }) => {
    const { ada, menu, file } = await aTeam(given)
    for (const place of [{ file: file.id }, { project: menu.id }]) {
      const { id } = await given.teamNote(ada, place)
      const [kind, endpoint] = 'file' in place ? (['file', files] as const) : (['project', projects] as const)
      const thing = Object.values(place)[0] ?? ''
      await api.as(ada).send(endpoint.remove, { params: { id: thing } })

      const statuses = [
        await api.as(ada).send(teamNotes.list, { querystring: place }),
        await write(api, ada, place),
        await edit(api, ada, id, { text: 'Gone?' }),
        await remove(api, ada, id),
      ].map(({ status }) => status)
      expect(statuses).toEqual([404, 404, 404, 404])
      await api.as(ada).call(bin.restore, { params: { kind, id: thing } })
      expect(await listed(api, ada, place)).toHaveLength(1)
    }
  })

  test('for good deletes them, and those of nothing else', async ({ api, ctx, given, testContext }) => {
    const { ada, maya, menu, file } = await aTeam(given)
    const kept = await given.project(maya)
    const second = await given.file(ada, menu)
    for (const place of [
      ...[{ client: maya.id }, { project: menu.id }, { file: file.id }, { file: second.id }],
      ...[{ project: kept.id }],
    ])
      await given.teamNote(ada, place)
    const left = async () => {
      await runDueJobs(ctx, testContext.connection, work)
      const rows = await ctx.db
        .selectFrom('team_note')
        .select(['client_id', 'project_id', 'file_id'])
        .where('author_id', '=', ada.id)
        .orderBy('id')
        .execute()
      return rows.map((row) => row.client_id ?? row.project_id ?? row.file_id)
    }
    const purge = (kind: 'file' | 'project', id: string) =>
      api.as(ada).call(bin.remove, { params: { kind, id } })

    await api.as(ada).call(files.remove, { params: { id: second.id } })
    await purge('file', second.id)
    expect(await left()).toEqual([maya.id, menu.id, file.id, kept.id])
    await api.as(ada).call(projects.remove, { params: { id: menu.id } })
    await purge('project', menu.id)
    expect(await left()).toEqual([maya.id, kept.id])
    await api.as(ada).call(clients.remove, { params: { id: maya.id } })
    expect(await left()).toEqual([])
  })

  test('of the whole workspace deletes them all', async ({ ctx, given, testContext }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    await given.teamNote(ada, { client: maya.id })
    await given.teamNote(ada, { project: (await given.project(maya)).id })

    await closeAccount(ctx, ada)
    await runDueJobs(ctx, testContext.connection, work)

    const rows = await ctx.db.selectFrom('team_note').select('id').where('author_id', '=', ada.id).execute()
    expect(rows).toEqual([])
  })

  test('at the same time leaves no note behind', async ({ api, ctx, given }) => {
    const ada = await given.freelancer()
    for (let trial = 0; trial < 20; trial++) {
      const maya = await given.client(ada)
      const menu = await given.project(maya)
      const replies = await Promise.all([
        write(api, ada, { client: maya.id }),
        write(api, ada, { project: menu.id }),
        api.as(ada).send(clients.remove, { params: { id: maya.id } }),
        write(api, ada, { client: maya.id }),
        write(api, ada, { project: menu.id }),
      ])
      for (const { status } of replies) expect([201, 204, 404]).toContain(status)
    }
    const left = await ctx.db
      .selectFrom('team_note')
      .leftJoin('project', 'project.id', 'team_note.project_id')
      .where('author_id', '=', ada.id)
      .where('project.client_id', 'is not', null)
      .select('team_note.id')
      .execute()
    expect(left).toEqual([])
    const ofClients = await ctx.db
      .selectFrom('team_note')
      .where('author_id', '=', ada.id)
      .where('client_id', 'is not', null)
      .select('id')
      .execute()
    expect(ofClients).toEqual([])
  })
})
