import { accounts, audit, calendar, clients, endpoints, members, projects } from '@portico/contract'
import { describe } from 'vitest'
import { inputsFor, UNKNOWN_IDS } from '../../../test/endpoint-inputs.ts'
import { type Api, test as base, expect } from '../../../test/fixtures.ts'
import type { TestFreelancer } from '../../../test/given.ts'
import { applyPlan } from '../billing/billing.service.ts'
import { pauseMembers } from './active-members.service.ts'

const PAUSED = { status: 403, body: { code: 'MEMBER_PAUSED' } }
const DAY = { days: 1 }
const OPEN = ['anyone', 'optional']

/** An agency of four on a plan that has room for three, from now on. */
const test = base.extend('agency', async ({ ctx, given }) => {
  const ada = await given.freelancer({ plan: 'enterprise' })
  const team: TestFreelancer[] = []
  for (const name of ['Ben Okri', 'Eve Lund', 'Sam Reed']) {
    const member = await given.member(ada, { name, sees: 'all' })
    await ctx.db
      .updateTable('member')
      .set({ joined_at: `2026-0${team.length + 1}-01T09:00:00Z` })
      .where('person_id', '=', member.id)
      .where('workspace_id', '=', ada.workspaceId)
      .execute()
    team.push(member)
  }
  const [ben, eve, sam] = team as [TestFreelancer, TestFreelancer, TestFreelancer]
  await applyPlan(ctx, ada.workspaceId, 'pro')
  return { ada, ben, eve, sam }
})

const read = (api: Api, person: TestFreelancer) => api.as(person).call(projects.list)
const pausedOf = async (api: Api, ada: TestFreelancer) =>
  (await api.as(ada).call(members.list)).body.filter(({ pausedAt }) => pausedAt).map(({ name }) => name)

describe('more members than the plan has room for', () => {
  test('work on for two weeks, after which those who came last are paused', async ({
    api,
    agency: { ada, sam },
    ctx,
    clock,
    emails,
  }) => {
    await emails.to(ada.email)
    await pauseMembers(ctx)

    const { pausesAt } = (await api.as(ada).call(members.workspace)).body
    expect(Date.parse(pausesAt ?? '') - ctx.clock.now().getTime()).toBeCloseTo(14 * 86_400_000, -4)
    const [notice] = await emails.to(ada.email)
    expect(notice?.subject).toBe('More people work with you than your plan has room for')
    clock.forward({ days: 13 })
    await pauseMembers(ctx)
    expect((await read(api, sam)).status).toBe(200)

    clock.forward(DAY)
    await pauseMembers(ctx)
    await pauseMembers(ctx)

    expect(await read(api, sam)).toMatchObject(PAUSED)
    expect(await pausedOf(api, ada)).toEqual(['Sam Reed'])
    expect((await api.as(ada).call(members.workspace)).body.pausesAt).toBe(null)
    const [mailed] = await emails.to(ada.email)
    expect(mailed?.subject).toBe('1 member is paused')
    const [entry] = (await api.as(ada).call(audit.list, { querystring: { group: 'members' } })).body
    expect(entry).toMatchObject({
      action: 'member.paused',
      actor: { type: 'system' },
      target: { name: 'Sam Reed' },
    })
  })

  test('are never paused when there is room again in time', async ({ api, agency, ctx, clock }) => {
    const { ada, ben, sam } = agency
    await pauseMembers(ctx)
    await api.as(ada).call(members.remove, { params: { id: ben.id }, body: { handOverTo: ada.id } })

    expect((await api.as(ada).call(members.workspace)).body.pausesAt).toBe(null)

    clock.forward({ days: 15 })
    await pauseMembers(ctx)

    expect((await read(api, sam)).status).toBe(200)
  })
})

describe('the owner', () => {
  test('chooses who works on, at once, as many as there is room for', async ({ api, agency, ctx }) => {
    const { ada, ben, eve, sam } = agency
    const choose = (by: TestFreelancer, ...chosen: { id: string }[]) =>
      api.as(by).call(members.choose, { body: { memberIds: chosen.map(({ id }) => id) } })
    const stranger = { id: UNKNOWN_IDS.memberId }

    expect(await choose(ben, ben)).toMatchObject({ status: 403, body: { code: 'OWNER_ONLY' } })
    expect(await choose(ada, ben, eve, sam)).toMatchObject({
      status: 403,
      body: { code: 'MEMBER_LIMIT_REACHED' },
    })
    expect(await choose(ada, stranger)).toMatchObject({ status: 404, body: { code: 'MEMBER_NOT_FOUND' } })
    expect((await choose(ada, eve, sam)).body.map(({ pausedAt }) => pausedAt !== null)).toEqual([
      false,
      true,
      false,
      false,
    ])

    expect(await read(api, ben)).toMatchObject(PAUSED)
    await choose(ada, ben)
    expect((await read(api, ben)).status).toBe(200)
    expect(await read(api, sam)).toMatchObject(PAUSED)
    await applyPlan(ctx, ada.workspaceId, 'enterprise')
    await pauseMembers(ctx)
    for (const person of [ben, eve, sam]) expect((await read(api, person)).status).toBe(200)
    expect(await choose(ada, ben)).toMatchObject({ status: 409, body: { code: 'ROOM_FOR_ALL' } })
  })

  test('is the new one when a paused member is handed the workspace', async ({ api, agency }) => {
    const { ada, ben, eve, sam } = agency
    await api.as(ada).call(members.choose, { body: { memberIds: [ben.id, eve.id] } })

    await api.as(ada).call(members.transfer, { body: { to: sam.id, password: ada.password } })

    expect((await read(api, sam)).status).toBe(200)
  })
})

describe('a paused member', () => {
  const pauseSam = async (api: Api, { ada, ben, eve }: Record<'ada' | 'ben' | 'eve', TestFreelancer>) =>
    api.as(ada).call(members.choose, { body: { memberIds: [ben.id, eve.id] } })

  test('signs in and reads why, and may do nothing else', async ({ api, agency, given }) => {
    const { sam } = agency
    await given.passkey(sam)
    await pauseSam(api, agency)
    const allowed: string[] = []

    const guarded = endpoints.filter((endpoint) => !OPEN.includes(endpoint.config.access))
    for (const endpoint of guarded.filter((endpoint) => endpoint !== accounts.logout)) {
      const reply = await api.as(sam).send(endpoint, inputsFor(endpoint, UNKNOWN_IDS as never))
      const { code } = (reply.body ?? {}) as { code?: string }
      if (code !== 'MEMBER_PAUSED' && code !== 'NOT_ALLOWED')
        allowed.push(`${endpoint.method} ${endpoint.url}`)
    }
    expect(allowed.sort()).toEqual([
      'GET /auth/me',
      'GET /auth/workspaces',
      'GET /workspace',
      'POST /auth/switch',
      // Of another workspace, which they may join.
      'POST /invitations/:token/code',
    ])
    expect((await api.as(sam).call(members.workspace)).body.pausedAt).not.toBe(null)
    expect((await api.as(sam).call(accounts.logout)).status).toBe(204)
  })

  test('has no calendar, no preview, and is notified of nothing', async ({ api, agency, given }) => {
    const { ada, sam } = agency
    const maya = await given.client(sam)
    const { url } = (await api.as(sam).call(calendar.renew)).body
    const preview = (await api.as(sam).call(clients.preview, { params: { id: maya.id } })).body
    const token = new URL(url).searchParams.get('token') ?? url.slice(url.lastIndexOf('/') + 1)
    await pauseSam(api, agency)

    expect((await api.as(null).send(calendar.feed, { querystring: { token } })).status).toBe(404)
    expect((await api.as({ ...maya, token: preview.token }).send(projects.listForClient)).status).toBe(401)
    // Somebody has to hear of a client with whom only a paused member works.
    expect((await api.as(ada).call(clients.get, { params: { id: maya.id } })).body.members).toMatchObject([
      { id: sam.id },
      { id: ada.id },
    ])
  })
})
