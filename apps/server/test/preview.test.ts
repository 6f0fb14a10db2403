import {
  accounts,
  activity,
  clients,
  type Endpoint,
  endpoints,
  files,
  type Problem,
  projects,
} from '@portico/contract'
import { describe } from 'vitest'
import { endSession } from '../src/features/accounts/ended-sessions.service.ts'
import { createResources, inputsFor, TEAM_NOTE_TEXT, textOf } from './endpoint-inputs.ts'
import { everything } from './everything.ts'
import { expect } from './fixtures.ts'
import { createGiven, type TestClient } from './given.ts'
import { test as base, handshakeErrorOf, openSocket } from './socket.ts'
import { expectWithinASecond } from './within-a-second.ts'

/** One client with something of every kind, and a preview by their freelancer. */
const test = base.extend('previewed', { scope: 'file' }, async ({ ctx }) => {
  const given = createGiven(ctx)
  const { client, ids } = await createResources(given, await given.client(await given.freelancer()))
  await ctx.lastSeen.flush()
  return { client, ids, preview: await given.preview(client) }
})

const guarded = endpoints.filter(({ config }) => config.access !== 'anyone')
const READ_ONLY = { status: 403, body: { code: 'PREVIEW_READ_ONLY' } satisfies Partial<Problem> }
const over = { status: 401, body: { code: 'NOT_SIGNED_IN' } }

describe('refuses what would change something, before anything else is judged', () => {
  test.for(guarded.filter(({ method }) => method !== 'GET'))(
    '$method $url',
    async (endpoint, { api, previewed: { preview, ids } }) => {
      expect(await api.as(preview).send(endpoint, inputsFor(endpoint, ids))).toMatchObject(READ_ONLY)
      expect(await api.as(preview).send(endpoint, { body: { no: 'such field' } })).toMatchObject(READ_ONLY)
    },
  )

  test.for(['POST', 'OPTIONS', 'HEAD', 'PATCH', 'DELETE'] as const)(
    '%s of a resumable upload',
    async (method, { app, previewed: { preview, ids } }) => {
      const id = method === 'POST' || method === 'OPTIONS' ? '' : `/${ids.fileId}`
      const headers = { authorization: `Bearer ${preview.token}`, 'tus-resumable': '1.0.0' }
      const reply = await app.inject({ method, url: `/api${files.RESUMABLE_URL}${id}`, headers })

      expect(reply.statusCode).toBe(READ_ONLY.status)
      if (method !== 'HEAD') expect(reply.json()).toMatchObject(READ_ONLY.body)
    },
  )
})

/** Refusals of the tests before are recorded a moment later. */
const withoutAudit = { except: ['audit_entry'] }

describe('reads what the client reads, and leaves no trace', () => {
  const isReadByClient = ({ method, config }: Endpoint) =>
    method === 'GET' && ['client', 'either', 'optional'].includes(config.access)

  test.for(guarded.filter(isReadByClient))(
    '$method $url',
    async (endpoint, { api, ctx, previewed: { client, preview, ids } }) => {
      const inputs = inputsFor(endpoint, ids)
      const own = await api.as(client).send(endpoint, inputs)
      await ctx.lastSeen.flush()
      const before = await everything(ctx, withoutAudit)

      const reply = await api.as(preview).send(endpoint, inputs)
      await ctx.lastSeen.flush()

      expect(reply.status).toBe(own.status)
      expect(textOf(reply.body)).not.toContain(TEAM_NOTE_TEXT)
      expect(Object.keys(reply.headers)).not.toContain('x-session-token')
      expect(await everything(ctx, withoutAudit)).toEqual(before)
    },
  )

  test.for(guarded.filter(({ method, config }) => method === 'GET' && config.access === 'freelancer'))(
    '$method $url is the freelancer’s alone',
    async (endpoint, { api, previewed: { preview, ids } }) => {
      expect(await api.as(preview).send(endpoint, inputsFor(endpoint, ids))).toMatchObject({
        status: 403,
        body: { code: 'NOT_ALLOWED' },
      })
    },
  )

  test('opens files and pictures by their own links', async ({ api, app, ctx, previewed }) => {
    const { preview, ids } = previewed
    const { body: file } = await api.as(preview).call(files.get, { params: { id: ids.fileId } })
    const { body: zip } = await api.as(preview).call(files.zipLink, { params: { id: ids.projectId } })
    await ctx.lastSeen.flush()
    const before = await everything(ctx, withoutAudit)

    for (const link of [file.fileUrl, zip.zipUrl]) {
      const { pathname, search } = new URL(link)
      expect((await app.inject({ url: pathname + search })).statusCode).toBe(200)
    }
    await ctx.lastSeen.flush()

    expect(await everything(ctx, withoutAudit)).toEqual(before)
  })

  test('refuses a socket, so that the client is not shown as online', async ({ address, previewed, ctx }) => {
    const { token, id } = previewed.preview

    expect(await handshakeErrorOf(openSocket(address, { token }))).toMatchObject({
      code: 'PREVIEW_READ_ONLY',
    })
    expect(await ctx.presence.isOnline({ side: 'client', personId: id })).toBe(false)
  })
})

describe('starting a preview', () => {
  const start = { call: clients.preview }

  test('is allowed to freelancers only, for their own clients', async ({
    api,
    given,
    previewed: { client },
  }) => {
    const params = { id: client.id }
    const eve = await given.freelancer()

    expect(await api.as(eve).call(start.call, { params })).toMatchObject({ status: 404 })
    expect(await api.as(client).call(start.call, { params })).toMatchObject({
      status: 403,
      body: { code: 'NOT_ALLOWED' },
    })
    expect(await api.as(null).call(start.call, { params })).toMatchObject(over)
  })

  test('is shown in the facts about the client’s access, and notifies nobody', async ({
    api,
    given,
    ctx,
  }) => {
    const client = await given.client(await given.freelancer())
    const { freelancer } = client
    const accessOf = async () =>
      (await api.as(freelancer).call(clients.get, { params: { id: client.id } })).body.access
    const news = async (person: TestClient | typeof freelancer) =>
      (await api.as(person).call(activity.notifications)).body.map(({ kind }) => kind)
    const before = await accessOf()

    const { body } = await api.as(freelancer).call(start.call, { params: { id: client.id } })

    const events = await ctx.db
      .selectFrom('event')
      .select(['kind', 'actor_type', 'for_client', 'for_freelancer'])
      .where('client_id', '=', client.id)
      .where('kind', '=', 'client_previewed')
      .execute()
    expect(events).toEqual([
      { kind: 'client_previewed', actor_type: 'freelancer', for_client: false, for_freelancer: false },
    ])
    expect(before.lastPreviewedAt).toBeNull()
    expect(await accessOf()).toEqual({ ...before, lastPreviewedAt: expect.any(String) })
    expect(await news(client)).toEqual([])
    expect(await news(freelancer)).toEqual(['client_joined'])
    expect(ctx.tokens.read(body.token)).toMatchObject({ sub: client.id, role: 'client', preview: true })
  })

  test('does not count as the client’s first login', async ({ api, given, ctx }) => {
    const freelancer = await given.freelancer()
    const { body } = await api.as(freelancer).call(clients.create, { body: given.newClient() })
    const params = { id: body.client.id }

    const { body: preview } = await api.as(freelancer).call(start.call, { params })
    const token = { token: preview.token } as TestClient
    expect((await api.as(token).call(projects.listForClient)).status).toBe(200)
    await ctx.lastSeen.flush()

    const { body: detail } = await api.as(freelancer).call(clients.get, { params })
    expect(detail.access).toMatchObject({ lastSeenAt: null, sessionsAlive: 0, lastOpenedAt: null })
  })

  test('works for an archived client', async ({ api, given }) => {
    const client = await given.client(await given.freelancer())
    await api
      .as(client.freelancer)
      .call(clients.update, { params: { id: client.id }, body: { archived: true } })

    expect((await api.as(await given.preview(client)).call(projects.listForClient)).status).toBe(200)
  })

  test('ends no session of the client, however many there are', async ({ api, given }) => {
    const client = await given.client(await given.freelancer())
    for (let n = 0; n < 55; n++) await given.preview(client)

    expect((await api.as(client).call(projects.listForClient)).status).toBe(200)
  })
})

describe('a preview ends', () => {
  const read = { call: projects.listForClient }

  test('after 15 minutes, and is not renewed', async ({ api, given, clock }) => {
    const preview = await given.preview(await given.client(await given.freelancer()))

    clock.forward({ seconds: clients.PREVIEW_SECONDS - 5 })
    const last = await api.as(preview).call(read.call)
    expect(last.status).toBe(200)
    expect(last.headers).not.toHaveProperty('x-session-token')
    clock.forward({ seconds: 10 })
    expect(await api.as(preview).call(read.call)).toMatchObject(over)
  })

  test.for<[how: string, end: (client: TestClient, api: Api, ctx: Context) => Promise<unknown>]>([
    ['when the freelancer logs out', ({ freelancer }, _api, ctx) => endSession(ctx, freelancer)],
    [
      'when the freelancer changes the password',
      ({ freelancer }, api) =>
        api.as(freelancer).call(accounts.changePassword, {
          body: { currentPassword: freelancer.password, newPassword: 'another horse battery' },
        }),
    ],
    [
      'when the client is deleted',
      ({ freelancer, id }, api) => api.as(freelancer).call(clients.remove, { params: { id } }),
    ],
    [
      'when the client’s access is reset',
      ({ freelancer, id }, api) => api.as(freelancer).call(clients.resetAccess, { params: { id } }),
    ],
  ])('%s', async ([, end], { api, given, ctx }) => {
    await expectWithinASecond(async () => {
      const client = await given.client(await given.freelancer())
      const preview = await given.preview(client)
      expect((await api.as(preview).call(read.call)).status).toBe(200)
      await end(client, api, ctx)
      return { isOver: async () => expect(await api.as(preview).call(read.call)).toMatchObject(over) }
    })
  })

  test('cannot begin in a session that has ended', async ({ given, ctx }) => {
    const client = await given.client(await given.freelancer())
    await endSession(ctx, client.freelancer)

    await expect(given.preview(client)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  })
})

type Api = import('./fixtures.ts').Api
type Context = import('../src/platform/context.ts').AppContext
