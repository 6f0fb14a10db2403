import {
  activity,
  clients,
  contacts,
  type Endpoint,
  endpoints,
  feedback,
  notes,
  projects,
} from '@portico/contract'
import { describe } from 'vitest'
import { inputsFor, UNKNOWN_IDS } from '../../../test/endpoint-inputs.ts'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { uniqueEmail } from '../../../test/given.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'

const list = { querystring: {} }
const sam = () => ({ firstName: 'Sam', lastName: 'Reed', email: uniqueEmail('sam') })

describe('a contact', () => {
  test('is invited to the portal, and to a project only where there is no other', async ({
    api,
    emails,
    given,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    await given.project(maya, { title: 'Signage' })
    const invite = async () => {
      const { body } = await api.as(ada).call(contacts.add, { params: { id: maya.id }, body: sam() })
      return (await emails.to(body.contact.email)).map(({ subject }) => subject)
    }
    expect(await invite()).toEqual(['Ada Marsh invited you to Signage'])

    await given.project(maya)

    expect(await invite()).toEqual(['Ada Marsh invited you to your portal'])
  })

  test('comes in by a link of their own and reads what the client reads', async ({ api, given }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const { id } = await given.project(maya)
    await given.project(await given.client(ada))

    const added = await api.as(ada).call(contacts.add, { params: { id: maya.id }, body: sam() })
    const { contact, loginUrl, emailStatus } = added.body
    const entered = await api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(loginUrl) } })

    expect(added.status).toBe(201)
    expect(contact).toMatchObject({ clientId: maya.id, firstName: 'Sam', looksOnly: false })
    expect(emailStatus).toBe('queued')
    const read = await api.as({ ...maya, token: entered.body.token }).call(projects.listForClient, list)
    expect(read.body.map((project) => project.id)).toEqual([id])
    const listed = await api.as(ada).call(contacts.list, { params: { id: maya.id } })
    expect(listed.body).toMatchObject([{ id: contact.id, email: contact.email, linksAlive: 1 }])
    expect(listed.body[0]?.lastSeenAt).not.toBeNull()
  })

  test.for([
    ['is added', { looksOnly: false }, {}],
    ['only looked', { looksOnly: true }, { looksOnly: false }],
    ['has another address', { looksOnly: false }, { email: 'somebody@else.example' }],
  ] as const)(
    'who may approve and %s is announced to the client',
    async ([, details, change], { api, given, emails }) => {
      const ada = await given.freelancer()
      const maya = await given.client(ada)
      const contact = await given.contact(maya, details)
      const announced = async () =>
        (await emails.to(maya.email)).filter(({ subject }) =>
          subject.startsWith('Another person may approve'),
        )
      const before = details.looksOnly ? 0 : 1
      expect(await announced()).toHaveLength(before)

      const isChanged = Object.keys(change).length > 0
      if (isChanged) await api.as(ada).call(contacts.change, { params: { id: contact.id }, body: change })

      const [newest] = await announced()
      expect(await announced()).toHaveLength(before + (isChanged ? 1 : 0))
      expect(newest?.text).toContain('email' in change ? change.email : contact.email)
    },
  )

  test('takes no place of the plan and is in no list of clients', async ({ api, given }) => {
    const ada = await given.freelancer({ plan: 'free' })
    const maya = await given.client(ada)

    await given.contact(maya)
    await given.contact(maya)

    const { body } = await api.as(ada).call(clients.list, list)
    expect(body.clients.map(({ id }) => id)).toEqual([maya.id])
    const contact = await given.contact(maya)
    expect(await api.as(ada).call(clients.get, { params: { id: contact.id } })).toMatchObject({ status: 404 })
  })

  test('cannot have the address of another client or contact of the same freelancer', async ({
    api,
    given,
  }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [await given.client(ada), await given.client(ada)]
    const contact = await given.contact(maya)
    const other = await given.contact(tom)
    const add = (email: string) =>
      api.as(ada).call(contacts.add, { params: { id: maya.id }, body: { ...sam(), email } })

    for (const { email } of [maya, tom, contact, other])
      expect(await add(email.toUpperCase())).toMatchObject({ status: 409, body: { code: 'CONTACT_EXISTS' } })
    const change = (email: string) =>
      api.as(ada).call(contacts.change, { params: { id: contact.id }, body: { email } })
    expect(await change(other.email)).toMatchObject({ status: 409, body: { code: 'CONTACT_EXISTS' } })
    const client = { ...given.newClient(), email: contact.email }
    expect(await api.as(ada).call(clients.create, { body: client })).toMatchObject({
      status: 409,
      body: { code: 'CLIENT_EXISTS' },
    })
    // Nobody else's freelancer minds.
    const stranger = await given.client(await given.freelancer(), { email: contact.email })
    expect(stranger.email).toBe(contact.email)
  })

  test('is created once when the call is repeated, and gets a link each time', async ({ api, given }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const body = { ...sam(), sendEmail: false, clientRequestId: 'first try' }
    const add = () => api.as(ada).call(contacts.add, { params: { id: maya.id }, body })

    const [first, again] = [await add(), await add()]

    expect(again.body.contact.id).toBe(first.body.contact.id)
    const links = [first.body.loginUrl, again.body.loginUrl].map((url) =>
      api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(url) } }),
    )
    expect((await Promise.all(links)).map(({ status }) => status)).toEqual([200, 200])
  })

  test('signs what they write with their own name, and edits nothing of a colleague', async ({
    api,
    given,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const contact = await given.contact(maya)
    const project = await given.project(maya)
    const file = await given.file(ada, project)

    const { id, Client } = await given.feedback(contact, project)
    const note = await given.note(contact, file)
    const upload = await given.file(contact, project, { name: 'plan.txt' })
    const reply = await given.reply(contact, await given.feedback(maya, project))
    const [request] = await given.requests(ada, project, [{ title: 'Opening times', kind: 'text' }])
    const answered = await given.answer(contact, request)

    expect(Client).toEqual({ id: contact.id, firstName: 'Sam', lastName: 'Reed' })
    expect(note).toMatchObject({ author: 'Sam Reed', authorId: contact.id })
    expect(upload).toMatchObject({ uploader: 'Sam Reed', uploaderId: contact.id })
    expect(reply).toMatchObject({ author: 'Sam Reed', authorId: contact.id })
    expect(answered.answers).toMatchObject([{ author: 'Sam Reed' }])
    const events = (person: typeof contact) =>
      api.as(person).call(activity.ofProject, { params: { id: project.id }, querystring: {} })
    const [newest] = (await events(contact)).body
    expect(newest?.actor).toMatchObject({ name: 'Sam Reed', isYou: true })
    expect((await events(maya)).body[0]?.actor).toMatchObject({ name: 'Sam Reed', isYou: false })
    const refused = [
      await api.as(maya).call(feedback.edit, { params: { id }, body: { message: 'Other words.' } }),
      await api.as(maya).call(notes.change, { params: { id: note.id }, body: { text: 'Other words.' } }),
      await api.as(maya).call(feedback.removeReply, { params: { id: reply.id } }),
    ]
    expect(refused.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
      [403, 'NOT_YOUR_FEEDBACK'],
      [403, 'NOT_YOUR_NOTE'],
      [403, 'NOT_YOUR_REPLY'],
    ])
  })

  test('loses everything with the removal but the name at what they wrote', async ({ api, given }) => {
    await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      const maya = await given.client(ada)
      const contact = await given.contact(maya)
      const project = await given.project(maya)
      await given.feedback(contact, project)

      const removed = await api.as(ada).call(contacts.remove, { params: { id: contact.id } })

      expect(removed.status).toBe(204)
      const token = tokenFromUrl(contact.loginUrl)
      expect(await api.as(null).call(clients.enter, { querystring: { token } })).toMatchObject({
        status: 401,
      })
      const { body } = await api.as(maya).call(feedback.list, { params: { id: project.id }, querystring: {} })
      expect(body[0]?.Client).toEqual({ id: contact.id, firstName: 'Sam', lastName: 'Reed' })
      expect((await api.as(ada).call(contacts.list, { params: { id: maya.id } })).body).toEqual([])
      // The address is free again.
      const again = { ...sam(), email: contact.email }
      expect(await api.as(ada).call(contacts.add, { params: { id: maya.id }, body: again })).toMatchObject({
        status: 201,
      })
      return {
        isOver: async () =>
          expect(await api.as(contact).call(projects.listForClient, list)).toMatchObject({ status: 401 }),
      }
    })
  })

  test('with a new address loses links and sessions, and is mailed another link', async ({ api, given }) => {
    await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      const contact = await given.contact(await given.client(ada))

      const body = { email: uniqueEmail('sam') }
      const changed = await api.as(ada).call(contacts.change, { params: { id: contact.id }, body })

      expect(changed.body).toMatchObject({ ...body, linksAlive: 0, emailStatus: 'queued' })
      return {
        isOver: async () =>
          expect(await api.as(contact).call(projects.listForClient, list)).toMatchObject({ status: 401 }),
      }
    })
  })

  test('is deleted with the client', async ({ api, given }) => {
    await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      const maya = await given.client(ada)
      const contact = await given.contact(maya)

      await api.as(ada).call(clients.remove, { params: { id: maya.id } })

      return {
        isOver: async () =>
          expect(await api.as(contact).call(projects.listForClient, list)).toMatchObject({ status: 401 }),
      }
    })
  })
})

describe('a contact who only looks', () => {
  const isClients = ({ config }: Endpoint) => config.access === 'client' || config.access === 'either'
  const writes = endpoints.filter((endpoint) => isClients(endpoint) && endpoint.method !== 'GET')

  test('reads, but is refused by every call that changes what is shared', async ({ api, given }) => {
    const ada = await given.freelancer()
    const looker = await given.contact(await given.client(ada), { looksOnly: true })

    expect((await api.as(looker).call(projects.listForClient, list)).status).toBe(200)
    for (const endpoint of writes.filter(({ config }) => !config.changesOwn))
      expect(
        await api.as(looker).send(endpoint, inputsFor(endpoint, UNKNOWN_IDS as never)),
        `${endpoint.method} ${endpoint.url}`,
      ).toMatchObject({ status: 403, body: { code: 'LOOKS_ONLY' } })
  })

  test('changes only what is their own', () => {
    const own = writes.filter(({ config }) => config.changesOwn).map(({ method, url }) => `${method} ${url}`)

    expect(own).toEqual([
      'DELETE /auth/sessions',
      'DELETE /auth/sessions/:id',
      'POST /auth/logout',
      'DELETE /clients/my-links',
      'DELETE /clients/my-links/:id',
      'POST /portals/join',
      'POST /portals/:clientId/enter',
      'DELETE /portals',
      'PUT /notifications/read',
      'PUT /notifications/settings',
      'POST /push/subscriptions',
      'DELETE /push/subscriptions',
      'POST /push/test',
      'POST /calendar',
      'DELETE /calendar',
    ])
  })

  test('has a token that says so, and another one once it is not true any more', async ({
    api,
    given,
    ctx,
  }) => {
    await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      const looker = await given.contact(await given.client(ada), { looksOnly: true })
      const renewed = async (person: typeof looker) => {
        const { headers } = await api.as(person).call(projects.listForClient, list)
        return headers['x-session-token']
      }
      expect(ctx.tokens.read(looker.token)).toMatchObject({ looksOnly: true })
      expect(ctx.tokens.read((await given.preview(looker)).token)).toMatchObject({ looksOnly: true })
      expect(await renewed(looker)).toBeUndefined()

      await api.as(ada).call(contacts.change, { params: { id: looker.id }, body: { looksOnly: false } })

      return {
        isOver: async () => {
          const token = String(await renewed(looker))
          expect(ctx.tokens.read(token)).toMatchObject({ sub: looker.id, sid: looker.sessionId })
          expect(ctx.tokens.read(token)).not.toHaveProperty('looksOnly')
          expect(await renewed({ ...looker, token })).toBeUndefined()
        },
      }
    })
  })

  test('is given the right token also by the call that is refused', async ({ api, given, ctx }) => {
    await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      const maya = await given.client(ada)
      const sam = await given.contact(maya)
      const project = await given.project(maya)

      await api.as(ada).call(contacts.change, { params: { id: sam.id }, body: { looksOnly: true } })

      return {
        isOver: async () => {
          const body = { projectId: project.id, message: 'Larger, please.' }
          const { status, headers } = await api.as(sam).call(feedback.create, { body })
          expect(status).toBe(403)
          expect(ctx.tokens.read(String(headers['x-session-token']))).toMatchObject({ looksOnly: true })
        },
      }
    })
  })

  test('may write from the next call on when that is allowed, and no longer when it is not', async ({
    api,
    given,
  }) => {
    await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      const maya = await given.client(ada)
      const contact = await given.contact(maya, { looksOnly: true })
      const project = await given.project(maya)
      const write = () =>
        api.as(contact).call(feedback.create, { body: { projectId: project.id, message: 'Larger, please.' } })
      expect((await write()).status).toBe(403)

      await api.as(ada).call(contacts.change, { params: { id: contact.id }, body: { looksOnly: false } })

      return { isOver: async () => expect((await write()).status).toBe(201) }
    })
  })
})
