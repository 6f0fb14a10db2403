import { accounts, activity, bin, clients, members, projects, teamNotes } from '@portico/contract'
import { onTestFinished } from 'vitest'
import { type Api, expect } from '../../../test/fixtures.ts'
import type { Given, TestFreelancer } from '../../../test/given.ts'
import { FIVE_MINUTES } from '../../../test/notification-emails.ts'
import { TEN_SECONDS, test } from '../../../test/pushes.ts'

/** Ada owns the workspace; Sam works with Maya only, Kim sees everybody and works with nobody, Lee does not see Maya. */
async function aTeam(given: Given) {
  const ada = await given.freelancer({ name: 'Ada Marsh' })
  const maya = await given.client(ada)
  const sam = await given.member(ada, { name: 'Sam Reed', clients: [maya] })
  const kim = await given.member(ada, { name: 'Kim Osei', sees: 'all' })
  const lee = await given.member(ada, { name: 'Lee Park' })
  const menu = await given.project(maya)
  return { ada, sam, kim, lee, maya, menu, file: await given.file(ada, menu) }
}

const at = ({ id }: { id: string }) => teamNotes.mentionOf(id)
const write = (api: Api, who: TestFreelancer, place: teamNotes.Place, text: string) =>
  api.as(who).call(teamNotes.create, { querystring: place, body: { text } })
const unread = async (api: Api, who: TestFreelancer) => (await api.as(who).call(activity.unread)).body.count
const mentions = async (api: Api, who: TestFreelancer) =>
  (await api.as(who).call(activity.notifications)).body.filter(({ kind }) => kind === 'mentioned')
const setMembers = (api: Api, ada: TestFreelancer, client: { id: string }, who: TestFreelancer[]) =>
  api.as(ada).send(clients.setMembers, {
    params: { id: client.id },
    body: { memberIds: who.map(({ id }) => id), leadId: ada.id },
  })
const removeMember = (api: Api, ada: TestFreelancer, { id }: TestFreelancer) =>
  api.as(ada).send(members.remove, { params: { id }, body: { handOverTo: ada.id } })

test('notifies who is mentioned alone, also who does not work with the client', async ({ api, given }) => {
  const { ada, sam, kim, maya, menu } = await aTeam(given)
  const text = `Please look, ${at(kim)} and ${at(ada)}. ${at(kim)}!`

  const { body } = await write(api, ada, { project: menu.id }, text)

  expect(body).toMatchObject({
    text,
    mentions: [
      { id: kim.id, name: 'Kim Osei' },
      { id: ada.id, name: 'Ada Marsh' },
    ],
  })
  expect(await mentions(api, kim)).toMatchObject([
    {
      actor: { type: 'freelancer', name: 'Ada Marsh', isYou: false },
      subject: {
        teamNoteId: body.id,
        about: { kind: 'project', id: menu.id, name: menu.title },
        message: 'Please look, @Kim Osei and @Ada Marsh. @Kim Osei!',
      },
      clientId: maya.id,
      projectId: null,
      read: false,
    },
  ])
  expect(await unread(api, kim)).toBe(1)
  for (const who of [ada, sam]) expect(await mentions(api, who)).toEqual([])
  expect((await api.as(ada).call(projects.get, { params: { id: menu.id } })).body.turn).toBeNull()
})

test('does not count what others are notified of as unread for who is only mentioned', async ({
  api,
  ctx,
  given,
}) => {
  const { ada, kim, sam } = await aTeam(given)
  const lin = await given.client(ada)
  await write(api, ada, { client: lin.id }, `Hello ${at(kim)}.`)
  await ctx.db.updateTable('client').set({ last_seen_at: null }).where('id', '=', lin.id).execute()
  const [before] = [await unread(api, ada)]

  await given.signedIn(lin)
  await setMembers(api, ada, lin, [sam])
  await write(api, ada, { client: lin.id }, `Hello ${at(sam)}.`)

  expect(await unread(api, kim)).toBe(1)
  expect(await unread(api, ada)).toBeGreaterThanOrEqual(before)
  await api.as(kim).call(activity.markRead, { body: { teamNotes: { client: lin.id } } })
  expect(await unread(api, kim)).toBe(0)
})

test('emails and pushes it at once, from Portico and not from the client', async ({
  api,
  clock,
  emailsTo,
  given,
  pushes,
  subscribe,
}) => {
  const { ada, kim, maya, menu, file } = await aTeam(given)
  const browser = await subscribe(kim)
  const { body } = await write(api, ada, { file: file.id }, `${at(kim)}, is this the right paper?`)
  clock.forward(TEN_SECONDS)
  const [pushed] = await pushes()
  clock.forward(FIVE_MINUTES)
  const [email, ...others] = await emailsTo(kim)

  const path = `/files/${file.id}#team-note-${body.id}`
  expect(pushed && browser.read(pushed)).toMatchObject({
    body: 'Ada mentioned you in a team note about menu.txt: “@Kim Osei, is this the right paper?”',
    url: path,
  })
  expect(others).toEqual([])
  expect(email).toMatchObject({
    subject: 'Ada mentioned you in a team note about menu.txt',
    text: expect.stringContaining('@Kim Osei, is this the right paper?'),
  })
  expect(email?.text).toContain(path)
  expect(JSON.stringify(email)).not.toContain(maya.email)
  clock.forward({ seconds: 86_400 })
  expect(JSON.stringify(await emailsTo(maya))).not.toContain('paper')
  expect((await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })).body).not.toContainEqual(
    expect.objectContaining({ kind: 'mentioned' }),
  )
})

test('by an edit notifies who was not mentioned before', async ({ api, given }) => {
  const { ada, sam, kim, maya } = await aTeam(given)
  const { id } = (await write(api, ada, { client: maya.id }, `For ${at(kim)}`)).body

  await api
    .as(ada)
    .call(teamNotes.change, { params: { id }, body: { text: `For ${at(kim)} and ${at(sam)}` } })

  expect(await mentions(api, kim)).toHaveLength(1)
  expect(await mentions(api, sam)).toMatchObject([{ subject: { message: 'For @Kim Osei and @Sam Reed' } }])
})

test('of somebody who does not see the client, is paused, or no member, is 400', async ({
  api,
  ctx,
  given,
}) => {
  const { ada, kim, lee, maya, menu, file } = await aTeam(given)
  const stranger = await given.freelancer()
  await removeMember(api, ada, kim)
  const eve = await given.member(ada, { sees: 'all' })
  await ctx.db
    .updateTable('member')
    .set({ paused_at: new Date().toISOString() })
    .where('person_id', '=', eve.id)
    .execute()
  const { id } = await given.teamNote(ada, { client: maya.id })
  const refused = { status: 400, body: { code: 'INVALID_INPUT', fields: { text: expect.any(String) } } }

  for (const who of [lee, stranger, maya, kim, eve]) {
    for (const place of [{ client: maya.id }, { project: menu.id }, { file: file.id }])
      expect(await write(api, ada, place, `Hello ${at(who)}`)).toMatchObject(refused)
    const change = { params: { id }, body: { text: `Hello ${at(who)}` } }
    expect(await api.as(ada).call(teamNotes.change, change)).toMatchObject(refused)
  }
  expect(await unread(api, lee)).toBe(0)
  const { body } = await api.as(ada).call(teamNotes.summary, { querystring: { project: menu.id } })
  expect(body.mentionable.map(({ name }) => name)).toEqual(['Sam Reed'])
})

test('shows the present name of who is mentioned, and that of who has left', async ({ api, given }) => {
  const { ada, sam, kim, maya } = await aTeam(given)
  const { id } = (await write(api, ada, { client: maya.id }, `Ask ${at(sam)}, ${at(kim)}`)).body
  await api.as(sam).call(accounts.changeMe, { body: { name: 'Sam Rowe' } })
  await removeMember(api, ada, sam)

  const { body } = await api.as(ada).call(teamNotes.list, { querystring: { client: maya.id } })
  const edited = await api
    .as(ada)
    .call(teamNotes.change, { params: { id }, body: { text: `Never mind, ${at(sam)}.` } })

  expect(body[0]?.mentions).toEqual([
    { id: sam.id, name: 'Sam Rowe' },
    { id: kim.id, name: 'Kim Osei' },
  ])
  expect(await mentions(api, kim)).toMatchObject([
    { subject: { message: expect.stringContaining('Sam Rowe') } },
  ])
  expect(edited, 'stays mentioned where they were').toMatchObject({
    status: 200,
    body: { mentions: [{ id: sam.id, name: 'Sam Rowe' }] },
  })
})

test('is not quoted once the note is deleted, or what it is about is in the bin', async ({ api, given }) => {
  const { ada, kim, maya, menu } = await aTeam(given)
  const { id } = (await write(api, ada, { client: maya.id }, `One, ${at(kim)}`)).body
  await write(api, ada, { project: menu.id }, `Two, ${at(kim)}`)
  await api.as(ada).call(teamNotes.remove, { params: { id } })
  await api.as(ada).call(projects.remove, { params: { id: menu.id } })

  const hidden = await mentions(api, kim)
  await api.as(ada).call(bin.restore, { params: { kind: 'project', id: menu.id } })

  const messages = (all: typeof hidden) =>
    all.map(({ subject }) => 'message' in subject && subject.message !== undefined)
  expect(messages(hidden)).toEqual([false, false])
  expect(messages(await mentions(api, kim))).toEqual([true, false])
})

test('is read where the team notes are shown, not by a look at the client', async ({ api, given }) => {
  const { ada, sam, maya, menu, file } = await aTeam(given)
  const second = await given.file(ada, menu, { versionOf: file.id })
  await api.as(sam).call(activity.markRead, { body: { all: true } })
  const places = [{ client: maya.id }, { project: menu.id }, { file: file.id }]
  for (const place of places) await write(api, ada, place, `Look, ${at(sam)}`)
  const counts: number[] = []
  const mark = async (body: activity.ReadMark) =>
    void counts.push((await api.as(sam).call(activity.markRead, { body })).body.count)

  await mark({ clientId: maya.id })
  await mark({ projectId: menu.id })
  await mark({ teamNotes: { file: second.id } })
  await mark({ teamNotes: { project: menu.id } })
  await mark({ teamNotes: { client: maya.id } })

  expect(counts).toEqual([3, 3, 2, 1, 0])
  const lee = await given.member(ada)
  for (const who of [lee, maya]) {
    const reply = await api.as(who).call(activity.markRead, { body: { teamNotes: { client: maya.id } } })
    expect(reply.status).toBe(404)
  }
})

test('leaves nothing unread for who sees the client no longer', async ({ api, given }) => {
  const { ada, kim, maya, sam } = await aTeam(given)
  for (const who of [sam, kim]) {
    await write(api, ada, { client: maya.id }, `Look, ${at(who)}`)
    expect(await unread(api, who)).toBeGreaterThan(0)
  }

  await setMembers(api, ada, maya, [])
  await api.as(ada).call(members.change, { params: { id: kim.id }, body: { sees: 'assigned' } })

  for (const who of [sam, kim]) {
    expect(await unread(api, who)).toBe(0)
    expect(await mentions(api, who)).toEqual([])
  }
})

test('of somebody who is removed at the same moment either comes first, or is refused', async ({
  api,
  ctx,
  given,
}) => {
  const { ada, maya } = await aTeam(given)
  for (let trial = 0; trial < 10; trial++) {
    const kim = await given.member(ada, { sees: 'all' })
    const [written, removed] = await Promise.all([
      write(api, ada, { client: maya.id }, `Look, ${at(kim)}`),
      removeMember(api, ada, kim),
    ])

    expect([201, 400]).toContain(written.status)
    expect(removed.status).toBe(204)
    const left = await ctx.db
      .selectFrom('unread')
      .select('scope_id')
      .where('person_id', '=', kim.id)
      .execute()
    expect(left).toEqual([])
  }
})

test('publishes it to the members alone, and says no client that there are team notes', async ({
  api,
  ctx,
  given,
}) => {
  const { ada, sam, kim, maya, menu } = await aTeam(given)
  const published: { people: string[]; topics: readonly string[] }[] = []
  const unsubscribe = ctx.live.subscribe((people, topics) => {
    published.push({ people: people.map(({ side, personId }) => `${side} ${personId}`), topics })
  })
  onTestFinished(() => void unsubscribe())

  const { id } = (await write(api, ada, { project: menu.id }, `Look, ${at(kim)}`)).body
  await api.as(ada).call(teamNotes.change, { params: { id }, body: { text: 'Never mind.' } })
  await api.as(ada).call(teamNotes.remove, { params: { id } })
  const own = published.splice(0)
  await setMembers(api, ada, maya, [sam, kim])
  await api.as(ada).call(accounts.changeMe, { body: { name: 'Ada Moss' } })

  const ofAda = [`freelancer ${ada.workspaceId}`]
  expect(own.map(({ people }) => people)).toEqual([ofAda, ofAda, ofAda])
  for (const { topics } of own) expect(topics).toContain('team-notes')
  const toClients = published.filter(({ people }) => people.some((person) => person.startsWith('client')))
  expect(toClients.length).toBeGreaterThan(1)
  for (const { topics } of toClients) expect(topics).not.toContain('team-notes')
  expect(published.filter(({ topics }) => topics.includes('team-notes'))).toHaveLength(2)
})
