import { clients, type Endpoint, endpoints, projects } from '@portico/contract'
import { describe } from 'vitest'
import { setClientArchived } from '../src/features/clients/archive.service.ts'
import type { AppContext } from '../src/platform/context.ts'
import { createResources, inputsFor, namesAnId } from './endpoint-inputs.ts'
import { test as base, expect } from './fixtures.ts'
import { createGiven, type TestClient } from './given.ts'

/** The same things in use and archived. Neither reads nor refused writes change them, so all tests share them. */
const test = base
  .extend('inUse', { scope: 'file' }, ({ ctx }) => createClientWithResources(ctx))
  .extend('archived', { scope: 'file' }, async ({ ctx }) => {
    const archived = await createClientWithResources(ctx)
    await setClientArchived(ctx, archived.client.freelancer, archived.client.id, true)
    return archived
  })

/** Endpoints that still work on archived things, besides reads. */
const allowed: string[] = [
  'PUT /clients/:id', // Restores it. Other changes are refused, see below.
  'PUT /projects/:id',
  'DELETE /clients/:id',
  'DELETE /projects/:id',
  'DELETE /contacts/:id',
  // An archived client can log in to read, and can be locked out.
  'POST /clients/:id/reset-access',
  'POST /clients/:id/login-link',
  // Who of the workspace reaches them is no part of what was archived.
  'PUT /clients/:id/members',
  'POST /portals/:clientId/enter',
  // Only reads.
  'POST /clients/:id/preview',
  // Only the freelancer has a bin, and it is emptied automatically too.
  'DELETE /bin/:kind/:id',
  // Only marks things as read.
  'PUT /notifications/read',
  // About sessions and passkeys of one's own, whose id is in the path.
  'DELETE /auth/sessions/:id',
  'DELETE /auth/factors/passkeys/:id',
  // A link to a request would work again once the project is back.
  'DELETE /requests/:id/links/:linkId',
  // About members.
  'PUT /members/:id',
  'DELETE /members/:id',
  'POST /auth/switch',
  'DELETE /members/invitations/:id',
  'POST /invitations/:token/code',
  // Ends a login link of the client's own.
  'DELETE /clients/my-links/:id',
]
const nameOf = ({ method, url }: Endpoint) => `${method} ${url}`
const writing = endpoints.filter(
  (endpoint) =>
    endpoint.method !== 'GET' &&
    !['anyone', 'optional'].includes(endpoint.config.access) &&
    namesAnId(endpoint) &&
    !allowed.includes(nameOf(endpoint)),
)
const reading = endpoints.filter(
  (endpoint) => endpoint.method === 'GET' && endpoint.config.access !== 'anyone' && namesAnId(endpoint),
)

/** Each endpoint with both roles that may call it. */
const asEach = (chosen: Endpoint[]) =>
  chosen.flatMap((endpoint) =>
    (['freelancer', 'client'] as const)
      .filter((role) => [role, 'either'].includes(endpoint.config.access))
      .map((role) => ({ endpoint, role, name: `${role} ${nameOf(endpoint)}` })),
  )

describe('refuses writes to everything that is archived with its client', () => {
  test.for(asEach(writing))('$name', async ({ endpoint, role }, { api, archived: { client, ids } }) => {
    const reply = await api.as(personOf(role, client)).send(endpoint, inputsFor(endpoint, ids))

    expect(reply).toMatchObject({ status: 409, body: { code: 'ARCHIVED' } })
  })
})

describe('still reads everything that is archived with its client', () => {
  test.for(asEach(reading))('$name', async ({ endpoint, role }, { api, inUse, archived }) => {
    const read = ({ client, ids }: typeof inUse) =>
      api.as(personOf(role, client)).send(endpoint, inputsFor(endpoint, ids))

    const reply = await read(archived)

    expect(reply.status).toBe((await read(inUse)).status)
    expect(reply.status).toBeLessThan(300)
  })
})

test('neither text nor status of an archived project is changed, nor details of an archived client', async ({
  api,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const ada = api.as(maya.freelancer)
  await ada.call(clients.update, { params: { id: maya.id }, body: { archived: true } })

  const refused = [
    await ada.call(projects.update, { params: { id }, body: { title: 'Summer menu' } }),
    await ada.call(projects.update, { params: { id }, body: { status: 'Completed' } }),
    await ada.call(clients.update, { params: { id: maya.id }, body: { email: 'new@example.test' } }),
  ]

  for (const reply of refused) expect(reply).toMatchObject({ status: 409, body: { code: 'ARCHIVED' } })
})

async function createClientWithResources(ctx: AppContext) {
  const given = createGiven(ctx)
  return createResources(given, await given.client(await given.freelancer()))
}

function personOf(role: 'freelancer' | 'client', client: TestClient) {
  return role === 'client' ? client : client.freelancer
}
