import { bin, clients, feedback, projects, staleTopics } from '@portico/contract'
import { sql } from 'kysely'
import { describe, onTestFinished, vi } from 'vitest'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { Given, TestUser } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import type { AppContext } from '../../platform/context.ts'
import { deleteRemovedProjects } from '../bin/expiry.service.ts'

async function mayasFeedback(given: Given) {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya)
  return { maya, ada: maya.freelancer, menu, blue: await given.feedback(maya, menu) }
}

async function listAs(api: Api, person: TestUser, project: { id: string }) {
  return (await api.as(person).call(feedback.list, { params: { id: project.id } })).body
}

/** Moves the time of all feedback back by ten minutes and a second. */
async function letTenMinutesPass({ db }: AppContext, { id }: { id: string }) {
  for (const table of ['feedback', 'feedback_reply'])
    await sql`
      update ${sql.table(table)} set created_at = created_at - interval '601 seconds' where id = ${id}`.execute(
      db,
    )
}

const inTime = { editableSeconds: expect.toSatisfy((seconds: number) => seconds > 540 && seconds <= 600) }

describe('a reply', () => {
  test('is read by both sides below its feedback, the oldest first', async ({ api, given }) => {
    const { maya, ada, menu, blue } = await mayasFeedback(given)
    const other = await given.feedback(maya, menu, 'And the rye loaf first.')
    const reply = (person: TestUser, message: string) =>
      api.as(person).call(feedback.reply, { params: { id: blue.id }, body: { message } })

    const first = await reply(ada, ' Which blue? ')
    const second = await reply(maya, 'The dark one.')

    expect(first).toMatchObject({
      status: 201,
      body: {
        message: 'Which blue?',
        author: 'Ada Marsh',
        authorType: 'Freelancer',
        editedAt: null,
        ...inTime,
      },
    })
    expect(second).toMatchObject({ body: { author: 'Maya Whitcombe', authorType: 'Client' } })
    for (const person of [maya, ada])
      expect(await listAs(api, person, menu)).toMatchObject([
        { id: other.id, replies: [], ...inTime },
        {
          id: blue.id,
          editableSeconds: 0,
          replies: [
            { id: first.body.id, message: 'Which blue?', author: 'Ada Marsh', editableSeconds: 0 },
            { id: second.body.id, message: 'The dark one.', author: 'Maya Whitcombe', ...inTime },
          ],
        },
      ])
  })

  test('can be left on a completed project', async ({ api, given }) => {
    const { maya, ada, menu, blue } = await mayasFeedback(given)
    await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { status: 'Completed' } })

    for (const person of [maya, ada])
      expect((await given.reply(person, blue)).id, person.side).toEqual(expect.any(String))
  })

  test.for([
    ['blank', ' \u200b\n ', 'Please write your reply.'],
    ['too long', '𠀋'.repeat(10_001), 'Message can have at most 10000 characters.'],
    ['not storable', 'a\0b', 'Message has characters that cannot be stored.'],
  ] as const)('is refused when it is %s', async ([, message, complaint], { api, given }) => {
    const { ada, menu, blue } = await mayasFeedback(given)

    const reply = await api.as(ada).send(feedback.reply, { params: { id: blue.id }, body: { message } })

    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message: complaint } })
    expect(await listAs(api, ada, menu)).toMatchObject([{ message: blue.message, replies: [] }])
  })

  test('is refused after a hundred replies, also when the last two come at once', async ({
    ctx,
    api,
    given,
  }) => {
    const { ada, maya, menu, blue } = await mayasFeedback(given)
    for (let n = 1; n < feedback.MAX_REPLIES; n++) await given.reply(ada, blue, `Reply ${n}`)

    const replies = await Promise.all(
      [ada, maya].map((person) =>
        api.as(person).send(feedback.reply, { params: { id: blue.id }, body: { message: 'The last.' } }),
      ),
    )

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'TOO_MANY_REPLIES' })
    expect((await listAs(api, ada, menu))[0]?.replies).toHaveLength(feedback.MAX_REPLIES)
    await expectNoGaps(ctx)
  })

  test('goes with its project', async ({ ctx, api, given }) => {
    const { ada, menu, blue } = await mayasFeedback(given)
    await given.reply(ada, blue)

    await api.as(ada).call(projects.remove, { params: { id: menu.id } })
    await api.as(ada).call(bin.remove, { params: { kind: 'project', id: menu.id } })
    await deleteRemovedProjects(ctx)

    expect(await repliesTo(ctx, blue)).toEqual([])
  })
})

describe('feedback', () => {
  test('is edited by its author, and both sides see that it was', async ({ api, given }) => {
    const { maya, ada, menu, blue } = await mayasFeedback(given)

    const reply = await api
      .as(maya)
      .call(feedback.edit, { params: { id: blue.id }, body: { message: ' The green one. ' } })

    expect(reply).toMatchObject({
      status: 200,
      body: { ...blue, message: 'The green one.', editedAt: expect.any(String), ...inTime },
    })
    for (const person of [maya, ada])
      expect(await listAs(api, person, menu)).toMatchObject([{ message: 'The green one.' }])
  })

  test('is deleted by its author', async ({ api, given }) => {
    const { maya, ada, menu, blue } = await mayasFeedback(given)

    const reply = await api.as(maya).call(feedback.remove, { params: { id: blue.id } })
    const second = await api.as(maya).send(feedback.remove, { params: { id: blue.id } })

    expect(reply.status).toBe(204)
    expect(second).toMatchObject({ status: 404, body: { code: 'FEEDBACK_NOT_FOUND' } })
    expect(await listAs(api, ada, menu)).toEqual([])
  })

  test('stays as it is after ten minutes', async ({ ctx, api, given }) => {
    const { maya, menu, blue } = await mayasFeedback(given)
    await letTenMinutesPass(ctx, blue)

    for (const reply of await changeAndDelete(api, maya, blue))
      expect(reply).toMatchObject({
        status: 409,
        body: {
          code: 'TOO_LATE_TO_EDIT',
          message: 'This can be edited or deleted for ten minutes only, and they are over.',
        },
      })
    expect(await listAs(api, maya, menu)).toMatchObject([{ message: blue.message, editableSeconds: 0 }])
  })

  test('stays as it is once somebody has replied, and no longer when the reply is deleted', async ({
    api,
    given,
  }) => {
    const { maya, ada, menu, blue } = await mayasFeedback(given)
    const { id } = await given.reply(ada, blue)

    for (const reply of await changeAndDelete(api, maya, blue))
      expect(reply).toMatchObject({
        status: 409,
        body: {
          code: 'ALREADY_REPLIED',
          message: 'There is a reply to this already, so it can no longer be edited or deleted.',
        },
      })
    await api.as(ada).call(feedback.removeReply, { params: { id } })

    expect(await listAs(api, maya, menu)).toMatchObject([{ message: blue.message, replies: [], ...inTime }])
    expect((await api.as(maya).call(feedback.remove, { params: { id: blue.id } })).status).toBe(204)
  })

  test('cannot be edited or deleted by the freelancer', async ({ api, given }) => {
    const { ada, menu, blue } = await mayasFeedback(given)

    for (const reply of await changeAndDelete(api, ada, blue))
      expect(reply).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } })
    expect(await listAs(api, ada, menu)).toMatchObject([{ message: blue.message, replies: [] }])
  })
})

describe('a reply that is there', () => {
  test('is edited and deleted by its author on either side', async ({ api, given }) => {
    const { maya, ada, menu, blue } = await mayasFeedback(given)
    for (const person of [maya, ada]) {
      const { id } = await given.reply(person, blue)

      const edited = await api
        .as(person)
        .call(feedback.editReply, { params: { id }, body: { message: 'Edited.' } })

      expect(edited.body).toMatchObject({ id, message: 'Edited.', editedAt: expect.any(String), ...inTime })
      expect((await listAs(api, person, menu))[0]?.replies).toMatchObject([{ id, message: 'Edited.' }])
      expect((await api.as(person).call(feedback.removeReply, { params: { id } })).status).toBe(204)
      expect(await listAs(api, person, menu)).toMatchObject([{ replies: [] }])
    }
  })

  test('cannot be edited or deleted by the other side', async ({ api, given }) => {
    const { maya, ada, menu, blue } = await mayasFeedback(given)
    for (const [author, other] of [
      [maya, ada],
      [ada, maya],
    ] as const) {
      const reply = await given.reply(author, blue)
      for (const refused of await changeAndDelete(api, other, reply, { isReply: true }))
        expect(refused).toMatchObject({ status: 403, body: { code: 'NOT_YOUR_REPLY' } })
    }
    expect((await listAs(api, ada, menu))[0]?.replies).toHaveLength(2)
  })

  test('stays as it is after ten minutes, and once another one follows', async ({ ctx, api, given }) => {
    const { maya, ada, menu, blue } = await mayasFeedback(given)
    const first = await given.reply(ada, blue, 'Which blue?')
    const last = await given.reply(maya, blue, 'The dark one.')
    await letTenMinutesPass(ctx, last)

    for (const refused of await changeAndDelete(api, ada, first, { isReply: true }))
      expect(refused).toMatchObject({ status: 409, body: { code: 'ALREADY_REPLIED' } })
    for (const refused of await changeAndDelete(api, maya, last, { isReply: true }))
      expect(refused).toMatchObject({ status: 409, body: { code: 'TOO_LATE_TO_EDIT' } })
    expect((await listAs(api, ada, menu))[0]?.replies.map(({ message }) => message)).toEqual([
      'Which blue?',
      'The dark one.',
    ])
  })
})

describe('at once', () => {
  test('a reply and a deletion of the feedback: exactly one of them succeeds', async ({
    ctx,
    api,
    given,
  }) => {
    const { maya, ada, menu } = await mayasFeedback(given)
    for (let round = 0; round < 12; round++) {
      const { id } = await given.feedback(maya, menu, `Round ${round}`)
      const calls = [
        () => api.as(ada).send(feedback.reply, { params: { id }, body: { message: 'But why?' } }),
        () => api.as(maya).send(feedback.remove, { params: { id } }),
      ]
      const [first, second] = round % 2 ? calls : calls.toReversed()

      const statuses = (await Promise.all([first?.(), second?.()])).map((reply) => reply?.status)

      const left = (await listAs(api, ada, menu)).find((item) => item.id === id)
      expect(statuses.filter((status) => status === 201 || status === 204)).toHaveLength(1)
      expect(left?.replies.length, 'a reply that was stored is there').toBe(
        statuses.includes(201) ? 1 : undefined,
      )
    }
    await expectNoGaps(ctx)
  })

  test('replies and deletions of replies leave no gap', async ({ ctx, api, given }) => {
    const { maya, ada, blue, menu } = await mayasFeedback(given)
    for (let round = 0; round < 12; round++) {
      const { id } = await given.reply(ada, blue, `Round ${round}`)
      const remove = () => api.as(ada).send(feedback.removeReply, { params: { id } })
      const edit = () =>
        api.as(ada).send(feedback.editReply, { params: { id }, body: { message: 'Edited.' } })
      const reply = () =>
        api.as(maya).send(feedback.reply, { params: { id: blue.id }, body: { message: 'And then?' } })

      const replies = await Promise.all([remove(), edit(), reply(), remove(), reply()])

      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
      const [removed, , , removedAgain] = replies
      expect([removed.status, removedAgain.status], 'is deleted once at most').not.toEqual([204, 204])
      const left = (await listAs(api, ada, menu))[0]?.replies ?? []
      const isDeleted = [removed, removedAgain].some(({ status }) => status === 204)
      expect(left.some((item) => item.id === id)).toBe(!isDeleted)
      await expectNoGaps(ctx)
      await ctx.db.deleteFrom('feedback_reply').where('feedback_id', '=', blue.id).execute()
      await ctx.db.updateTable('feedback').set({ reply_count: 0 }).where('id', '=', blue.id).execute()
    }
  })

  /** In a restored database the foreign keys of feedback are older than those of projects, and are followed first. */
  test('replying while the client is deleted does not deadlock', async ({ ctx, api, given }) => {
    const { maya, ada, blue } = await mayasFeedback(given)
    await sql`
      alter table project drop constraint project_client_id_workspace_id_fkey,
        add constraint project_client_id_workspace_id_fkey foreign key (client_id, workspace_id)
          references client (id, workspace_id) on delete cascade`.execute(ctx.db)

    const { deletion, reply } = await ctx.db.transaction().execute(async (other) => {
      await sql`select from feedback where id = ${blue.id} for update`.execute(other)
      const deletion = api.as(ada).call(clients.remove, { params: { id: maya.id } })
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
      const reply = api.as(ada).send(feedback.reply, { params: { id: blue.id }, body: { message: 'Blue.' } })
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(2), WAIT_OPTIONS)
      return { deletion, reply }
    })

    expect([(await deletion).status, (await reply).status]).toEqual([204, 404])
  })
})

test('publishes each change to both sides, and a refused one to nobody', async ({ ctx, api, given }) => {
  const { maya, ada, blue } = await mayasFeedback(given)
  const stranger = await given.freelancer()
  const heard: unknown[] = []
  const unfollow = ctx.live.subscribe((people, topics) => {
    heard.push([people.map(({ side, personId }) => `${side} ${personId}`), topics])
  })
  onTestFinished(() => void unfollow())

  await changeAndDelete(api, stranger, blue)
  await api.as(maya).call(feedback.edit, { params: { id: blue.id }, body: { message: 'The green one.' } })
  const { id } = await given.reply(ada, blue)
  await changeAndDelete(api, ada, { id }, { isReply: true })
  await api.as(maya).call(feedback.remove, { params: { id: blue.id } })

  const both = [`freelancer ${ada.id}`, `client ${maya.id}`]
  expect(heard).toEqual(
    (['edit', 'reply', 'editReply', 'removeReply', 'remove'] as const).map((name) => [
      both,
      staleTopics[`feedback.${name}`],
    ]),
  )
})

async function changeAndDelete(api: Api, person: TestUser, { id }: { id: string }, { isReply = false } = {}) {
  const body = { message: 'Something else.' }
  return [
    await api.as(person).send(isReply ? feedback.editReply : feedback.edit, { params: { id }, body }),
    await api.as(person).send(isReply ? feedback.removeReply : feedback.remove, { params: { id } }),
  ]
}

function repliesTo({ db }: AppContext, { id }: { id: string }) {
  return db.selectFrom('feedback_reply').select('number').where('feedback_id', '=', id).execute()
}

/** The count in each feedback is the number of its last reply, and of its replies. */
async function expectNoGaps({ db }: AppContext) {
  const { rows } = await sql`
    select f.id from feedback f left join feedback_reply r on r.feedback_id = f.id
    group by f.id having f.reply_count <> count(r.id) or f.reply_count <> coalesce(max(r.number), 0)`.execute(
    db,
  )
  expect(rows).toEqual([])
}
