import { accounts, clients, members } from '@portico/contract'
import { describe } from 'vitest'
import { expect, sessionToken, test } from '../../../test/fixtures.ts'

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
