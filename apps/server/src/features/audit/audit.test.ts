import { accounts, audit, clients, contacts, files, guestLinks, notes, projects } from '@portico/contract'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { type Api, expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestFreelancer, TestUser } from '../../../test/given.ts'
import { deleteExpiredAuditEntries } from './audit.service.ts'
import { audit as write } from './audit.ts'

const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0'

async function entriesOf(api: Api, freelancer: TestFreelancer, querystring: audit.Filter = {}) {
  const { status, body } = await api.as(freelancer).call(audit.list, { querystring })
  expect(status).toBe(200)
  return body
}

const actionsOf = async (api: Api, freelancer: TestFreelancer, filter: audit.Filter = {}) =>
  (await entriesOf(api, freelancer, filter)).map(({ action }) => action)

test('the log is for the owner and the admins', async ({ api, given }) => {
  const ada = await given.freelancer()
  const [admin, member] = [
    await given.member(ada, { role: 'admin', sees: 'all' }),
    await given.member(ada, { sees: 'all' }),
  ]

  for (const endpoint of [audit.list, audit.exportCsv]) {
    expect((await api.as(admin).send(endpoint)).status).toBe(200)
    expect(await api.as(member).send(endpoint)).toMatchObject({
      status: 403,
      body: { code: 'MANAGERS_ONLY' },
    })
  }
})

describe('an entry', () => {
  test('says who logged in, when, from which device and address', async ({ api, given, ctx }) => {
    const ada = await given.freelancer({ name: 'Ada Marsh' })

    await api.as(null).send(accounts.login, {
      body: { email: ada.email, password: ada.password },
      headers: { 'user-agent': FIREFOX },
    })

    expect((await entriesOf(api, ada))[0]).toEqual({
      id: expect.any(String),
      at: expect.stringContaining(ctx.clock.now().toISOString().slice(0, 10)),
      actor: { type: 'freelancer', id: ada.personId, name: 'Ada Marsh' },
      action: 'login.succeeded',
      group: 'login',
      target: null,
      device: 'Firefox on macOS',
      address: '127.0.0.1',
      details: { method: 'password' },
    })
  })

  test('keeps the names of then', async ({ api, given }) => {
    const ada = await given.freelancer({ name: 'Ada Marsh' })
    const maya = await given.client(ada, { firstName: 'Maya', lastName: 'Whitcombe' })
    await api.as(ada).call(clients.resetAccess, { params: { id: maya.id } })

    await api.as(ada).call(accounts.changeMe, { body: { name: 'Ada Stone' } })
    await api.as(ada).call(clients.remove, { params: { id: maya.id } })

    const [deleted, , reset] = await entriesOf(api, ada)
    expect(deleted).toMatchObject({ action: 'client.deleted', actor: { name: 'Ada Stone' } })
    expect(deleted?.target).toEqual({ kind: 'client', id: maya.id, name: 'Maya Whitcombe' })
    expect(reset).toMatchObject({ action: 'access.reset', actor: { name: 'Ada Marsh' } })
  })

  test('exists only if the change does', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const before = await actionsOf(api, ada)

    const failed = ctx.db.transaction().execute(async (trx) => {
      await write({ ...ctx, db: trx }, ada, { action: 'password.changed' })
      throw new Error('the change failed')
    })

    await expect(failed).rejects.toThrow('the change failed')
    expect(await actionsOf(api, ada)).toEqual(before)
  })

  test('is a line of the log, once the change is committed', async ({ given, ctx }) => {
    const ada = await given.freelancer({ name: 'Ada Marsh' })
    const lines: object[] = []
    const log = { ...ctx.log, info: (line: object) => lines.push(line) } as never

    await ctx.db.transaction().execute(async (trx) => {
      await write({ ...ctx, log, db: trx }, ada, { action: 'password.changed' })
      expect(lines).toEqual([])
    })
    await write({ ...ctx, log }, ada, { action: 'email.confirmed' })

    const line = {
      log: 'audit',
      workspaceId: ada.workspaceId,
      actorType: 'freelancer',
      actorName: 'Ada Marsh',
    }
    expect(lines).toMatchObject([
      { ...line, action: 'password.changed' },
      { ...line, action: 'email.confirmed' },
    ])
  })

  test('contains no secret of what it is about', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const { body } = await api.as(ada).call(clients.createLoginLink, { params: { id: maya.id } })
    await api.as(ada).call(accounts.changePassword, {
      body: { currentPassword: ada.password, newPassword: 'an entirely other phrase' },
    })

    const { rows } = await sql<{ entry: string }>`
      select to_jsonb(e)::text as entry from audit_entry e where workspace_id = ${ada.workspaceId}`.execute(
      ctx.db,
    )

    const all = rows.map(({ entry }) => entry).join()
    for (const secret of [tokenFromUrl(body.loginUrl), ada.password, 'an entirely other phrase', ada.token])
      expect(all).not.toContain(secret)
  })
})

describe('records', () => {
  test('the client who comes in by a link and ends their session', async ({ api, given }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada, { firstName: 'Maya', lastName: 'Whitcombe' })

    await api.as(maya).call(accounts.logout)

    const [ended, entered] = await entriesOf(api, ada, { actor: maya.personId })
    expect(ended).toMatchObject({ action: 'session.ended', details: { method: 'logout', count: 1 } })
    expect(entered).toMatchObject({
      action: 'login.succeeded',
      actor: { type: 'client', name: 'Maya Whitcombe' },
      details: { method: 'link', from: 'handed_out' },
    })
  })

  test('the client whose login link has expired, and the guest who opens theirs, once an hour', async ({
    api,
    given,
    clock,
    ctx,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada, { firstName: 'Maya', lastName: 'Whitcombe' })
    const [request] = await given.requests(ada, await given.project(maya), ['Logo as a vector file'])
    const { token } = await given.guestLink(maya, request)
    const open = () => api.as(null).call(guestLinks.open, { params: { token } })

    await open()
    await open()
    clock.forward({ seconds: 3_601 })
    await open()
    const expired = { expires_at: ctx.clock.now().toISOString() }
    await ctx.db.updateTable('login_link').set(expired).where('client_id', '=', maya.id).execute()
    await api.as(null).send(clients.enter, { querystring: { token: tokenFromUrl(maya.loginUrl) } })

    const newest = () => entriesOf(api, ada).then((entries) => entries.slice(0, 3))
    await expect.poll(newest).toMatchObject([
      {
        action: 'login.failed',
        actor: { type: 'client', name: 'Maya Whitcombe' },
        details: { method: 'link' },
      },
      {
        action: 'guest_link.opened',
        actor: { type: 'guest', id: null, name: 'A guest of Maya' },
        target: { kind: 'request', name: 'Logo as a vector file' },
      },
      { action: 'guest_link.opened' },
    ])
    expect((await actionsOf(api, ada)).filter((action) => action === 'guest_link.opened')).toHaveLength(2)
  })

  test.for<[string, (api: Api, ada: TestFreelancer) => Promise<unknown>]>([
    [
      'that was asked for again',
      (api, ada) => api.as(ada).call(accounts.confirm, { body: { password: 'not this one' } }),
    ],
    [
      'in the form of a new one',
      (api, ada) =>
        api.as(ada).call(accounts.changePassword, {
          body: { currentPassword: 'no', newPassword: 'an entirely other' },
        }),
    ],
  ])('a wrong password %s', async ([, fail], { api, given }) => {
    const ada = await given.freelancer()

    await fail(api, ada)

    await expect
      .poll(() => entriesOf(api, ada, { group: 'login' }))
      .toMatchObject([{ action: 'login.failed', details: { method: 'confirm' } }])
  })

  test('a change of address with both addresses', async ({ api, given }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)

    await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email: 'new@maya.test' } })

    const [entry] = await entriesOf(api, ada, { target: maya.id })
    expect(entry).toMatchObject({
      action: 'client.changed',
      details: { from: maya.email, to: 'new@maya.test' },
    })
  })

  test('contacts, exports and deletions', async ({ api, given }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const project = await given.project(maya)
    const file = await given.file(ada, project)
    const contact = await given.contact(maya)

    await api.as(ada).call(contacts.remove, { params: { id: contact.id } })
    await api.as(maya).call(notes.exportCsv, { params: { id: file.id } })
    await api.as(maya).call(files.zipLink, { params: { id: project.id } })
    await api.as(ada).call(files.remove, { params: { id: file.id } })
    await api.as(ada).call(projects.remove, { params: { id: project.id } })

    expect((await actionsOf(api, ada)).slice(0, 5)).toEqual([
      'project.deleted',
      'file.deleted',
      'export.files',
      'export.notes',
      'contact.removed',
    ])
  })

  test('a wrong password, at most ten times a minute', async ({ api, given }) => {
    const ada = await given.freelancer()
    const fail = () =>
      api.as(null).call(accounts.login, { body: { email: ada.email, password: 'not this one' } })

    for (let time = 0; time < 12; time++) await fail()

    const failures = () => actionsOf(api, ada, { group: 'login' })
    await expect.poll(failures).toEqual(Array(10).fill('login.failed'))
  })

  test('nothing about an address that nobody has', async ({ api, ctx }) => {
    await api.as(null).call(accounts.login, { body: { email: 'nobody@nowhere.test', password: 'a guess' } })

    const found = ctx.db.selectFrom('audit_entry').select('id').where('words', 'like', '%nowhere%')
    expect(await found.execute()).toEqual([])
  })

  test.for([
    ['a client who asks for what is a freelancer’s', 'NOT_ALLOWED', 'GET /clients'],
    ['a client who asks for what is somebody else’s', 'FILE_NOT_FOUND', 'GET /files/:id'],
  ] as const)('%s', async ([, code, method], { api, given }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const other = await given.client(await given.freelancer())
    const { id } = await given.file(other, await given.project(other))

    if (code === 'NOT_ALLOWED') await api.as(maya).send(clients.list)
    else await api.as(maya).call(files.get, { params: { id } })

    await expect
      .poll(() => entriesOf(api, ada, { group: 'refused' }))
      .toMatchObject([{ actor: { id: maya.personId }, details: { method, to: code } }])
  })

  test('no refusal of a plan, a state or a missing field', async ({ api, given }) => {
    const ada = await given.freelancer()
    const tom = { firstName: 'Tom', lastName: 'Okafor', email: 'not an address' }
    await api.as(ada).send(clients.create, { body: tom })
    await given.client(ada)
    await api.as(ada).send(clients.create, {
      body: { ...tom, email: 'tom@okafor.test' },
    })
    // What comes after it in the same log proves that it is not merely late.
    const maya = await given.client(await given.freelancer())
    await api.as(ada).send(clients.get, { params: { id: maya.id } })

    await expect.poll(() => actionsOf(api, ada, { group: 'refused' })).toEqual(['access.refused'])
  })
})

describe('the list', () => {
  test('is the log of one’s own workspace, and of no client', async ({ api, given }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const maya = await given.client(ada)

    expect((await entriesOf(api, eve)).map(({ actor }) => actor.id)).toEqual([eve.personId])
    for (const person of [maya, null] as (TestUser | null)[])
      for (const endpoint of [audit.list, audit.exportCsv])
        expect((await api.as(person).send(endpoint)).status).toBe(person ? 403 : 401)
  })

  test('is filtered by person, thing, kind, days and words', async ({ api, given, ctx, clock }) => {
    const ada = await given.freelancer({ name: 'Ada Marsh' })
    const maya = await given.client(ada, { firstName: 'José', lastName: 'Núñez' })
    clock.forward({ days: 2 })
    await api.as(ada).call(clients.resetAccess, { params: { id: maya.id } })
    const today = ctx.clock.now().toISOString().slice(0, 10)

    expect(await actionsOf(api, ada, { actor: maya.personId })).toEqual(['login.succeeded'])
    expect(await actionsOf(api, ada, { target: maya.id })).toEqual(['access.reset', 'client.created'])
    expect(await actionsOf(api, ada, { group: 'links' })).toEqual(['access.reset'])
    expect(await actionsOf(api, ada, { from: today })).toEqual(['access.reset'])
    expect(await actionsOf(api, ada, { from: today, group: 'clients' })).toEqual([])
    expect(await actionsOf(api, ada, { to: today, search: 'jose nunez added' })).toEqual(['client.created'])
    expect(await actionsOf(api, ada, { search: '100%' })).toEqual([])
  })

  test('is paged without gaps or repeats', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    for (let n = 0; n < 7; n++) await write(ctx, ada, { action: 'password.changed', details: { count: n } })

    const counts: (number | undefined)[] = []
    let cursor: string | undefined
    do {
      const { body, headers } = await api.as(ada).call(audit.list, {
        querystring: { group: 'account', search: 'password', limit: 3, ...(cursor && { cursor }) },
      })
      counts.push(...body.map(({ details }) => details.count))
      cursor = /cursor=([\w-]+)/.exec(String(headers.link ?? ''))?.[1]
    } while (cursor)

    expect(counts).toEqual([6, 5, 4, 3, 2, 1, 0])
  })

  test('is exported whole, and no cell is a formula', async ({ api, given }) => {
    const ada = await given.freelancer({ name: '=cmd()' })

    const { headers, body } = await api.as(ada).send(audit.exportCsv)

    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, exported, registered] = String(body).split('\r\n')
    expect(head).toContain('"At","Who"')
    expect(exported).toContain(`"'=cmd()","freelancer","exported the security log"`)
    expect(registered).toContain('"registered"')
  })
})

describe('an entry is kept', () => {
  const aged = async (ctx: Parameters<typeof write>[0], ada: TestFreelancer, days: number) => {
    const at = new Date(Date.now() - days * 86_400_000)
    await write({ ...ctx, clock: { now: () => at } }, ada, { action: 'password.changed' })
  }

  test.for([
    ['changed', sql`update audit_entry set actor_name = 'Nobody'`],
    ['deleted', sql`delete from audit_entry`],
    ['truncated', sql`truncate audit_entry`],
  ] as const)('when it is to be %s', async ([, statement], { given, ctx, api }) => {
    const ada = await given.freelancer()

    await expect(statement.execute(ctx.db)).rejects.toThrow('an audit entry is never changed')
    expect(await actionsOf(api, ada)).toEqual(['account.registered'])
  })

  test('for 400 days, and goes then', async ({ given, ctx, api }) => {
    const ada = await given.freelancer()
    await aged(ctx, ada, 399)
    await aged(ctx, ada, 401)

    await deleteExpiredAuditEntries(ctx)

    expect(await actionsOf(api, ada)).toEqual(['account.registered', 'password.changed'])
  })

  test('within the last 30 days even from the expiry', async ({ given, ctx }) => {
    await given.freelancer()

    const expiry = ctx.db.transaction().execute(async (trx) => {
      await sql`select set_config('portico.audit_expiry', 'infinity', true)`.execute(trx)
      await sql`delete from audit_entry`.execute(trx)
    })

    await expect(expiry).rejects.toThrow('an audit entry is never changed')
  })
})
