import { type Endpoint, endpoints, type Problem } from '@portico/contract'
import { describe } from 'vitest'
import { removeClient } from '../src/features/clients/clients.service.ts'
import { removeContact } from '../src/features/clients/contacts.service.ts'
import { removeMember } from '../src/features/members/members.service.ts'
import { removeProject } from '../src/features/projects/projects.service.ts'
import {
  createResources,
  createResourcesFor,
  type Ids,
  inputsFor,
  kindOf,
  namesAnId,
  TEAM_NOTE_TEXT,
  textOf,
  UNKNOWN_IDS,
} from './endpoint-inputs.ts'
import { everything } from './everything.ts'
import { test as base, expect } from './fixtures.ts'
import { createGiven, type TestUser } from './given.ts'
import { expectWithinASecond } from './within-a-second.ts'

/** Refused calls change nothing, so all tests of refusals share this data. */
const test = base
  .extend('data', { scope: 'file' }, async ({ ctx }) => {
    const given = createGiven(ctx)
    const freelancer = await given.freelancer()
    const { client, ids } = await createResources(given, await given.client(freelancer))
    const binned = await createResources(given, client)
    await removeProject(ctx, freelancer, binned.ids.projectId)
    const sibling = await given.client(freelancer)
    return {
      ...{ freelancer, client, ids, binnedIds: binned.ids },
      authored: (await createResources(given, client, freelancer)).ids,
      stranger: await given.freelancer(),
      admin: await given.member(freelancer, { role: 'admin', sees: 'all' }),
      seeingAll: await given.member(freelancer, { sees: 'all' }),
      seeingOthers: await given.member(freelancer, { clients: [sibling] }),
      sibling,
      contact: await given.contact(client),
      contactOfSibling: await given.contact(sibling),
      clientOfAnother: await given.client(await given.freelancer()),
    }
  })
  .extend('deletedClient', { scope: 'file' }, async ({ ctx, app }) => {
    const { result } = await expectWithinASecond(async () => {
      const given = createGiven(ctx)
      const result = await createResources(given, await given.client(await given.freelancer()))
      await removeClient(ctx, result.client.freelancer, result.client.id)
      const headers = { authorization: `Bearer ${result.client.token}` }
      const read = () => app.inject({ url: '/api/projects', headers })
      return { result, isOver: async () => expect((await read()).statusCode).toBe(401) }
    })
    return result
  })

  .extend('removedContact', { scope: 'file' }, async ({ ctx, app }) => {
    const { result } = await expectWithinASecond(async () => {
      const given = createGiven(ctx)
      const { client, ids } = await createResources(given, await given.client(await given.freelancer()))
      const contact = await given.contact(client)
      await removeContact(ctx, client.freelancer, contact.id)
      const headers = { authorization: `Bearer ${contact.token}` }
      const read = () => app.inject({ url: '/api/projects', headers })
      return { result: { contact, ids }, isOver: async () => expect((await read()).statusCode).toBe(401) }
    })
    return result
  })

  .extend('removedMember', { scope: 'file' }, async ({ ctx, app }) => {
    const { result } = await expectWithinASecond(async () => {
      const given = createGiven(ctx)
      const freelancer = await given.freelancer()
      const { ids } = await createResources(given, await given.client(freelancer))
      const member = await given.member(freelancer, { sees: 'all' })
      await removeMember(ctx, freelancer, member.id, freelancer.id)
      const headers = { authorization: `Bearer ${member.token}` }
      const read = () => app.inject({ url: '/api/projects', headers })
      return { result: { member, ids }, isOver: async () => expect((await read()).statusCode).toBe(401) }
    })
    return result
  })

  /** Compares everything that is stored with the last time, so that it is read once for each test. */
  .extend('expectNothingChanged', { scope: 'file' }, async ({ ctx, data: _ }) => {
    // Every call changes when and from where its session was last seen, and refusals are recorded.
    const read = () =>
      everything(ctx, { without: ['last_seen_at', 'address_range'], except: ['audit_entry'] })
    let last = await read()
    return async () => {
      const before = last
      last = await read()
      expect(last, 'nothing has changed').toEqual(before)
    }
  })

const open = ['anyone', 'optional']
const guarded = endpoints.filter(({ config }) => !open.includes(config.access))
const byFreelancer = guarded.filter(({ config }) => config.access === 'freelancer')
const byClient = guarded.filter(({ config }) => config.access === 'client')
const byEither = guarded.filter(({ config }) => config.access === 'either')
const isAboutMembers = ({ url }: Endpoint) => url.startsWith('/members')
const isAboutPlan = ({ url }: Endpoint) => /^\/(billing|stripe)\//.test(url)
const isRead = ({ method }: Endpoint) => method === 'GET'
/** An invitation is for anybody who has its link. */
const isAboutInvitation = ({ url }: Endpoint) => url.startsWith('/invitations/')
const aboutFreelancersThing = [...byFreelancer, ...byEither].filter(
  (endpoint) => namesAnId(endpoint) && !isAboutInvitation(endpoint),
)
const aboutClientsThing = [...byClient, ...byEither].filter(namesAnId)

describe('without a session', () => {
  test.for(guarded)('$method $url returns 401', async (endpoint, { api, data }) => {
    const reply = await api.as(null).send(endpoint, inputsFor(endpoint, data.ids))

    expect(reply).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } })
  })
})

describe('the wrong role gets 403', () => {
  test.for([...byFreelancer, ...byClient])(
    '$method $url',
    async (endpoint, { api, data, expectNothingChanged }) => {
      const wrong: TestUser = endpoint.config.access === 'freelancer' ? data.client : data.freelancer

      const reply = await api.as(wrong).send(endpoint, inputsFor(endpoint, data.ids))

      expect(reply).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } })
      await expectNothingChanged()
    },
  )
})

describe('another freelancer gets the same 404 as for an unknown id', () => {
  test.for(aboutFreelancersThing)('$method $url', async (endpoint, { api, data, expectNothingChanged }) => {
    const { stranger, authored } = data

    const theirs = await api.as(stranger).send(endpoint, inputsFor(endpoint, authored))
    const unknown = await api.as(stranger).send(endpoint, inputsFor(endpoint, UNKNOWN_IDS))

    expect(theirs.status).toBe(404)
    expect(withoutRequest(theirs)).toEqual(withoutRequest(unknown))
    await expectNothingChanged()
  })
})

describe('a member who does not see the client gets the same 404 as for an unknown id', () => {
  test.for(
    aboutFreelancersThing.filter((endpoint) => !isAboutMembers(endpoint) && endpoint.url !== '/auth/switch'),
  )('$method $url', async (endpoint, { api, data, expectNothingChanged }) => {
    const { seeingOthers, authored } = data

    const theirs = await api.as(seeingOthers).send(endpoint, inputsFor(endpoint, authored))
    const unknown = await api.as(seeingOthers).send(endpoint, inputsFor(endpoint, UNKNOWN_IDS))

    expect(theirs.status).toBe(404)
    expect(withoutRequest(theirs)).toEqual(withoutRequest(unknown))
    await expectNothingChanged()
  })
})

describe('a member without the role gets 403', () => {
  test.for(byFreelancer.filter((endpoint) => isAboutMembers(endpoint) && !isRead(endpoint)))(
    '$method $url',
    async (endpoint, { api, data, expectNothingChanged }) => {
      const { seeingAll, authored } = data

      const reply = await api.as(seeingAll).send(endpoint, inputsFor(endpoint, authored))

      expect(reply).toMatchObject({ status: 403, body: { code: 'MANAGERS_ONLY' } })
      await expectNothingChanged()
    },
  )
})

describe('the plan is nobody’s but the owner’s', () => {
  test.for(byFreelancer.filter(isAboutPlan))(
    '$method $url',
    async (endpoint, { api, data, expectNothingChanged }) => {
      const { admin, seeingAll, authored } = data

      for (const member of [admin, seeingAll])
        expect(await api.as(member).send(endpoint, inputsFor(endpoint, authored))).toMatchObject({
          status: 403,
          body: { code: 'OWNER_ONLY' },
        })
      await expectNothingChanged()
    },
  )
})

describe('a sibling client gets the same 404 as for an unknown id', () => {
  test.for(aboutClientsThing)('$method $url', async (endpoint, { api, data, expectNothingChanged }) => {
    // Siblings may know their common freelancer.
    const sibling = endpoint.url.includes(':freelancerId') ? data.clientOfAnother : data.sibling

    const theirs = await api.as(sibling).send(endpoint, inputsFor(endpoint, data.ids))
    const unknown = await api.as(sibling).send(endpoint, inputsFor(endpoint, UNKNOWN_IDS))

    expect(theirs.status).toBe(404)
    expect(withoutRequest(theirs)).toEqual(withoutRequest(unknown))
    await expectNothingChanged()
  })
})

describe('a contact of a sibling client gets the same 404 as for an unknown id', () => {
  const aboutSharedThing = aboutClientsThing.filter(({ url }) => !url.includes(':freelancerId'))
  test.for(aboutSharedThing)('$method $url', async (endpoint, { api, data, expectNothingChanged }) => {
    const { contactOfSibling, ids } = data

    const theirs = await api.as(contactOfSibling).send(endpoint, inputsFor(endpoint, ids))
    const unknown = await api.as(contactOfSibling).send(endpoint, inputsFor(endpoint, UNKNOWN_IDS))

    expect(theirs.status).toBe(404)
    expect(withoutRequest(theirs)).toEqual(withoutRequest(unknown))
    await expectNothingChanged()
  })
})

describe('an id in the bin returns the same 404 as an unknown id, also for its owners', () => {
  const ofProject: string[] = ['projectId', 'fileId', 'pdfId', 'sectionId', 'feedbackId', 'replyId', 'noteId']
  ofProject.push('teamNoteId')
  ofProject.push('requestId', 'linkId', 'reviewId', 'codedReviewId', 'decidedId', 'receiptId')
  const isOfProject = (endpoint: Endpoint) =>
    (/:id/.test(endpoint.url) && ofProject.includes(kindOf(endpoint))) ||
    /"projectId"/.test(JSON.stringify(endpoint.schema.body ?? {}))

  test.for(guarded.filter(isOfProject))('$method $url', async (endpoint, { api, data }) => {
    const { client, freelancer, ids, binnedIds } = data
    const owner = endpoint.config.access === 'client' ? client : freelancer
    const inBin = Object.entries(binnedIds).filter(([name]) => ofProject.includes(name))
    const send = (changed: Partial<Ids>) =>
      api.as(owner).send(endpoint, inputsFor(endpoint, { ...ids, ...changed }))

    const unknown = await send(UNKNOWN_IDS)
    const replies = [await send(Object.fromEntries(inBin))]
    if (kindOf(endpoint) === 'fileId') replies.push(await send({ fileId: ids.binnedId }))

    for (const reply of replies) {
      expect(reply.status).toBe(404)
      expect(withoutRequest(reply)).toEqual(withoutRequest(unknown))
    }
  })
})

describe('a deleted client, whose sessions end within a second, gets 401', () => {
  test.for([...byClient, ...byEither])('$method $url', async (endpoint, { api, deletedClient }) => {
    const { client, ids } = deletedClient

    expect(await api.as(client).send(endpoint, inputsFor(endpoint, ids))).toMatchObject({
      status: 401,
      body: { code: 'NOT_SIGNED_IN' } satisfies Partial<Problem>,
    })
  })
})

describe('a removed contact, whose sessions end within a second, gets 401', () => {
  test.for([...byClient, ...byEither])('$method $url', async (endpoint, { api, removedContact }) => {
    const { contact, ids } = removedContact

    expect(await api.as(contact).send(endpoint, inputsFor(endpoint, ids))).toMatchObject({
      status: 401,
      body: { code: 'NOT_SIGNED_IN' } satisfies Partial<Problem>,
    })
  })
})

describe('a removed member, whose sessions end within a second, gets 401', () => {
  test.for([...byFreelancer, ...byEither])('$method $url', async (endpoint, { api, removedMember }) => {
    const { member, ids } = removedMember

    expect(await api.as(member).send(endpoint, inputsFor(endpoint, ids))).toMatchObject({
      status: 401,
      body: { code: 'NOT_SIGNED_IN' } satisfies Partial<Problem>,
    })
  })
})

describe('the owner may read', () => {
  test.for(aboutFreelancersThing.filter(isRead))(
    'as the freelancer: $method $url',
    async (endpoint, { api, data: { freelancer, authored } }) => {
      expect((await api.as(freelancer).send(endpoint, inputsFor(endpoint, authored))).status).toBe(200)
    },
  )

  test.for(aboutClientsThing.filter(isRead))(
    'as the client: $method $url',
    async (endpoint, { api, data: { client, ids } }) => {
      const { status, body } = await api.as(client).send(endpoint, inputsFor(endpoint, ids))

      expect(status).toBe(200)
      expect(textOf(body)).not.toContain(TEAM_NOTE_TEXT)
    },
  )

  test.for([...byClient, ...byEither].filter((endpoint) => isRead(endpoint) && !namesAnId(endpoint)))(
    'as the client, who finds no team note: $method $url',
    async (endpoint, { api, data: { client, ids } }) => {
      const { body } = await api.as(client).send(endpoint, inputsFor(endpoint, ids))

      expect(textOf(body)).not.toContain(TEAM_NOTE_TEXT)
    },
  )

  test.for(aboutClientsThing.filter(isRead))(
    'as a contact of the client: $method $url',
    async (endpoint, { api, data: { contact, ids } }) => {
      const { status, body } = await api.as(contact).send(endpoint, inputsFor(endpoint, ids))

      expect(status).toBe(200)
      expect(textOf(body)).not.toContain(TEAM_NOTE_TEXT)
    },
  )
})

describe('the owner may write', () => {
  const isWrite = (endpoint: Endpoint) => !isRead(endpoint)

  test.for(aboutFreelancersThing.filter(isWrite))(
    'as the freelancer: $method $url',
    async (endpoint, { api, given }) => {
      const freelancer = await given.freelancer()
      const { ids } = await createResourcesFor(endpoint, given, await given.client(freelancer), freelancer)

      expect((await api.as(freelancer).send(endpoint, inputsFor(endpoint, ids))).status).toBeLessThan(300)
    },
  )

  test.for(aboutClientsThing.filter(isWrite))(
    'as the client: $method $url',
    async (endpoint, { api, given }) => {
      const { client, ids } = await createResourcesFor(
        endpoint,
        given,
        await given.client(await given.freelancer()),
      )

      const { status, body } = await api.as(client).send(endpoint, inputsFor(endpoint, ids))

      expect(status).toBeLessThan(300)
      expect(textOf(body)).not.toContain(TEAM_NOTE_TEXT)
    },
  )
})

describe('an admin may do what the owner may', () => {
  test.for(aboutFreelancersThing.filter((endpoint) => !/^\/auth|^\/push/.test(endpoint.url)))(
    '$method $url',
    async (endpoint, { api, given }) => {
      const freelancer = await given.freelancer()
      const admin = await given.member(freelancer, { role: 'admin', sees: 'all' })
      const { ids } = await createResourcesFor(endpoint, given, await given.client(freelancer), admin)

      expect((await api.as(admin).send(endpoint, inputsFor(endpoint, ids))).status).toBeLessThan(300)
    },
  )
})

describe('a member who sees some clients may do with these what the owner may', () => {
  const isOthers = (endpoint: Endpoint) =>
    /^\/auth|^\/push/.test(endpoint.url) || (isAboutMembers(endpoint) && !isRead(endpoint))
  const isForManagersOrLead = ({ method, url }: Endpoint) =>
    ['PUT /clients/:id/members', 'POST /clients/:id/hand-over'].includes(`${method} ${url}`)
  test.for(aboutFreelancersThing.filter((endpoint) => !isOthers(endpoint)))(
    '$method $url',
    async (endpoint, { api, given }) => {
      const freelancer = await given.freelancer()
      const client = await given.client(freelancer)
      const member = await given.member(freelancer, { sees: 'assigned', clients: [client] })
      const { ids } = await createResourcesFor(endpoint, given, client, member)

      const reply = await api.as(member).send(endpoint, inputsFor(endpoint, ids))

      if (isForManagersOrLead(endpoint))
        expect(reply).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } })
      else expect(reply.status).toBeLessThan(300)
    },
  )
})

test.for(endpoints)(
  '$method $url sends no CORS headers to a foreign origin',
  async ({ method, url }, { app, data }) => {
    const headers = { authorization: `Bearer ${data.stranger.token}`, origin: 'https://evil.test' }
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

function withoutRequest({ status, body, headers }: { status: number; body: unknown; headers: object }) {
  return { status, body, headers: Object.keys(headers).sort() }
}
