import { accounts, billing, clients, members } from '@portico/contract'
import { describe } from 'vitest'
import { expect, sessionToken, test } from '../../../test/fixtures.ts'
import { findCustomerId } from '../../../test/stripe-events.ts'
import { subscribe } from '../../../test/subscriptions.ts'
import { closeAccount } from '../accounts/close-account.service.ts'

describe('a member who is removed', () => {
  test('hands over their clients and is out at once', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const [ben, eve] = [await given.member(ada, { sees: 'all' }), await given.member(ada)]
    const maya = await given.client(ben)
    const { id: contactId } = await given.contact(maya)

    const removed = await api
      .as(ada)
      .call(members.remove, { params: { id: ben.id }, body: { handOverTo: eve.id } })

    expect(removed.status).toBe(204)
    expect((await api.as(ben).call(clients.list)).status).toBe(401)
    expect((await api.as(eve).call(clients.list)).body.clients).toMatchObject([{ id: maya.id }])
    const leads = await ctx.db
      .selectFrom('client')
      .select('lead_id')
      .where('id', 'in', [maya.id, contactId])
      .execute()
    expect(leads).toEqual([{ lead_id: eve.id }, { lead_id: eve.id }])
    const { body } = await api.as(ada).call(members.list)
    expect(body.map(({ id, clients }) => [id, clients])).toEqual([
      [ada.id, 0],
      [eve.id, 1],
    ])
  })

  test('finds an empty workspace of their own with the next login', async ({ api, given }) => {
    const ada = await given.freelancer()
    const { token, email } = await given.invitation(ada)
    const password = 'a battery of seven horses'
    const { body } = await api
      .as(null)
      .call(members.accept, { params: { token }, body: { name: 'Sam Reed', password } })
    const { id } = body.user
    await api.as(ada).call(members.remove, { params: { id }, body: { handOverTo: ada.id } })

    const login = await api.as(null).call(accounts.login, { body: { email, password } })

    const sam = { ...ada, token: sessionToken(login) }
    expect((await api.as(sam).call(members.workspace)).body).toMatchObject({
      id,
      role: 'owner',
      membersUsed: 1,
    })
    expect((await api.as(sam).call(clients.list)).body.clients).toEqual([])
  })

  test('may have left', async ({ api, given }) => {
    const ada = await given.freelancer()
    const ben = await given.member(ada)

    const left = await api
      .as(ben)
      .call(members.remove, { params: { id: ben.id }, body: { handOverTo: ada.id } })

    expect(left.status).toBe(204)
    expect((await api.as(ada).call(members.list)).body).toHaveLength(1)
  })

  test('is never the owner, nor the one who gets their clients', async ({ api, given }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    const [eve, ben] = [await given.member(ada, { role: 'admin', sees: 'all' }), await given.member(ada)]
    const stranger = await given.freelancer()
    const remove = (by: typeof ada, id: string, handOverTo: string) =>
      api.as(by).call(members.remove, { params: { id }, body: { handOverTo } })

    for (const by of [ada, eve])
      expect(await remove(by, ada.id, eve.id)).toMatchObject({ status: 409, body: { code: 'OWNER_STAYS' } })
    for (const heir of [ben.id, stranger.id])
      expect(await remove(ada, ben.id, heir)).toMatchObject({
        status: 404,
        body: { code: 'MEMBER_NOT_FOUND', fields: { handOverTo: expect.any(String) } },
      })
    expect(await remove(stranger, ben.id, stranger.id)).toMatchObject({ status: 404 })
    expect((await api.as(ada).call(members.list)).body).toHaveLength(3)
  })
})

test('says when a member was last here', async ({ api, given, ctx }) => {
  const ada = await given.freelancer()
  const ben = await given.member(ada)
  const lastSeenOf = async (id: string) =>
    (await api.as(ada).call(members.list)).body.find((member) => member.id === id)?.lastSeenAt
  expect(await lastSeenOf(ben.id)).toBeNull()

  await api.as(ben).call(members.list)
  await ctx.lastSeen.flush()

  expect(await lastSeenOf(ben.id)).not.toBeNull()
})

describe('a role', () => {
  test('that changes holds from the next call on, and is nobody’s own to change', async ({
    api,
    given,
    ctx,
  }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    const [eve, ben] = [await given.member(ada, { role: 'admin', sees: 'all' }), await given.member(ada)]
    const maya = await given.client(ada)
    const change = (by: typeof ada, id: string, body: members.MemberChange) =>
      api.as(by).call(members.change, { params: { id }, body })
    const seen = async () => (await api.as(ben).call(clients.list)).body.clients.map(({ id }) => id)

    expect(await seen()).toEqual([])
    expect(await change(ben, ben.id, { role: 'admin' })).toMatchObject({ body: { code: 'MANAGERS_ONLY' } })
    expect(await change(eve, ada.id, { role: 'member' })).toMatchObject({ body: { code: 'OWNER_STAYS' } })
    expect(await change(ada, ada.id, { role: 'admin' })).toMatchObject({ body: { code: 'OWNER_STAYS' } })
    expect(await change(ada, ben.id, { role: 'admin', sees: 'assigned' })).toMatchObject({
      body: { code: 'ADMINS_SEE_ALL' },
    })
    expect((await change(eve, ben.id, { sees: 'all' })).body).toMatchObject({ role: 'member', sees: 'all' })
    expect(await seen()).toEqual([maya.id])
    expect((await change(eve, ben.id, { role: 'admin' })).body.role).toBe('admin')
    const { headers } = await api.as(ben).call(members.workspace)
    const renewed = String(headers['x-session-token'])
    expect(ctx.tokens.read(renewed)).toMatchObject({ workspace: ada.id, member: 'admin', sid: ben.sessionId })
    const next = await api.as({ ...ben, token: renewed }).call(members.workspace)
    expect(next.headers['x-session-token']).toBeUndefined()
    expect((await api.as(ben).call(members.workspace)).body.role).toBe('admin')
    await change(ben, eve.id, { role: 'member', sees: 'assigned' })
    expect((await api.as(eve).call(clients.list)).body.clients).toEqual([])
  })
})

describe('a workspace', () => {
  test('is handed over once, by its owner with their password', async ({ api, given }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    const [ben, eve] = [await given.member(ada), await given.member(ada, { role: 'admin', sees: 'all' })]
    const transfer = (by: typeof ada, to: string, password = by.password) =>
      api.as(by).call(members.transfer, { body: { to, password } })

    expect(await transfer(ada, ben.id, 'not the password')).toMatchObject({
      body: { code: 'WRONG_PASSWORD' },
    })
    expect(await transfer(eve, eve.id)).toMatchObject({ status: 403, body: { code: 'OWNER_ONLY' } })
    const replies = await Promise.all([transfer(ada, ben.id), transfer(ada, eve.id)])

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
    const { body } = await api.as(ada).call(members.list)
    expect(body.filter(({ role }) => role === 'owner')).toHaveLength(1)
    expect(body.find(({ id }) => id === ada.id)).toMatchObject({ role: 'admin', sees: 'all' })
  })

  test('brings its plan to the new owner', async ({ api, given }) => {
    const ada = await given.freelancer()
    const ben = await given.member(ada)
    await api.as(ada).call(members.transfer, { body: { to: ben.id, password: ada.password } })

    expect(await api.as(ada).call(billing.status)).toMatchObject({ body: { code: 'OWNER_ONLY' } })
    expect((await api.as(ben).call(billing.preview, { body: { plan: 'enterprise' } })).status).toBe(200)
    expect((await api.as(ben).call(billing.dismissEnd)).status).toBe(200)
    expect((await api.as(ben).call(billing.refresh)).body.plan).toBe('pro')
    expect((await api.as(ben).call(billing.downgrade)).body.plan).toBe('free')
  })

  test('has invoices written to its new owner, by name and address', async ({ api, given, ctx, emails }) => {
    const ada = await given.freelancer()
    await subscribe(ctx, ada, 'enterprise')
    const ben = await given.member(ada, { name: 'Ben Okri' })

    await api.as(ada).call(members.transfer, { body: { to: ben.id, password: ada.password } })
    await emails.to(ben.email)

    const stripe = await ctx.payments.stripe()
    expect(await stripe.customers.retrieve(await findCustomerId(ctx, ada))).toMatchObject({
      name: 'Ben Okri',
      email: ben.email,
    })
  })

  test('is renamed by who manages it, also in the profile', async ({ api, given }) => {
    const ada = await given.freelancer()
    const ben = await given.member(ada, { sees: 'all' })

    const renamed = await api.as(ada).call(members.rename, { body: { name: 'Marsh Studio' } })

    expect(renamed.body.name).toBe('Marsh Studio')
    for (const refused of [
      await api.as(ben).call(members.rename, { body: { name: 'Reed Studio' } }),
      await api.as(ben).call(accounts.changeMe, { body: { company: 'Reed Studio' } }),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'MANAGERS_ONLY' } })
    expect((await api.as(ben).call(accounts.changeMe, { body: { name: 'Ben Reed' } })).status).toBe(200)
    expect((await api.as(ada).call(members.workspace)).body.name).toBe('Marsh Studio')
  })

  test('is chosen by a session of its own, which ends with the one before', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const ben = await given.freelancer({ name: 'Ben Okri' })
    const { token } = await given.invitation(ada, ben)
    const { body: accepted } = await api.as(ben).call(members.accept, { params: { token }, body: {} })
    const inAdas = { ...ben, token: accepted.token }
    const switchTo = (person: typeof ben, workspaceId: string) =>
      api.as(person).call(members.switchTo, { body: { workspaceId } })
    const workspaceOf = async (token: string) =>
      (await api.as({ ...ben, token }).call(members.workspace)).body.id

    const own = (await switchTo(inAdas, ben.id)).body.token
    const again = (await switchTo({ ...ben, token: own }, ada.id)).body.token
    const claimsOf = (token: string) => ctx.tokens.read(token)
    expect(claimsOf(own)).not.toHaveProperty('workspace')
    for (const token of [accepted.token, again])
      expect(claimsOf(token)).toMatchObject({ sub: ben.id, workspace: ada.id, member: 'member' })

    expect(await workspaceOf(own)).toBe(ben.id)
    expect(await workspaceOf(again)).toBe(ada.id)
    expect(await switchTo(ada, ben.id)).toMatchObject({ status: 404, body: { code: 'WORKSPACE_NOT_FOUND' } })
    expect((await api.as({ ...ben, token: own }).call(members.workspaces)).body).toEqual([
      { id: ada.id, name: ada.name, role: 'member', current: false },
      { id: ben.id, name: ben.name, role: 'owner', current: true },
    ])
    await api.as({ ...ben, token: own }).call(accounts.logout)
    for (const ended of [own, again, accepted.token])
      await expect
        .poll(async () => (await api.as({ ...ben, token: ended }).call(members.workspace)).status)
        .toBe(401)
  })
})

describe('an account that is closed', () => {
  test('takes no workspace along in which others work', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const ben = await given.member(ada, { sees: 'all' })
    const maya = await given.client(ben)

    await expect(closeAccount({ ...ctx, stripe: null } as never, ada)).rejects.toThrow(
      'others work in the workspace',
    )
    await closeAccount({ ...ctx, stripe: null } as never, ben)

    expect((await api.as(ada).call(members.list)).body.map(({ id }) => id)).toEqual([ada.id])
    expect((await api.as(ada).call(clients.get, { params: { id: maya.id } })).status).toBe(200)
  })
})
