import { clients, type Endpoint, endpoints, type Problem } from '@portico/contract'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { removeProject } from '../src/features/projects/projects.service.ts'
import type { AppContext } from '../src/platform/context.ts'
import { createResources, type Ids, inputsFor, kindOf, namesAnId, UNKNOWN_IDS } from './endpoint-inputs.ts'
import { expect, test } from './fixtures.ts'
import type { TestUser } from './given.ts'
import { expectWithinASecond } from './within-a-second.ts'

const open = ['anyone', 'optional']
const guarded = endpoints.filter(({ config }) => !open.includes(config.access))
const byFreelancer = guarded.filter(({ config }) => config.access === 'freelancer')
const byClient = guarded.filter(({ config }) => config.access === 'client')
const byEither = guarded.filter(({ config }) => config.access === 'either')

describe('without a session', () => {
  test.for(guarded)('$method $url returns 401', async (endpoint, { api, given }) => {
    const { ids } = await createResources(given, await given.client(await given.freelancer()))

    const reply = await api.as(null).send(endpoint, inputsFor(endpoint, ids))

    expect(reply).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } })
  })
})

describe('the wrong role gets 403', () => {
  test.for([...byFreelancer, ...byClient])('$method $url', async (endpoint, { api, given, ctx }) => {
    const { client, ids } = await createResources(given, await given.client(await given.freelancer()))
    const wrong: TestUser = endpoint.config.access === 'freelancer' ? client : client.freelancer
    const before = await everything(ctx)

    const reply = await api.as(wrong).send(endpoint, inputsFor(endpoint, ids))

    expect(reply).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } })
    expect(await everything(ctx)).toEqual(before)
  })
})

describe('another freelancer gets the same 404 as for an unknown id', () => {
  test.for([...byFreelancer, ...byEither].filter(namesAnId))(
    '$method $url',
    async (endpoint, { api, given, ctx }) => {
      const freelancer = await given.freelancer()
      const { client, ids } = await createResources(given, await given.client(freelancer), freelancer)
      const stranger = await given.freelancer()
      const before = await everything(ctx)

      const theirs = await api.as(stranger).send(endpoint, inputsFor(endpoint, ids))
      const unknown = await api.as(stranger).send(endpoint, inputsFor(endpoint, UNKNOWN_IDS))
      const after = await everything(ctx)
      const owners = await api.as(client.freelancer).send(endpoint, inputsFor(endpoint, ids))

      expect(theirs.status).toBe(404)
      expect(withoutRequest(theirs)).toEqual(withoutRequest(unknown))
      expect(after, 'nothing has changed').toEqual(before)
      expect(owners.status, 'the owner may').toBeLessThan(300)
    },
  )
})

describe('a sibling client gets the same 404 as for an unknown id', () => {
  test.for([...byClient, ...byEither].filter(namesAnId))(
    '$method $url',
    async (endpoint, { api, given, ctx }) => {
      const freelancer = await given.freelancer()
      const { client, ids } = await createResources(given, await given.client(freelancer))
      // Siblings may know their common freelancer.
      const theirOwn = endpoint.url.includes(':freelancerId')
      const sibling = await given.client(theirOwn ? await given.freelancer() : freelancer)
      const before = await everything(ctx)

      const theirs = await api.as(sibling).send(endpoint, inputsFor(endpoint, ids))
      const unknown = await api.as(sibling).send(endpoint, inputsFor(endpoint, UNKNOWN_IDS))
      const after = await everything(ctx)
      const owners = await api.as(client).send(endpoint, inputsFor(endpoint, ids))

      expect(theirs.status).toBe(404)
      expect(withoutRequest(theirs)).toEqual(withoutRequest(unknown))
      expect(after, 'nothing has changed').toEqual(before)
      expect(owners.status, 'the owner may').toBeLessThan(300)
    },
  )
})

describe('an id in the bin returns the same 404 as an unknown id, also for its owners', () => {
  const ofProject: string[] = ['projectId', 'fileId', 'feedbackId', 'replyId', 'noteId']
  ofProject.push('reviewId', 'codedReviewId', 'decidedId', 'receiptId')
  const isOfProject = (endpoint: Endpoint) =>
    (/:id/.test(endpoint.url) && ofProject.includes(kindOf(endpoint))) ||
    /"projectId"/.test(JSON.stringify(endpoint.schema.body ?? {}))

  test.for(guarded.filter(isOfProject))('$method $url', async (endpoint, { api, given, ctx }) => {
    const { client, ids } = await createResources(given, await given.client(await given.freelancer()))
    const person = endpoint.config.access === 'client' ? client : client.freelancer
    const inBin = await createResources(given, client)
    await removeProject(ctx, client.freelancer, inBin.ids.projectId)
    const binnedIds = Object.entries(inBin.ids).filter(([name]) => ofProject.includes(name))
    const send = (changed: Partial<Ids>) =>
      api.as(person).send(endpoint, inputsFor(endpoint, { ...ids, ...changed }))

    const unknown = await send(UNKNOWN_IDS)
    const replies = [await send(Object.fromEntries(binnedIds))]
    if (kindOf(endpoint) === 'fileId') replies.push(await send({ fileId: ids.binnedId }))

    for (const reply of replies) {
      expect(reply.status).toBe(404)
      expect(withoutRequest(reply)).toEqual(withoutRequest(unknown))
    }
  })
})

describe('a deleted client gets 401 within a second', () => {
  test.for(guarded.filter(({ config }) => config.access !== 'freelancer'))(
    '$method $url',
    async (endpoint, { api, given }) => {
      await expectWithinASecond(async () => {
        const { client, ids } = await createResources(given, await given.client(await given.freelancer()))
        await api.as(client.freelancer).call(clients.remove, { params: { id: client.id } })
        return {
          isOver: async () =>
            expect(await api.as(client).send(endpoint, inputsFor(endpoint, ids))).toMatchObject({
              status: 401,
              body: { code: 'NOT_SIGNED_IN' } satisfies Partial<Problem>,
            }),
        }
      })
    },
  )
})

test.for(endpoints)(
  '$method $url sends no CORS headers to a foreign origin',
  async ({ method, url }, { app, given }) => {
    const { token } = await given.freelancer()
    const headers = { authorization: `Bearer ${token}`, origin: 'https://evil.test' }
    const path = `/api${url.replace(/:\w+/g, UNKNOWN_IDS.projectId)}`

    const asked = await app.inject({ method, url: path, headers })
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: path,
      headers: { origin: headers.origin, 'access-control-request-method': method },
    })

    for (const { headers } of [asked, preflight])
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(asked.headers.vary).toContain('Origin')
    expect(preflight.statusCode).toBe(404)
  },
)

/** A checksum of each table (without last_seen_at, which every call changes) and the stored keys. */
async function everything({ db, storage }: AppContext) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const checksums = rows.map(async ({ name }) => {
    const checksum = sql<{ checksum: string }>`
      select md5(coalesce(string_agg(row::text, '' order by row::text), '')) as checksum
      from (select to_jsonb(held) - 'last_seen_at' as row from ${sql.table(name)} held) whole`
    return [name, (await checksum.execute(db)).rows[0]?.checksum] as const
  })
  const stored: string[] = []
  for await (const { key } of storage.list()) stored.push(key)
  return { ...Object.fromEntries(await Promise.all(checksums)), stored }
}

function withoutRequest({ status, body, headers }: { status: number; body: unknown; headers: object }) {
  return { status, body, headers: Object.keys(headers).sort() }
}
