import { accounts, clients } from '@portico/contract'
import { describe, vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'

describe('the profile', () => {
  test('changes name, company and time zone, and renews the session token with the new name', async ({
    api,
    given,
    ctx,
  }) => {
    const ada = await given.freelancer()

    const { body, headers } = await api.as(ada).call(accounts.changeMe, {
      body: { name: 'Ada Lovelace', company: 'Analytical Ltd', timeZone: 'America/New_York' },
    })

    expect(body).toEqual({
      id: ada.id,
      emailConfirmed: true,
      emailsDelayedSince: null,
      emailRefusal: null,
      pendingEmail: null,
      name: 'Ada Lovelace',
      email: ada.email,
      company: 'Analytical Ltd',
      timeZone: 'America/New_York',
    })
    expect((await api.as(ada).call(accounts.me)).body).toEqual(body)
    expect(ctx.tokens.read(String(headers['x-session-token']))).toMatchObject({
      sid: ada.sessionId,
      name: 'Ada Lovelace',
    })
    expect((await api.as(ada).call(accounts.changeMe, { body: { company: '' } })).body.company).toBeNull()
  })

  test('shows clients the new name and company', async ({ api, given }) => {
    const maya = await given.client(await given.freelancer())
    const change = { name: 'Ada Lovelace', company: 'Analytical Ltd' }

    await api.as(maya.freelancer).call(accounts.changeMe, { body: change })

    const { freelancer } = (await api.as(maya).call(clients.myFreelancer)).body
    expect(freelancer).toMatchObject({ name: 'Ada Lovelace', role: 'Analytical Ltd' })
  })

  test('has a time zone whose change waits for a change of a project', async ({ api, ctx, given }) => {
    const ada = await given.freelancer()
    const { id } = await given.project(await given.client(ada))

    const [changing] = await ctx.db.transaction().execute(async (trx) => {
      const write = (title: string) =>
        trx.updateTable('project').set({ title }).where('id', '=', id).execute()
      await write('One')
      const changing = api.as(ada).call(accounts.changeMe, { body: { timeZone: 'Asia/Tokyo' } })
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
      // PostgreSQL checks the foreign key of a row that one transaction updates twice.
      await write('Two')
      return [changing]
    })

    expect((await changing)?.status).toBe(200)
  })

  test('has a time zone that can change while a project is created', async ({ ctx, given }) => {
    const maya = await given.client(await given.freelancer())

    const { creating } = await ctx.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('workspace')
        .set({ time_zone: 'Asia/Tokyo' })
        .where('id', '=', maya.freelancer.id)
        .execute()
      const creating = given.project(maya)
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
      return { creating }
    })

    expect(await creating).toMatchObject({ timeZone: 'Asia/Tokyo' })
  })

  test.for(['Mars/Olympus', 'FOO+3', 'utc; drop table client'])(
    'returns 400 for the time zone %j',
    async (timeZone, { api, given }) => {
      const reply = await api.as(await given.freelancer()).call(accounts.changeMe, { body: { timeZone } })
      expect(reply).toMatchObject({ status: 400, body: { fields: { timeZone: expect.any(String) } } })
    },
  )

  test.for([{}, { name: ' ' }, { plan: 'enterprise' }, { email: 'x@y.test' }])(
    'returns 400 for %j',
    async (body, { api, given }) => {
      expect((await api.as(await given.freelancer()).send(accounts.changeMe, { body })).status).toBe(400)
    },
  )
})
