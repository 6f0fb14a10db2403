import { Readable } from 'node:stream'
import { chat, clients, dashboard, feedback, files, projects } from '@portico/contract'
import { describe, vi } from 'vitest'
import { openConversation } from '../../../test/chat.ts'
import { daysFromNow, expect, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { FIVE_MINUTES } from '../../../test/notification-emails.ts'
import { test as base } from '../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { applyPlan } from '../billing/billing.service.ts'
import { uploadForm } from '../files/form-uploads.service.ts'
import { enterByLink } from './links.service.ts'

const test = base
  .extend(
    'setArchived',
    ({ api }) =>
      (client: TestClient, archived: boolean) =>
        api.as(client.freelancer).call(clients.update, { params: { id: client.id }, body: { archived } }),
  )
  .extend(
    'setProjectArchived',
    ({ api }) =>
      (client: TestClient, { id }: { id: string }, archived: boolean) =>
        api.as(client.freelancer).call(projects.update, { params: { id }, body: { archived } }),
  )

const titles = (rows: projects.Project[]) => rows.map(({ title }) => title)

describe('an archived project', () => {
  test('can be read by both sides, changed by neither, and is the same once restored', async ({
    api,
    given,
    setProjectArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    const project = await given.project(maya, { dueDate: daysFromNow(3) })
    const params = { id: project.id }
    const note = await given.feedback(maya, project)
    const file = await given.file(maya, project)
    const { body: before } = await api.as(maya.freelancer).call(projects.get, { params })
    expect(before.turn).toBe('freelancer')

    const { body } = await setProjectArchived(maya, before, true)

    const noTurn = { turn: null, turnReason: null, turnSince: null, waiting: [] }
    expect(body).toEqual({ ...before, ...noTurn, archivedAt: expect.any(String) })
    expect((await api.as(maya).call(projects.getForClient, { params })).body).toEqual(body)
    expect((await api.as(maya).call(feedback.list, { params })).body).toMatchObject([{ id: note.id }])
    expect((await api.as(maya).call(files.list, { params })).body).toMatchObject([{ id: file.id }])
    const refused = [
      await api.as(maya.freelancer).call(projects.update, { params, body: { status: 'In Progress' } }),
      await api.as(maya.freelancer).call(projects.setDueDate, { params, body: { dueDate: null } }),
      await api.as(maya).call(feedback.create, { body: { projectId: before.id, message: 'And red?' } }),
      await api.as(maya).call(files.remove, { params: { id: file.id } }),
    ]
    for (const reply of refused)
      expect(reply).toMatchObject({
        status: 409,
        body: {
          code: 'ARCHIVED',
          message: 'This project is archived. You can read and download everything.',
        },
      })
    expect((await setProjectArchived(maya, before, false)).body).toEqual(before)
    await given.feedback(maya, before)
  })

  test('is listed for its freelancer only where archived ones are asked for', async ({
    api,
    given,
    setProjectArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    await given.project(maya, { title: 'Sign' })
    const menu = await given.project(maya, { title: 'Menu' })
    await setProjectArchived(maya, menu, true)
    const ada = api.as(maya.freelancer)
    const list = async (querystring: object) => titles((await ada.call(projects.list, { querystring })).body)

    expect(await list({})).toEqual(['Sign'])
    expect(await list({ search: 'n', status: 'Pending' })).toEqual(['Sign'])
    expect(await list({ archived: true })).toEqual(['Menu'])
    expect(await list({ archived: true, search: 'MEN' })).toEqual(['Menu'])
    // The page of a client and the client's own list include archived projects.
    const ofMaya = await ada.call(clients.listProjects, { params: { id: maya.id } })
    expect(titles(ofMaya.body)).toEqual(['Menu', 'Sign'])
    expect(titles((await api.as(maya).call(projects.listForClient)).body)).toEqual(['Menu', 'Sign'])
  })

  test('is neither overdue nor due nor recent on the dashboard', async ({
    api,
    given,
    setProjectArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    for (const days of [-3, 3])
      await setProjectArchived(maya, await given.project(maya, { dueDate: daysFromNow(days) }), true)

    const { body } = await api.as(maya.freelancer).call(dashboard.summary)

    expect(body).toMatchObject({
      recentProjects: [],
      upcomingDeadlines: [],
      overdueProjects: 0,
      hasArchivedProjects: true,
    })
  })

  test('is not an ongoing project that the client could chat about', async ({
    address,
    given,
    setProjectArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    const menu = await given.project(maya)
    const { clientTab } = await openConversation(address, maya)

    await setProjectArchived(maya, menu, true)

    expect(await clientTab.send(maya.freelancer, 'Hello?')).toMatchObject({ code: 'NO_ONGOING_PROJECT' })
  })

  test('gets no upload that was under way, and the upload leaves nothing behind', async ({
    ctx,
    given,
    setProjectArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    const menu = await given.project(maya)
    async function* parts() {
      yield { kind: 'field' as const, name: 'projectId', value: menu.id }
      yield {
        kind: 'file' as const,
        name: 'file',
        filename: 'menu.txt',
        type: 'text/plain',
        bytes: Readable.from([Buffer.from('Soup')]),
      }
    }

    const upload = uploadForm(ctx, maya, { parts: parts(), length: 4 }, async () => {
      await setProjectArchived(maya, menu, true)
    })

    await expect(upload).rejects.toMatchObject({ statusCode: 409, code: 'ARCHIVED' })
    const rows = await ctx.db.selectFrom('file').select('id').where('project_id', '=', menu.id).execute()
    expect(rows).toEqual([])
  })

  test('keeps the date of the first of two concurrent archivings', async ({ given, setProjectArchived }) => {
    const maya = await given.client(await given.freelancer())
    const menu = await given.project(maya)

    const replies = await Promise.all([1, 2, 3].map(() => setProjectArchived(maya, menu, true)))

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.archivedAt)).size).toBe(1)
  })

  test('can be deleted', async ({ api, given, setProjectArchived }) => {
    const maya = await given.client(await given.freelancer())
    const menu = await given.project(maya)
    await setProjectArchived(maya, menu, true)

    expect((await api.as(maya.freelancer).call(projects.remove, { params: { id: menu.id } })).status).toBe(
      204,
    )
  })

  test('is archived with no other change in the same call', async ({ api, given }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya)
    const ada = api.as(maya.freelancer)

    const replies = [
      await ada.call(projects.update, { params: { id }, body: { archived: true, title: 'New' } }),
      await ada.call(clients.update, { params: { id: maya.id }, body: { archived: true, firstName: 'Mia' } }),
    ]

    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 400,
        body: { fields: { archived: 'Please send archived alone.' } },
      })
  })
})

describe('an archived client', () => {
  test('waits for a change of one of their projects', async ({ ctx, given, setArchived }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya)

    const [archiving] = await ctx.db.transaction().execute(async (trx) => {
      const write = (title: string) =>
        trx.updateTable('project').set({ title }).where('id', '=', id).execute()
      await write('One')
      const archiving = setArchived(maya, true)
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
      // PostgreSQL checks the foreign key of a row that one transaction updates twice.
      await write('Two')
      return [archiving]
    })

    expect((await archiving)?.status).toBe(200)
  })

  test('has projects that are locked in the order of their ids, as notifications do', async ({
    ctx,
    given,
    setArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    const [first, second] = [await given.project(maya), await given.project(maya)]
    // A scan finds the row that was written last at the end.
    await ctx.db.updateTable('project').set({ title: 'Moved' }).where('id', '=', first.id).execute()

    const [archiving] = await ctx.db.transaction().execute(async (trx) => {
      const lock = ({ id }: { id: string }) =>
        trx.selectFrom('project').select('id').where('id', '=', id).forShare().execute()
      await lock(first)
      const archiving = setArchived(maya, true)
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
      await lock(second)
      return [archiving]
    })

    expect((await archiving)?.status).toBe(200)
  })

  test('archives a client’s projects, and restores only those archived with them', async ({
    api,
    given,
    setArchived,
    setProjectArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    const sign = await given.project(maya, { title: 'Sign' })
    await given.project(maya, { title: 'Menu' })
    await setProjectArchived(maya, sign, true)
    const list = async (archived: boolean) =>
      titles((await api.as(maya.freelancer).call(projects.list, { querystring: { archived } })).body)

    await setArchived(maya, true)
    expect([await list(false), await list(true)]).toEqual([[], ['Menu', 'Sign']])
    await setArchived(maya, false)

    expect([await list(false), await list(true)]).toEqual([['Menu'], ['Sign']])
  })

  test('has projects that come back with them only', async ({ given, setArchived, setProjectArchived }) => {
    const maya = await given.client(await given.freelancer())
    const sign = await given.project(maya, { title: 'Sign' })
    const menu = await given.project(maya, { title: 'Menu' })
    await setProjectArchived(maya, sign, true)
    await setArchived(maya, true)

    for (const project of [sign, menu])
      expect(await setProjectArchived(maya, project, false)).toMatchObject({
        status: 409,
        body: { code: 'ARCHIVED', message: expect.stringContaining('Bring the client back first.') },
      })

    await setArchived(maya, false)
    expect((await setProjectArchived(maya, sign, false)).body.archivedAt).toBeNull()
  })

  test('is listed only where archived ones are asked for, and does not count towards the plan', async ({
    api,
    given,
    setArchived,
  }) => {
    const maya = await given.client(await given.freelancer({ plan: 'free' }))
    const ada = api.as(maya.freelancer)
    const list = async (querystring: object) =>
      (await ada.call(clients.list, { querystring })).body.clients.map(({ id }) => id)

    const { body } = await setArchived(maya, true)

    expect(body).toMatchObject({ id: maya.id, archivedAt: expect.any(String), emailStatus: 'none' })
    expect([await list({}), await list({ archived: true })]).toEqual([[], [maya.id]])
    expect((await ada.call(dashboard.summary)).body.clients).toEqual({ used: 0, limit: 1, remaining: 1 })
    expect((await ada.call(clients.create, { body: given.newClient() })).status).toBe(201)
  })

  test('is restored only to a free place', async ({ api, given, setArchived }) => {
    const maya = await given.client(await given.freelancer({ plan: 'free' }))
    await setArchived(maya, true)
    const other = await given.client(maya.freelancer)

    const full = await setArchived(maya, false)
    await setArchived(other, true)
    const free = await setArchived(maya, false)

    expect(full).toMatchObject({ status: 403, body: { code: 'CLIENT_LIMIT_REACHED' } })
    expect(free).toMatchObject({ status: 200, body: { archivedAt: null } })
    expect((await api.as(maya.freelancer).call(dashboard.summary)).body.clients.used).toBe(1)
  })

  test('is restored to the last place for only one of several concurrent requests', async ({
    api,
    given,
    setArchived,
  }) => {
    const ada = await given.freelancer({ plan: 'starter' })
    for (let round = 0; round < 5; round++) {
      const three = [await given.client(ada), await given.client(ada), await given.client(ada)]
      for (const client of three) await setArchived(client, true)
      for (let taken = 0; taken < 2; taken++) await given.client(ada)

      const replies = await Promise.all([
        ...three.map((client) => setArchived(client, false)),
        api.as(ada).call(clients.create, { body: { ...given.newClient(), sendEmail: false } }),
      ])

      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
      expect((await api.as(ada).call(dashboard.summary)).body.clients.used).toBe(3)
      const { body } = await api.as(ada).call(clients.list)
      for (const { id } of body.clients) await api.as(ada).call(clients.remove, { params: { id } })
    }
  })

  test('keeps their state when nothing changes, also at the limit of the plan', async ({
    ctx,
    given,
    setArchived,
  }) => {
    const ada = await given.freelancer({ plan: 'starter' })
    const [maya] = [await given.client(ada), await given.client(ada)]
    await applyPlan(ctx, ada.id, 'free')

    expect(await setArchived(maya, false)).toMatchObject({ status: 200, body: { archivedAt: null } })
  })

  test('can log in by their link and read until their access is reset', async ({
    ctx,
    api,
    given,
    setArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    const menu = await given.project(maya)
    await setArchived(maya, true)
    const params = { id: maya.id }

    const { token } = await enterByLink(ctx, tokenFromUrl(maya.loginUrl))
    const read = await api.as({ ...maya, token }).call(projects.getForClient, { params: { id: menu.id } })
    const reset = await api.as(maya.freelancer).call(clients.resetAccess, { params })

    expect(read.status).toBe(200)
    expect(reset.status).toBe(200)
    await vi.waitFor(
      async () => expect((await api.as({ ...maya, token }).call(projects.listForClient)).status).toBe(401),
      WAIT_OPTIONS,
    )
    expect(await enterByLink(ctx, tokenFromUrl(reset.body.loginUrl))).toHaveProperty('token')
  })

  test('gets no email, except the link that they ask for themselves', async ({
    api,
    given,
    emails,
    setArchived,
  }) => {
    const ada = await given.freelancer()
    const { body } = await api.as(ada).call(clients.create, { body: given.newClient() })
    const { id, email } = body.client
    await api.as(ada).call(clients.update, { params: { id }, body: { archived: true } })

    const resent = await api.as(ada).call(clients.resendLogin, { params: { id } })

    expect(resent).toMatchObject({
      status: 409,
      body: { code: 'ARCHIVED', message: 'This client is archived. Bring them back first.' },
    })
    expect(await emails.to(email), 'the invitation that waited').toEqual([])
    await api.as(null).call(clients.requestLink, { body: { email } })
    expect(await emails.to(email)).toHaveLength(1)
    await setArchived({ id, freelancer: ada } as TestClient, false)
    expect((await api.as(ada).call(clients.resendLogin, { params: { id } })).status).toBe(200)
  })

  test('gets no project while they are being archived', async ({ api, given, setArchived }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    for (let round = 0; round < 20; round++) {
      const maya = await given.client(ada)
      const details = { clientId: maya.id, title: 'Menu', description: 'New', status: 'Pending' as const }
      await Promise.all([
        api.as(ada).call(projects.create, { body: details }),
        setArchived(maya, true),
        api.as(ada).call(projects.create, { body: details }),
      ])

      const { body } = await api.as(ada).call(clients.listProjects, { params: { id: maya.id } })
      expect(body.filter(({ archivedAt }) => archivedAt === null)).toEqual([])
      await api.as(ada).call(clients.remove, { params: { id: maya.id } })
    }
  })

  test('is not archived by a stranger or by themselves', async ({ api, given }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya)
    const eve = await given.freelancer()

    const replies = await Promise.all([
      api.as(eve).call(clients.update, { params: { id: maya.id }, body: { archived: true } }),
      api.as(eve).call(projects.update, { params: { id }, body: { archived: true } }),
      api.as(maya).send(clients.update, { params: { id: maya.id }, body: { archived: true } }),
      api.as(maya).send(projects.update, { params: { id }, body: { archived: true } }),
    ])

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 403, 403])
  })
})

describe('the chat with an archived client', () => {
  test('is closed to both sides in open tabs, and stays readable', async ({
    address,
    api,
    given,
    setArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const { clientTab, freelancerTab } = await openConversation(address, maya)
    await clientTab.send(ada, 'Lovely.')
    await clientTab.receives(1)

    await setArchived(maya, true)

    for (const tab of [clientTab, freelancerTab])
      await vi.waitFor(() => expect(tab.staleTopics.flat()).toContain('projects'), WAIT_OPTIONS)
    const replies = [await clientTab.send(ada, 'Hello?'), await freelancerTab.send(maya, 'Hello?')]
    for (const reply of replies)
      expect(reply).toMatchObject({
        ok: false,
        code: 'ARCHIVED',
        message: 'This conversation is archived. You can read everything.',
      })
    expect(await clientTab.join(ada)).toMatchObject({ lastNumber: 1, silence: 'ARCHIVED' })
    const history = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
    expect(history.body).toMatchObject([{ content: 'Lovely.' }])
  })

  test('leaves the list and the unread count of the freelancer', async ({
    address,
    api,
    given,
    setArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    const ada = api.as(maya.freelancer)
    const { clientTab } = await openConversation(address, maya)
    await clientTab.send(maya.freelancer, 'Hello?')
    await setArchived(maya, true)
    const list = async (querystring: object) =>
      (await ada.call(chat.listConversations, { querystring })).body.map(({ client }) => client.id)

    expect([await list({}), await list({ archived: true })]).toEqual([[], [maya.id]])
    expect((await ada.call(chat.countUnread)).body.unread).toBe(0)
    await setArchived(maya, false)
    expect([await list({}), await list({ archived: true })]).toEqual([[maya.id], []])
    expect((await ada.call(chat.countUnread)).body.unread).toBe(1)
  })

  test('sends no unread-message emails, neither meanwhile nor after it is restored', async ({
    address,
    ctx,
    given,
    emails,
    clock,
    setArchived,
  }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const { clientTab, freelancerTab } = await openConversation(address, maya)
    await clientTab.send(ada, 'One')
    await freelancerTab.send(maya, 'Two')
    await setArchived(maya, true)
    clock.forward(FIVE_MINUTES)
    await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
    await setArchived(maya, false)
    clock.forward(FIVE_MINUTES)
    await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})

    expect([await emails.to(ada.email), await emails.to(maya.email)]).toEqual([[], []])
  })
})
