import { clients, projects, requests } from '@portico/contract'
import { describe } from 'vitest'
import { expect, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { test as base, FIVE_MINUTES } from '../../../test/notification-emails.ts'
import { enterByLink } from './links.service.ts'

const SUBJECT_OF_LINK = 'Your link to your portal with Ada Marsh'
const INVITATION = 'Ada Marsh invited you to your portal'

/** `uninvited` is a client who has not come in, on Monday, 18 October 2038. `subjectsTo` lists their emails, the newest first. */
const test = base
  .extend('create', ({ api, clock, given }) => async (invite: clients.Invite): Promise<TestClient> => {
    clock.set('2038-10-18T12:00:00.000Z')
    const ada = await given.freelancer()
    const details = { ...given.newClient(), invite }
    const { client, loginUrl } = (await api.as(ada).call(clients.create, { body: details })).body
    const session = {
      side: 'client',
      personId: client.id,
      clientId: client.id,
      looksOnly: false,
      sessionId: '',
      token: '',
    } as const
    return { ...client, ...session, workspaceId: ada.workspaceId, loginUrl, freelancer: ada }
  })
  .extend('uninvited', ({ create }) => create('never'))
  .extend('subjectsTo', ({ ctx, emails }) => async (client: { email: string }) => {
    for (const job of ['remindOfRequests', 'remindOfDeadlines'] as const) await ctx.jobs.add(ctx.db, job, {})
    // The emails are queued after the reminders were added.
    await emails.to(client.email)
    await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
    return (await emails.to(client.email)).map(({ subject }) => subject)
  })
  .extend('change', ({ api }) => async (client: TestClient, body: clients.ClientChange) => {
    return api.as(client.freelancer).call(clients.update, { params: { id: client.id }, body })
  })
  .extend('unsent', ({ api }) => async (client: TestClient) => {
    const { body } = await api.as(client.freelancer).call(clients.get, { params: { id: client.id } })
    return body.access.unsentInvitation
  })

describe('a client to whom the freelancer sends the link themselves', () => {
  test('gets no email of any kind before they have come in', async ({
    api,
    clock,
    given,
    send,
    subjectsTo,
    uninvited: maya,
    unsent,
  }) => {
    const ada = maya.freelancer
    const menu = await given.project(maya, { dueDate: '2038-10-23' })
    await given.review(ada, await given.file(ada, menu))
    await given.requests(ada, menu, ['Logo'])
    await send(ada, maya, 'Have you got my link?')
    clock.forward(FIVE_MINUTES)
    expect(await subjectsTo(maya), 'news').toEqual([])

    const nudge = { to: 'client', note: 'The printer waits.' } as const
    await api.as(ada).call(projects.passTurn, { params: { id: menu.id }, body: nudge })
    expect(await subjectsTo(maya), 'a nudge').toEqual([])
    await api.as(null).call(clients.requestLink, { body: { email: maya.email } })
    expect(await subjectsTo(maya), 'a link that anybody may have asked for').toEqual([])
    clock.set('2038-10-21T09:05:00.000Z')
    expect(await subjectsTo(maya), 'a reminder of a request').toEqual([])
    clock.set('2038-10-22T08:05:00.000Z')
    expect(await subjectsTo(maya), 'a reminder of the due date').toEqual([])

    expect(await unsent(maya)).toBe('never')
    const { body } = await api.as(ada).call(requests.ofProject, { params: { id: menu.id } })
    expect(body.reminders).toMatchObject({ blockedBy: 'uninvited', nextAt: null })
  })

  test('gets emails like everybody else after their first login, about what happens from then on', async ({
    api,
    clock,
    ctx,
    given,
    subjectsTo,
    uninvited: maya,
    unsent,
  }) => {
    const menu = await given.project(maya)
    clock.forward(FIVE_MINUTES)
    expect(await subjectsTo(maya)).toEqual([])

    await enterByLink(ctx, tokenFromUrl(maya.loginUrl))
    expect(await unsent(maya)).toBeNull()
    clock.forward(FIVE_MINUTES)
    expect(await subjectsTo(maya)).toEqual([])
    await given.file(maya.freelancer, menu, { name: 'proof.pdf' })
    clock.forward(FIVE_MINUTES)
    expect(await subjectsTo(maya)).toEqual(['Spring menu: Ada uploaded proof.pdf'])
    await api.as(null).call(clients.requestLink, { body: { email: maya.email } })
    expect((await subjectsTo(maya))[0]).toBe(SUBJECT_OF_LINK)
  })

  test('is emailed when the freelancer asks for it after all', async ({
    api,
    clock,
    given,
    subjectsTo,
    uninvited: maya,
    unsent,
  }) => {
    const menu = await given.project(maya)
    clock.forward(FIVE_MINUTES)
    expect(await subjectsTo(maya)).toEqual([])

    await api.as(maya.freelancer).call(clients.resendLogin, { params: { id: maya.id } })

    expect(await unsent(maya)).toBeNull()
    expect(await subjectsTo(maya)).toEqual(['Ada Marsh invited you to Spring menu'])
    await given.file(maya.freelancer, menu, { name: 'proof.pdf' })
    clock.forward(FIVE_MINUTES)
    expect((await subjectsTo(maya))[0]).toBe('Spring menu: Ada uploaded proof.pdf')
  })

  test('gets no email at a new address, nor at the old one', async ({
    change,
    given,
    subjectsTo,
    uninvited: maya,
  }) => {
    const { email } = given.newClient()

    expect((await change(maya, { email })).body).toMatchObject({ email, emailStatus: 'none' })

    expect(await subjectsTo({ email })).toEqual([])
    expect(await subjectsTo(maya)).toEqual([])
  })

  test('gets no invitation that was queued before the choice', async ({
    change,
    create,
    subjectsTo,
    unsent,
  }) => {
    const maya = await create('now')

    expect((await change(maya, { invite: 'never' })).body.emailStatus).toBe('none')

    expect(await subjectsTo(maya)).toEqual([])
    expect(await unsent(maya)).toBe('never')
  })
})

describe('the choice when a client is invited', () => {
  test('can be changed until they have come in', async ({
    change,
    ctx,
    subjectsTo,
    uninvited: maya,
    unsent,
  }) => {
    expect((await change(maya, { invite: 'first-project' })).body.emailStatus).toBe('first-project')
    expect(await unsent(maya)).toBe('first-project')
    expect((await change(maya, { firstName: 'May' })).body.emailStatus).toBe('none')
    expect(await unsent(maya), 'after another change').toBe('first-project')
    expect((await change(maya, { invite: 'never' })).body.emailStatus).toBe('none')
    expect(await subjectsTo(maya)).toEqual([])

    expect((await change(maya, { invite: 'now' })).body.emailStatus).toBe('queued')
    expect(await unsent(maya)).toBeNull()
    expect(await subjectsTo(maya)).toEqual([INVITATION])

    await enterByLink(ctx, tokenFromUrl(maya.loginUrl))
    expect(await change(maya, { invite: 'never' })).toMatchObject({
      status: 409,
      body: { code: 'CLIENT_CAME_IN' },
    })
  })

  test('invites at once with the first project if there is one', async ({
    change,
    given,
    subjectsTo,
    uninvited: maya,
  }) => {
    await given.project(maya)

    expect((await change(maya, { invite: 'first-project' })).body.emailStatus).toBe('queued')

    expect(await subjectsTo(maya)).toEqual(['Ada Marsh invited you to Spring menu'])
  })

  test('belongs to the client’s own freelancer, and is not sent with an archiving', async ({
    api,
    change,
    given,
    uninvited: maya,
    unsent,
  }) => {
    const eve = await given.freelancer()
    const stranger = api.as(eve).call(clients.update, { params: { id: maya.id }, body: { invite: 'now' } })
    expect((await stranger).status).toBe(404)
    expect((await change(maya, { archived: true, invite: 'now' })).status).toBe(400)
    expect(await unsent(maya)).toBe('never')
  })
})

test('emails a client who is invited with their first project nothing before it', async ({
  clock,
  create,
  given,
  send,
  subjectsTo,
}) => {
  const maya = await create('first-project')

  await send(maya.freelancer, maya, 'I am almost done.')
  clock.forward(FIVE_MINUTES)
  expect(await subjectsTo(maya)).toEqual([])

  await given.project(maya)
  expect(await subjectsTo(maya)).toEqual(['Ada Marsh invited you to Spring menu'])
})
