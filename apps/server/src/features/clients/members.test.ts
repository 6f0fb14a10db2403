import { activity, clients, dashboard, projects } from '@portico/contract'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { Given, TestClient, TestFreelancer } from '../../../test/given.ts'

/** Ada owns the workspace and leads Maya; Sam and Kim work there. */
async function aTeam(given: Given) {
  const ada = await given.freelancer({ name: 'Ada Marsh' })
  const maya = await given.client(ada)
  const sam = await given.member(ada, { name: 'Sam Reed' })
  const kim = await given.member(ada, { name: 'Kim Osei', sees: 'all' })
  return { ada, sam, kim, maya, menu: await given.project(maya) }
}

const put = (api: Api, who: TestFreelancer, client: { id: string }, body: clients.NewClientMembers) =>
  api.as(who).send(clients.setMembers, { params: { id: client.id }, body })

async function setTeam(
  api: Api,
  ada: TestFreelancer,
  client: TestClient,
  [lead, ...others]: [TestFreelancer, ...TestFreelancer[]],
) {
  const reply = await put(api, ada, client, { memberIds: others.map(({ id }) => id), leadId: lead.id })
  expect(reply.status).toBe(200)
}

const notifications = async (api: Api, who: TestFreelancer) =>
  (await api.as(who).call(activity.notifications)).body.map(({ kind, read }) =>
    read ? `${kind} (read)` : kind,
  )
const unread = async (api: Api, who: TestFreelancer) => (await api.as(who).call(activity.unread)).body.count

describe('who works with a client', () => {
  test('is their lead alone for who works alone', async ({ api, given }) => {
    const ada = await given.freelancer({ name: 'Ada Marsh' })
    const maya = await given.client(ada)

    const { body } = await api.as(ada).call(clients.get, { params: { id: maya.id } })

    const lead = { id: ada.id, name: 'Ada Marsh' }
    expect(body).toMatchObject({ members: [lead], lead })
  })

  test('is chosen by owner and admins, the lead first and always among them', async ({ api, given }) => {
    const { ada, sam, kim, maya } = await aTeam(given)
    const eve = await given.member(ada, { role: 'admin', sees: 'all', name: 'Eve Hall' })
    const expected = {
      members: [
        { id: sam.id, name: 'Sam Reed' },
        { id: kim.id, name: 'Kim Osei' },
      ],
      lead: { id: sam.id, name: 'Sam Reed' },
    }

    for (const who of [ada, eve]) {
      const reply = await put(api, who, maya, { memberIds: [kim.id, kim.id], leadId: sam.id })
      expect(reply).toMatchObject({ status: 200, body: expected })
    }
    for (const who of [ada, sam, kim])
      expect((await api.as(who).call(clients.get, { params: { id: maya.id } })).body).toMatchObject(expected)
  })

  test('is not changed by members, who get 403, nor by those who do not see the client', async ({
    api,
    given,
  }) => {
    const { ada, sam, kim, maya } = await aTeam(given)
    const stranger = await given.freelancer()
    const body = { memberIds: [], leadId: kim.id }

    expect(await put(api, kim, maya, body)).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } })
    for (const who of [sam, stranger])
      expect(await put(api, who, maya, body)).toMatchObject({
        status: 404,
        body: { code: 'CLIENT_NOT_FOUND' },
      })
    const { body: unchanged } = await api.as(ada).call(clients.get, { params: { id: maya.id } })
    expect(unchanged.lead.id).toBe(ada.id)
  })

  test.for(['leadId', 'memberIds'] as const)(
    'is a member of this workspace: a stranger as %s is 400',
    async (field, { api, given }) => {
      const { ada, sam, maya } = await aTeam(given)
      const stranger = await given.freelancer()
      const body = { memberIds: [sam.id], leadId: ada.id }
      const wrong = field === 'leadId' ? stranger.id : [sam.id, stranger.id]

      const reply = await put(api, ada, maya, { ...body, [field]: wrong })

      expect(reply).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', fields: { [field]: expect.any(String) } },
      })
      const { body: unchanged } = await api.as(ada).call(clients.get, { params: { id: maya.id } })
      expect(unchanged.members).toEqual([{ id: ada.id, name: 'Ada Marsh' }])
    },
  )

  test('is one of two changes at once, whole', async ({ api, given }) => {
    const { ada, sam, kim, maya } = await aTeam(given)
    const wanted = [
      { memberIds: [sam.id], leadId: sam.id },
      { memberIds: [kim.id], leadId: kim.id },
    ]

    const replies = await Promise.all([...wanted, ...wanted].map((body) => put(api, ada, maya, body)))

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await api.as(ada).call(clients.get, { params: { id: maya.id } })
    expect([sam.id, kim.id]).toContain(body.lead.id)
    expect(body.members).toEqual([body.lead])
  })

  test('follows the client to all of their contacts', async ({ api, given, ctx }) => {
    const { ada, sam, maya } = await aTeam(given)
    const contact = await given.contact(maya)

    await setTeam(api, ada, maya, [sam])

    const { body } = await api.as(contact).call(clients.myFreelancer)
    expect(body.freelancer).toMatchObject({ id: ada.workspaceId, name: 'Sam Reed' })
    const leads = ctx.db.selectFrom('client').select('lead_id').where('id', 'in', [maya.id, contact.id])
    expect(await leads.execute()).toEqual([{ lead_id: sam.id }, { lead_id: sam.id }])
  })

  test('is recorded in the security log, once it changes', async ({ api, given, ctx }) => {
    const { ada, sam, maya } = await aTeam(given)
    await setTeam(api, ada, maya, [ada, sam])
    await setTeam(api, ada, maya, [ada, sam])

    const entries = ctx.db
      .selectFrom('audit_entry')
      .select(['actor_id as by', 'target_id as client'])
      .where('action', '=', 'client.members_changed')
      .where('workspace_id', '=', ada.workspaceId)
    expect(await entries.execute()).toEqual([{ by: ada.id, client: maya.id }])
  })
})

describe('who leads a new client', () => {
  const add = (api: Api, who: TestFreelancer, leadId: string) =>
    api.as(who).send(clients.create, {
      body: { firstName: 'Tom', lastName: 'Okafor', email: 'tom@bell.example', sendEmail: false, leadId },
    })
  const team = async (api: Api, who: TestFreelancer, id: string) =>
    (await api.as(who).call(clients.get, { params: { id } })).body

  test('is the member who is named, who alone works with them and is notified', async ({ api, given }) => {
    const { ada, sam } = await aTeam(given)

    const reply = await add(api, ada, sam.id)

    expect(reply).toMatchObject({ status: 201 })
    const { id } = (reply.body as { client: clients.Client }).client
    const lead = { id: sam.id, name: 'Sam Reed' }
    expect(await team(api, sam, id)).toMatchObject({ lead, members: [lead] })
    expect(await notifications(api, sam)).toEqual(['client_handed_over'])
    for (const sort of ['name', 'activity'] as const) {
      const { body } = await api.as(ada).call(clients.list, { querystring: { sort } })
      expect(body.clients.map((client) => client.lead?.name).sort()).toEqual(['Ada Marsh', 'Sam Reed'])
    }
  })

  test('leaves them in reach of who adds them', async ({ api, given }) => {
    const { ada, sam } = await aTeam(given)

    const reply = await add(api, sam, ada.id)

    const { id } = (reply.body as { client: clients.Client }).client
    const members = [
      { id: ada.id, name: 'Ada Marsh' },
      { id: sam.id, name: 'Sam Reed' },
    ]
    expect(await team(api, sam, id)).toMatchObject({ lead: members[0], members })
  })

  test('is a member of this workspace', async ({ api, given }) => {
    const { ada } = await aTeam(given)

    expect(await add(api, ada, (await given.freelancer()).id)).toMatchObject({
      status: 400,
      body: { fields: { leadId: expect.any(String) } },
    })
    expect((await api.as(ada).call(clients.list)).body.clients).toHaveLength(1)
  })
})

describe('notifications', () => {
  test('are for the assigned, each reading alone, and not for who only sees the client', async ({
    api,
    given,
  }) => {
    const { ada, sam, kim, maya, menu } = await aTeam(given)
    await setTeam(api, ada, maya, [ada, sam])

    await given.feedback(maya, menu)

    expect(await notifications(api, sam)).toEqual(['feedback_left'])
    expect(await unread(api, sam)).toBe(1)
    await api.as(sam).call(activity.markRead, { body: { all: true } })
    expect(await unread(api, sam)).toBe(0)
    expect(await notifications(api, ada)).toEqual(['feedback_left', 'client_joined'])
    expect(await unread(api, ada)).toBe(2)
    expect(await notifications(api, kim)).toEqual([])
    expect(await unread(api, kim)).toBe(0)
    const { body } = await api.as(kim).call(activity.ofProject, { params: { id: menu.id } })
    expect(body[0]).toMatchObject({ kind: 'feedback_left' })
  })

  test('begin with what happens once somebody is assigned', async ({ api, given, clock }) => {
    const { ada, sam, maya, menu } = await aTeam(given)
    await given.file(maya, menu)
    clock.forward({ seconds: 1 })
    await setTeam(api, ada, maya, [ada, sam])
    clock.forward({ seconds: 1 })

    expect(await notifications(api, sam)).toEqual([])
    expect(await unread(api, sam)).toBe(0)
    await given.feedback(maya, menu)

    expect(await notifications(api, sam)).toEqual(['feedback_left'])
    expect(await unread(api, sam)).toBe(1)
  })

  test('that are unread go with the assignment, their emails and pushes too', async ({ api, given, ctx }) => {
    const { ada, sam, maya, menu } = await aTeam(given)
    const tom = await given.client(ada)
    await setTeam(api, ada, maya, [ada, sam])
    await setTeam(api, ada, tom, [ada, sam])
    await ctx.db.updateTable('freelancer').set({ push: true }).where('id', '=', sam.id).execute()
    await given.feedback(maya, menu)
    await given.feedback(tom, await given.project(tom))
    expect(await unread(api, sam)).toBe(2)

    await setTeam(api, ada, maya, [ada])

    expect(await unread(api, sam)).toBe(1)
    expect((await api.as(sam).call(activity.notifications)).body).toMatchObject([{ clientId: tom.id }])
    const due = ctx.db.selectFrom('unread').select('scope_id').where('person_id', '=', sam.id)
    expect(await due.where('mail_due', 'is not', null).execute()).toHaveLength(1)
    expect(await unread(api, ada)).toBe(4)
    await given.feedback(maya, menu)
    expect(await unread(api, sam)).toBe(1)
  })

  test('of a change at the same time reach nobody who was removed before it', async ({ api, given, ctx }) => {
    const { ada, sam, maya, menu } = await aTeam(given)
    await setTeam(api, ada, maya, [ada, sam])

    await Promise.all([
      ...['One', 'Two', 'Three', 'Four'].map((message) => given.feedback(maya, menu, message)),
      setTeam(api, ada, maya, [ada]),
    ])

    expect(await unread(api, sam)).toBe(0)
    const { rows } = await sql`select from unread where person_id = ${sam.id}`.execute(ctx.db)
    expect(rows).toEqual([])
  })
})

describe('mine', () => {
  const titles = ({ body }: { body: { title: string }[] }) => body.map(({ title }) => title)

  test('is what belongs to clients that one is assigned to', async ({ api, given }) => {
    const { ada, kim, maya, menu } = await aTeam(given)
    const tom = await given.client(ada, { firstName: 'Tom' })
    const site = await given.project(tom, { title: 'Site' })
    await given.feedback(tom, site)
    await given.feedback(maya, menu)
    await setTeam(api, ada, tom, [kim])

    for (const [who, mine, client] of [
      [ada, ['Spring menu'], 'Maya'],
      [kim, ['Site'], 'Tom'],
    ] as const) {
      const call = api.as(who)
      expect(titles(await call.call(projects.list))).toEqual(['Site', 'Spring menu'])
      expect(titles(await call.call(projects.list, { querystring: { mine: true } }))).toEqual(mine)
      expect(titles(await call.call(projects.list, { querystring: { mine: true, sort: 'due' } }))).toEqual(
        mine,
      )
      for (const sort of [undefined, 'name', 'activity'] as const) {
        const querystring = { mine: true, ...(sort && { sort }) }
        const listed = (await call.call(clients.list, { querystring })).body.clients
        expect(listed.map(({ firstName }) => firstName)).toEqual([client])
      }
      const all = (await call.call(dashboard.summary)).body.waiting.freelancer
      expect(all?.projects.map(({ title }) => title)).toEqual(['Site', 'Spring menu'])
      const own = (await call.call(dashboard.summary, { querystring: { mine: true } })).body
      expect(own.waiting.freelancer).toMatchObject({ total: 1, projects: [{ title: mine[0] }] })
      expect(titles({ body: own.recentProjects })).toEqual(mine)
    }
  })

  test('is counted on the dashboard of each member of a team', async ({ api, given }) => {
    const { ada, sam, kim, maya } = await aTeam(given)
    const tom = await given.client(ada, { firstName: 'Tom' })
    const team = async (who: TestFreelancer, querystring = {}) =>
      (await api.as(who).call(dashboard.summary, { querystring })).body.team
    await setTeam(api, ada, maya, [sam, ada])
    await api.as(ada).call(clients.update, { params: { id: tom.id }, body: { archived: true } })

    for (const querystring of [{}, { mine: true }]) {
      expect(await team(ada, querystring)).toEqual({ role: 'owner', sees: 'all', assigned: 1 })
      expect(await team(kim, querystring)).toEqual({ role: 'member', sees: 'all', assigned: 0 })
      expect(await team(sam, querystring)).toEqual({ role: 'member', sees: 'assigned', assigned: 1 })
    }
  })

  test('is everything for who works alone, and for who sees only the assigned', async ({ api, given }) => {
    const { ada, sam, maya } = await aTeam(given)
    const tom = await given.client(ada, { firstName: 'Tom' })
    await given.project(tom, { title: 'Site' })
    await setTeam(api, ada, maya, [ada, sam])

    for (const who of [ada, sam]) {
      const call = api.as(who)
      for (const endpoint of [projects.list, clients.list, dashboard.summary] as const) {
        const all = await call.send(endpoint)
        expect(await call.send(endpoint, { querystring: { mine: true } })).toMatchObject({ body: all.body })
      }
    }
  })
})

describe('handing a client over', () => {
  const give = (api: Api, who: TestFreelancer, client: { id: string }, body: clients.HandOver) =>
    api.as(who).send(clients.handOver, { params: { id: client.id }, body })

  test('changes lead and assignment, and the others stay', async ({ api, given }) => {
    const { ada, sam, kim, maya } = await aTeam(given)
    await setTeam(api, ada, maya, [ada, kim])

    const reply = await give(api, ada, maya, { to: sam.id })

    const lead = { id: sam.id, name: 'Sam Reed' }
    const members = [lead, { id: kim.id, name: 'Kim Osei' }]
    expect(reply).toMatchObject({ status: 200, body: { members, lead } })
    expect((await give(api, sam, maya, { to: kim.id })).body).toMatchObject({ members: [{ id: kim.id }] })
    expect(await give(api, sam, maya, { to: ada.id })).toMatchObject({ status: 404 })
  })

  test('is for the lead, the owner and admins', async ({ api, given }) => {
    const { ada, sam, kim, maya } = await aTeam(given)
    const eve = await given.member(ada, { role: 'admin', sees: 'all' })

    expect(await give(api, kim, maya, { to: kim.id })).toMatchObject({ status: 403 })
    expect(await give(api, sam, maya, { to: sam.id })).toMatchObject({ status: 404 })
    for (const [who, to] of [
      [eve, kim],
      [kim, sam],
      [ada, kim],
    ] as const)
      expect(await give(api, who, maya, { to: to.id })).toMatchObject({
        status: 200,
        body: { lead: { id: to.id } },
      })
  })

  test.for(['the present lead', 'a stranger'])('to %s is 400', async (whom, { api, given }) => {
    const { ada, maya } = await aTeam(given)
    const to = whom === 'a stranger' ? (await given.freelancer()).id : ada.id

    const reply = await give(api, ada, maya, { to, sentence: 'Sam is yours.' })

    expect(reply).toMatchObject({ status: 400, body: { fields: { to: expect.any(String) } } })
    expect((await api.as(maya).call(activity.notifications)).body).toMatchObject([
      { kind: 'project_created' },
    ])
  })

  test('notifies the new lead alone of the note, by bell, email and push', async ({ api, given, ctx }) => {
    const { ada, sam, kim, maya, menu } = await aTeam(given)
    const contact = await given.contact(maya)
    await setTeam(api, ada, maya, [ada, kim])
    await ctx.db.updateTable('freelancer').set({ push: true }).execute()
    await given.contact(maya)
    const [ofKim, ofAda] = [await unread(api, kim), await unread(api, ada)]

    await give(api, ada, maya, { to: sam.id, note: 'She likes a call on Mondays.' })

    expect((await api.as(sam).call(activity.notifications)).body).toMatchObject([
      {
        kind: 'client_handed_over',
        actor: { name: 'Ada Marsh' },
        subject: { to: 'Sam Reed', note: 'She likes a call on Mondays.' },
        clientId: maya.id,
        projectId: null,
        read: false,
      },
    ])
    expect(await unread(api, sam)).toBe(1)
    expect(await unread(api, kim)).toBe(ofKim)
    expect(ofAda).toBeGreaterThan(0)
    expect(await unread(api, ada)).toBe(0)
    for (const who of [ada, kim]) expect(await notifications(api, who)).not.toContain('client_handed_over')
    for (const who of [maya, contact]) {
      const { body } = await api.as(who).call(activity.notifications)
      expect(JSON.stringify(body)).not.toContain('Mondays')
      const { body: events } = await api.as(who).call(activity.ofProject, { params: { id: menu.id } })
      expect(JSON.stringify(events)).not.toContain('Mondays')
    }
    const due = ctx.db.selectFrom('unread').select(['mail_due', 'push_due']).where('person_id', '=', sam.id)
    expect(await due.execute()).toEqual([{ mail_due: expect.anything(), push_due: expect.anything() }])
  })

  test('leaves what others have not read as it was', async ({ api, given }) => {
    const { ada, sam, kim, maya } = await aTeam(given)
    await setTeam(api, ada, maya, [ada, kim])
    const joining = await given.contact(maya)
    expect(await notifications(api, kim)).toEqual(['client_joined'])

    await give(api, ada, maya, { to: sam.id })
    expect(await unread(api, kim)).toBe(1)
    await given.contact(joining)

    expect(await unread(api, kim)).toBe(2)
    expect(await unread(api, sam)).toBe(2)
    await api.as(kim).call(activity.markRead, { body: { clientId: maya.id } })
    expect(await unread(api, kim)).toBe(0)
    expect(await unread(api, sam)).toBe(2)
  })

  test('notifies the client only with a sentence', async ({ api, given }) => {
    const { ada, sam, kim, maya } = await aTeam(given)
    const ofClient = async () => (await api.as(maya).call(activity.notifications)).body

    await give(api, ada, maya, { to: sam.id })
    expect(await ofClient()).toMatchObject([{ kind: 'project_created' }])
    await give(api, ada, maya, { to: kim.id, sentence: 'Kim looks after you from now on.' })

    expect(await ofClient()).toMatchObject([
      {
        kind: 'lead_changed',
        actor: { name: 'Ada Marsh' },
        subject: { to: 'Kim Osei', note: 'Kim looks after you from now on.' },
      },
      { kind: 'project_created' },
    ])
    const { body } = await api.as(maya).call(activity.unread)
    expect(body.count).toBe(2)
  })

  test('of an archived client is refused', async ({ api, given }) => {
    const { ada, sam, maya } = await aTeam(given)
    await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived: true } })

    expect(await give(api, ada, maya, { to: sam.id })).toMatchObject({
      status: 409,
      body: { code: 'ARCHIVED' },
    })
  })
})
