import { bin, clients, feedback, projects, staleTopics } from '@portico/contract'
import { describe, onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import type { Given } from '../../../test/given.ts'
import { deleteRemovedProjects } from '../bin/expiry.service.ts'

/** The seconds in which the author can edit it pass during the test. */
const asWritten = (item: feedback.Feedback) => ({ ...item, editableSeconds: expect.any(Number) })

async function mayasMenu(given: Given) {
  const maya = await given.client(await given.freelancer())
  return { maya, ada: maya.freelancer, menu: await given.project(maya) }
}

test('client and freelancer read the client’s feedback, newest first', async ({ api, given }) => {
  const { maya, ada, menu } = await mayasMenu(given)

  const earlier = await api.as(maya).call(feedback.create, {
    body: { projectId: menu.id, message: ' Smaller prices,\nplease. ' },
  })
  const later = await given.feedback(maya, menu, 'And the rye loaf first.')

  expect(earlier).toMatchObject({
    status: 201,
    body: {
      projectId: menu.id,
      message: 'Smaller prices,\nplease.',
      Client: { firstName: 'Maya', lastName: 'Whitcombe' },
    },
  })
  for (const person of [maya, ada]) {
    const { body } = await api.as(person).call(feedback.list, { params: { id: menu.id } })
    expect(body).toEqual([asWritten(later), asWritten(earlier.body)])
  }
})

test('each project has its own feedback', async ({ api, given }) => {
  const { maya, menu } = await mayasMenu(given)
  const sign = await given.project(maya)
  await given.feedback(maya, menu)

  expect((await api.as(maya).call(feedback.list, { params: { id: sign.id } })).body).toEqual([])
})

test('the list is paged by the Link header', async ({ api, given }) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const made: string[] = []
  for (let n = 0; n < 7; n++) made.unshift((await given.feedback(maya, menu, `Thought ${n}`)).id)

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await api
      .as(ada)
      .call(feedback.list, { params: { id: menu.id }, querystring: { limit: 3, cursor } })
    seen.push(...body.map(({ id }) => id))
    cursor = /cursor=([\w-]+)[^>]*>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  } while (cursor)

  expect(seen).toEqual(made)
})

describe('for other people', () => {
  test('another freelancer, their client and a sibling client get 404', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    await given.feedback(maya, menu)
    const stranger = await given.freelancer()
    const nobodysProject = { id: '01900000-0000-7000-8000-000000000001' }

    for (const person of [stranger, await given.client(stranger), await given.client(ada)]) {
      const theirs = await api.as(person).send(feedback.list, { params: menu })
      const unknown = await api.as(person).send(feedback.list, { params: nobodysProject })
      expect(theirs).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
      expect(theirs.body).toEqual(unknown.body)
    }
  })

  test('cannot write feedback', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)

    for (const person of [await given.client(ada), await given.client(await given.freelancer())]) {
      const reply = await api
        .as(person)
        .call(feedback.create, { body: { projectId: menu.id, message: 'Not mine.' } })
      expect(reply).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
    }

    expect((await api.as(maya).call(feedback.list, { params: { id: menu.id } })).body).toEqual([])
  })

  test('a freelancer reads feedback but cannot write it', async ({ api, given }) => {
    const { ada, menu } = await mayasMenu(given)
    const reply = await api
      .as(ada)
      .call(feedback.create, { body: { projectId: menu.id, message: 'My own work.' } })
    expect(reply).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } })
  })
})

describe('the message', () => {
  test.for(['', ' ', '\u00a0', '\u3000', '\u200b', '\ufeff', ' \u200b\n\t\ufeff '])(
    'is refused when blank: %j',
    async (message, { api, given }) => {
      const { maya, menu } = await mayasMenu(given)

      const reply = await api.as(maya).call(feedback.create, { body: { projectId: menu.id, message } })

      expect(reply).toMatchObject({
        status: 400,
        body: {
          code: 'INVALID_INPUT',
          message: 'Please write your feedback.',
          fields: { message: 'Message is required.' },
        },
      })
      expect((await api.as(maya).call(feedback.list, { params: { id: menu.id } })).body).toEqual([])
    },
  )

  test('has at most 10,000 characters, however many bytes they are', async ({ api, given }) => {
    const { maya, menu } = await mayasMenu(given)
    const leave = (message: string) =>
      api.as(maya).call(feedback.create, { body: { projectId: menu.id, message } })

    const most = await leave('𠀋'.repeat(10_000))
    const more = await leave('𠀋'.repeat(10_001))

    expect([...most.body.message]).toHaveLength(10_000)
    expect(more).toMatchObject({
      status: 400,
      body: { fields: { message: 'Message can have at most 10000 characters.' } },
    })
  })

  test('is returned as typed', async ({ api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    const message = '👩‍👩‍👧 «مرحبا» Z̸̡̢ 𠀋 <img src=x onerror=alert(1)>\n\n{{7*7}} \' " & \\ %'

    await given.feedback(maya, menu, message.normalize('NFC'))

    const { body } = await api.as(ada).call(feedback.list, { params: { id: menu.id } })
    expect(body[0]?.message).toBe(message.normalize('NFC'))
  })

  test.for([
    [{ message: 'a\0b' }, 'message'],
    [{ message: 'half \ud800' }, 'message'],
    [{ message: ['x'] }, 'message'],
    [{ message: null }, 'message'],
    [{ message: undefined }, 'message'],
    [{ projectId: 'x' }, 'projectId'],
    [{ clientId: '01900000-0000-7000-8000-000000000001' }, 'clientId'],
    [{ createdAt: '2020-01-01T00:00:00.000Z' }, 'createdAt'],
  ] as const)('%j is refused', async ([wrong, field], { api, given }) => {
    const { maya, menu } = await mayasMenu(given)

    const body = { projectId: menu.id, message: 'Fine.', ...wrong }
    const reply = await api.as(maya).send(feedback.create, { body })

    expect(reply).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    expect((await api.as(maya).call(feedback.list, { params: { id: menu.id } })).body).toEqual([])
  })
})

test('publishes stored feedback to both people, and refused feedback to nobody', async ({
  ctx,
  api,
  given,
}) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const sibling = await given.client(ada)
  const heard: unknown[] = []
  const unfollow = ctx.live.subscribe((people, topics) => {
    heard.push([people.map(({ side, personId }) => `${side} ${personId}`), topics])
  })
  onTestFinished(() => void unfollow())

  await api.as(sibling).call(feedback.create, { body: { projectId: menu.id, message: 'Not mine.' } })
  await api.as(maya).call(feedback.create, { body: { projectId: menu.id, message: 'Lovely.' } })

  expect(heard).toEqual([[[`freelancer ${ada.id}`, `client ${maya.id}`], staleTopics['feedback.create']]])
})

describe('feedback is deleted with', () => {
  test('its project', async ({ ctx, api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    const untouched = await given.feedback(maya, await given.project(maya))
    await given.feedback(maya, menu)

    await api.as(ada).call(projects.remove, { params: { id: menu.id } })
    await api.as(ada).call(bin.remove, { params: { kind: 'project', id: menu.id } })
    await deleteRemovedProjects(ctx)

    const left = await ctx.db.selectFrom('feedback').select('id').where('client_id', '=', maya.id).execute()
    expect(left).toEqual([{ id: untouched.id }])
  })

  test('its client', async ({ ctx, api, given }) => {
    const { maya, ada, menu } = await mayasMenu(given)
    await given.feedback(maya, menu)

    await api.as(ada).call(clients.remove, { params: { id: maya.id } })
    await deleteRemovedProjects(ctx)

    expect(await ctx.db.selectFrom('feedback').where('client_id', '=', maya.id).execute()).toEqual([])
  })

  test('its client, also while feedback is being written', async ({ ctx, api, given }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    for (let round = 0; round < 15; round++) {
      const maya = await given.client(ada)
      const [menu, sign] = [await given.project(maya), await given.project(maya)]
      const leave = (project = menu) =>
        api.as(maya).send(feedback.create, { body: { projectId: project.id, message: `Round ${round}` } })

      const replies = await Promise.all([
        leave(),
        leave(sign),
        api.as(ada).send(projects.remove, { params: { id: sign.id } }),
        leave(sign),
        api.as(ada).send(clients.remove, { params: { id: maya.id } }),
        leave(),
        leave(),
      ])

      expect(
        replies.map(({ status }) => status).filter((status) => ![201, 204, 401, 404].includes(status)),
      ).toEqual([])
    }
    await deleteRemovedProjects(ctx)
    const orphans = await ctx.db
      .selectFrom('feedback')
      .leftJoin('client', 'client.id', 'feedback.client_id')
      .where('client.id', 'is', null)
      .select('feedback.id')
      .execute()
    expect(orphans).toEqual([])
  })
})
