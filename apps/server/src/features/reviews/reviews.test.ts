import { activity, bin, clients, files, notes, projects, reviews } from '@portico/contract'
import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import { type Api, expect } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { test as base, turnOf } from '../../../test/one-project.ts'
import { sentCode } from '../../../test/sent-code.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { deleteRemovedProjects } from '../bin/expiry.service.ts'
import { saveCode } from './codes.repository.ts'

/** The clock goes on while a test runs. */
const SINCE_NOW = expect.stringMatching(/^2099-06-15T09:0/)

const test = base.extend('proof', ({ given, ada, menu }) => given.file(ada, menu, { name: 'proof.txt' }))

const listAs = async (api: Api, person: TestClient | TestClient['freelancer'], { id }: { id: string }) =>
  (await api.as(person).call(reviews.ofFile, { params: { id } })).body

const decideAs = (api: Api, client: TestClient, { id }: { id: string }, body: reviews.NewDecision) =>
  api.as(client).call(reviews.decide, { params: { id }, body })

describe('asking', () => {
  test('both sides see the request with its version', async ({ api, ada, maya, menu, proof }) => {
    const reply = await api.as(ada).call(reviews.ask, {
      params: { id: proof.id },
      body: { message: ' May it go to print? ', dueDate: '2099-06-20', needsCode: true },
    })

    expect(reply).toMatchObject({
      status: 201,
      body: {
        projectId: menu.id,
        fileId: proof.id,
        fileName: 'proof.txt',
        version: 1,
        size: 9,
        round: 1,
        state: 'open',
        message: 'May it go to print?',
        dueDate: '2099-06-20',
        overdue: false,
        needsCode: true,
        createdAt: SINCE_NOW,
        decision: null,
      },
    })
    for (const person of [ada, maya]) {
      expect(await listAs(api, person, proof)).toEqual([reply.body])
      const { body } = await api.as(person).call(reviews.waiting, { params: { id: menu.id } })
      expect(body).toEqual([reply.body])
      const [listed] = (await api.as(person).call(files.list, { params: { id: menu.id } })).body
      expect(listed?.review).toEqual({ id: reply.body.id, round: 1, state: 'open', dueDate: '2099-06-20' })
    }
  })

  test('is refused while the file has an open review, also for the second of two concurrent calls', async ({
    api,
    ada,
    proof,
  }) => {
    const ask = () => api.as(ada).call(reviews.ask, { params: { id: proof.id }, body: {} })
    const replies = await Promise.all([ask(), ask()])

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'REVIEW_OPEN' } })
  })

  test('is refused for an older version', async ({ api, given, ada, menu, proof }) => {
    await given.file(ada, menu, { versionOf: proof.id })

    const reply = await api.as(ada).call(reviews.ask, { params: { id: proof.id }, body: {} })

    expect(reply).toMatchObject({ status: 409, body: { code: 'NEWER_VERSION' } })
  })

  test('is refused until every note of the client is settled', async ({
    api,
    given,
    ada,
    maya,
    menu,
    proof,
  }) => {
    const note = await given.note(maya, proof)
    await given.note(ada, proof)
    const second = await given.file(ada, menu, { versionOf: proof.id })
    const ask = () => api.as(ada).call(reviews.ask, { params: { id: second.id }, body: {} })

    expect(await ask()).toMatchObject({
      status: 409,
      body: { code: 'NOTES_OPEN', message: expect.stringMatching(/^One note of the client is still open/) },
    })
    await api.as(ada).call(notes.change, { params: { id: note.id }, body: { state: 'done' } })
    expect((await ask()).status).toBe(201)
  })

  test('is overdue from the day after the due date in the freelancer’s time zone', async ({
    api,
    given,
    clock,
    ada,
    maya,
    proof,
  }) => {
    await given.review(ada, proof, { dueDate: '2099-06-20' })
    const isOverdue = async () => (await listAs(api, maya, proof))[0]?.overdue
    clock.set('2099-06-20T22:59:00Z')
    expect(await isOverdue()).toBe(false)
    clock.set('2099-06-20T23:01:00Z')
    expect(await isOverdue()).toBe(true)
  })

  test('is withdrawn once, and then asked again as the next round', async ({
    api,
    given,
    ada,
    maya,
    proof,
  }) => {
    const { id } = await given.review(ada, proof)
    const withdraw = () => api.as(ada).call(reviews.withdraw, { params: { id } })

    expect((await withdraw()).status).toBe(204)
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'REVIEW_NOT_OPEN' } })
    expect(await decideAs(api, maya, { id }, { decision: 'approved' })).toMatchObject({ status: 409 })
    await given.review(ada, proof)

    expect((await listAs(api, maya, proof)).map(({ round, state }) => [round, state])).toEqual([
      [2, 'open'],
      [1, 'withdrawn'],
    ])
  })
})

describe('deciding', () => {
  test('an approval is seen by both sides, wherever the file is listed', async ({
    api,
    given,
    ada,
    maya,
    menu,
    proof,
  }) => {
    const review = await given.review(ada, proof)

    const reply = await decideAs(api, maya, review, { decision: 'approved', comment: 'Go ahead.' })

    expect(reply.body).toMatchObject({
      state: 'approved',
      decision: {
        decision: 'approved',
        comment: 'Go ahead.',
        decidedAt: SINCE_NOW,
        undoSeconds: expect.toSatisfy((n: number) => n > 540 && n <= 600),
      },
    })
    for (const person of [ada, maya]) {
      expect(await listAs(api, person, proof)).toMatchObject([{ id: review.id, state: 'approved' }])
      for (const list of [files.list, files.versions]) {
        const params = { id: list === files.list ? menu.id : proof.id }
        expect((await api.as(person).call(list, { params })).body[0]?.review).toMatchObject({
          state: 'approved',
        })
      }
    }
  })

  test('needs a comment to request changes', async ({ api, given, ada, maya, proof }) => {
    const review = await given.review(ada, proof)

    for (const comment of [undefined, ' \u200b '])
      expect(
        await api.as(maya).send(reviews.decide, {
          params: { id: review.id },
          body: { decision: 'changes_requested', comment },
        }),
      ).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', fields: { comment: expect.any(String) } },
      })
    const { body } = await decideAs(api, maya, review, {
      decision: 'changes_requested',
      comment: 'The rye first.',
    })

    expect(body).toMatchObject({
      state: 'changes_requested',
      decision: { comment: 'The rye first.', receiptId: null },
    })
  })

  test('needs no comment if the client has an open note', async ({ given, ada, maya, proof }) => {
    const review = await given.review(ada, proof)
    await given.note(maya, proof)

    expect(await given.decision(maya, review, { decision: 'changes_requested' })).toMatchObject({
      state: 'changes_requested',
    })
  })

  test('accepts one of two concurrent decisions', async ({ api, given, ada, maya, proof }) => {
    const review = await given.review(ada, proof)

    const replies = await Promise.all([
      decideAs(api, maya, review, { decision: 'approved' }),
      decideAs(api, maya, review, { decision: 'changes_requested', comment: 'Wait.' }),
    ])

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = replies.find(({ status }) => status === 200)?.body
    expect(await listAs(api, maya, proof)).toMatchObject([{ state: won?.state }])
  })

  test('a version that is uploaded meanwhile replaces the review, or comes after the decision', async ({
    api,
    given,
    ada,
    maya,
    menu,
    proof,
  }) => {
    const review = await given.review(ada, proof)

    const [reply] = await Promise.all([
      decideAs(api, maya, review, { decision: 'approved' }),
      given.file(ada, menu, { versionOf: proof.id }),
    ])

    const [found] = await listAs(api, maya, proof)
    expect([reply.status, found?.state]).toEqual(reply.status === 200 ? [200, 'approved'] : [409, 'replaced'])
  })

  test('is refused for a review that a new version has replaced', async ({
    api,
    given,
    ada,
    maya,
    menu,
    proof,
  }) => {
    const review = await given.review(ada, proof)
    const { id } = await given.file(maya, menu, { versionOf: proof.id })

    expect(await decideAs(api, maya, review, { decision: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'REVIEW_NOT_OPEN' },
    })
    expect(await listAs(api, ada, { id })).toMatchObject([{ state: 'replaced', version: 1, decision: null }])
    const versions = (await api.as(ada).call(files.versions, { params: { id } })).body
    expect(versions.map(({ review }) => review?.state)).toEqual([undefined, 'replaced'])
    expect((await given.review(ada, { id })).round).toBe(2)
  })
})

describe('the code', () => {
  const approve = (api: Api, maya: TestClient, review: { id: string }, code?: string) =>
    decideAs(api, maya, review, { decision: 'approved', ...(code !== undefined && { code }) })
  const wrong = { status: 400, body: { code: 'CODE_WRONG' } }
  const other = (code: string) => (code === '000000' ? '000001' : '000000')

  test('is mailed to the client and goes with the decision', async ({
    api,
    given,
    emails,
    ada,
    maya,
    proof,
  }) => {
    const review = await given.review(ada, proof, { needsCode: true })
    expect(await approve(api, maya, review)).toMatchObject({ status: 400, body: { code: 'CODE_NEEDED' } })
    expect(await approve(api, maya, review, '123456')).toMatchObject(wrong)
    const code = await sentCode(api, emails, maya, review)

    expect((await approve(api, maya, review, `${code.slice(0, 3)} ${code.slice(3)}`)).body).toMatchObject({
      state: 'approved',
    })
  })

  test('is entered while another one is being made', async ({
    api,
    ctx,
    given,
    emails,
    ada,
    maya,
    proof,
  }) => {
    const review = await given.review(ada, proof, { needsCode: true })
    const code = await sentCode(api, emails, maya, review)

    const { approved, isSaved } = await ctx.db.transaction().execute(async (trx) => {
      await sql`select from review_code where review_id = ${review.id} for update`.execute(trx)
      const approved = approve(api, maya, review, code)
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
      const isSaved = saveCode(
        ctx.db,
        { reviewId: review.id, sessionId: maya.sessionId },
        { email: maya.email, hash: Buffer.from('another') },
        ctx.clock.now(),
      )
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(2), WAIT_OPTIONS)
      return { approved, isSaved }
    })

    expect((await approved).status).toBe(200)
    expect(await isSaved).toBe(false)
  })

  test('works once, also after the approval is taken back', async ({
    api,
    given,
    emails,
    ada,
    maya,
    proof,
  }) => {
    const review = await given.review(ada, proof, { needsCode: true })
    const code = await sentCode(api, emails, maya, review)
    expect((await approve(api, maya, review, code)).status).toBe(200)
    await api.as(maya).call(reviews.undoDecision, { params: { id: review.id } })

    expect(await approve(api, maya, review, code)).toMatchObject(wrong)
  })

  test('can be tried five times, also concurrently', async ({ api, given, emails, ada, maya, proof }) => {
    const review = await given.review(ada, proof, { needsCode: true })
    const first = await sentCode(api, emails, maya, review)
    const tries = Array.from({ length: 8 }, () => approve(api, maya, review, other(first)))
    const replies = await Promise.all(tries)
    for (const reply of replies) expect(reply).toMatchObject(wrong)
    const complaints = replies.map(({ body }) => (body as { fields?: { code: string } }).fields?.code)
    expect(new Set(complaints)).toEqual(
      new Set([
        'This code does not work any more. Have a new one sent.',
        'That was not the code. One try left.',
        ...[2, 3, 4].map((left) => `That was not the code. ${left} tries left.`),
      ]),
    )

    expect(await approve(api, maya, review, first), 'the right one comes too late').toMatchObject(wrong)
    const second = await sentCode(api, emails, maya, review)
    expect((await approve(api, maya, review, second)).status).toBe(200)
  })

  test('ends after ten minutes, with the next one, and belongs to one review', async ({
    api,
    given,
    emails,
    clock,
    ada,
    maya,
    menu,
    proof,
  }) => {
    const review = await given.review(ada, proof, { needsCode: true })
    const another = await given.review(ada, await given.file(ada, menu), { needsCode: true })
    const first = await sentCode(api, emails, maya, review)
    const second = await sentCode(api, emails, maya, review)
    if (first !== second) expect(await approve(api, maya, review, first)).toMatchObject(wrong)
    expect(await approve(api, maya, another, second)).toMatchObject(wrong)

    clock.set('2099-06-15T09:12:00Z')
    expect(await approve(api, maya, review, second)).toMatchObject(wrong)
  })

  test('is not kept in plain text', async ({ api, ctx, given, emails, ada, maya, proof }) => {
    const review = await given.review(ada, proof, { needsCode: true })
    const code = await sentCode(api, emails, maya, review)

    const { rows } = await sql<{ row: string }>`
      select review_code::text || encode(hash, 'escape') as row from review_code where review_id = ${review.id}`.execute(
      ctx.db,
    )
    expect(rows[0]?.row).not.toContain(code)
  })

  test('is mailed only for an open review that needs one', async ({ api, given, ada, maya, proof }) => {
    const { id } = await given.review(ada, proof)
    expect(await api.as(maya).call(reviews.sendCode, { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'REVIEW_NOT_OPEN' },
    })
  })
})

describe('taking a decision back', () => {
  test('opens the review again, for ten minutes', async ({ api, given, clock, ada, maya, proof }) => {
    const review = await given.review(ada, proof)
    await given.decision(maya, review)
    const undo = () => api.as(maya).call(reviews.undoDecision, { params: { id: review.id } })
    clock.set('2099-06-15T09:09:30Z')
    expect((await listAs(api, maya, proof))[0]?.decision?.undoSeconds).toBeLessThan(60)

    expect((await undo()).status).toBe(204)
    expect(await listAs(api, maya, proof)).toMatchObject([{ state: 'open', decision: null }])
    expect(await undo(), 'twice').toMatchObject({ status: 409, body: { code: 'TOO_LATE_TO_UNDO' } })

    await given.decision(maya, review, { decision: 'changes_requested', comment: 'Bigger.' })
    clock.set('2099-06-15T09:21:00Z')
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'TOO_LATE_TO_UNDO' } })
  })

  test('is refused when it was done twenty times', async ({ api, ctx, given, ada, maya, proof }) => {
    const { id } = await given.decision(maya, await given.review(ada, proof))
    await sql`
      insert into receipt (id, project_id, review_id, number, receipt, signature)
      select gen_random_uuid(), project_id, review_id, 1 + n, receipt, signature from receipt, generate_series(1, 39) as n
      where review_id = ${id}`.execute(ctx.db)

    expect((await listAs(api, maya, proof))[0]?.decision?.undoSeconds).toBe(0)
    expect(await api.as(maya).call(reviews.undoDecision, { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'TOO_LATE_TO_UNDO' },
    })
  })

  test('is refused once there is a newer review', async ({ api, given, ada, maya, proof }) => {
    const review = await given.review(ada, proof)
    await given.decision(maya, review, { decision: 'changes_requested', comment: 'Bigger.' })
    await given.review(ada, proof)

    expect(await api.as(maya).call(reviews.undoDecision, { params: { id: review.id } })).toMatchObject({
      status: 409,
      body: { code: 'TOO_LATE_TO_UNDO' },
    })
    expect((await listAs(api, maya, proof))[1]?.decision?.undoSeconds).toBe(0)
  })

  test('does not open a version that is no longer the newest, or was deleted', async ({
    api,
    given,
    ada,
    maya,
    menu,
    proof,
  }) => {
    const undo = (id: string) => api.as(maya).call(reviews.undoDecision, { params: { id } })
    const first = await given.decision(maya, await given.review(ada, proof))
    const second = await given.file(ada, menu, { versionOf: proof.id })
    await undo(first.id)
    expect((await listAs(api, maya, second))[0]).toMatchObject({ state: 'replaced', decision: null })

    const decided = await given.decision(maya, await given.review(ada, second))
    await api.as(ada).call(files.remove, { params: { id: second.id } })
    await undo(decided.id)
    expect((await listAs(api, maya, proof))[0]).toMatchObject({ state: 'withdrawn', version: 2 })
  })
})

describe('the turn', () => {
  test('is the client’s while a review is open, then the freelancer’s until changes are answered', async ({
    api,
    given,
    ada,
    maya,
    menu,
    proof,
  }) => {
    const turn = () => turnOf(api, maya, menu)
    const review = await given.review(ada, proof)
    expect(await turn()).toBe('client: review')
    await given.feedback(maya, menu)
    expect(await turn(), 'feedback comes after').toBe('client: review')
    await given.decision(maya, review, { decision: 'changes_requested', comment: 'Bigger.' })
    expect(await turn()).toBe('freelancer: changes')
    const next = await given.file(ada, menu, { versionOf: proof.id })
    expect(await turn(), 'a version alone is no question').toBe('freelancer: changes')
    await given.decision(maya, await given.review(ada, next))
    expect(await turn()).toBeNull()
  })

  test('follows what happens to the file', async ({ api, given, ada, maya, menu, proof }) => {
    const turn = () => turnOf(api, maya, menu)
    const remove = () => api.as(ada).call(files.remove, { params: { id: proof.id } })
    const restore = () => api.as(ada).call(bin.restore, { params: { kind: 'file', id: proof.id } })
    const review = await given.review(ada, proof)
    await given.decision(maya, review, { decision: 'changes_requested', comment: 'Bigger.' })
    await remove()
    expect(await turn(), 'nothing is left to change').toBeNull()
    await restore()
    expect(await turn()).toBe('freelancer: changes')

    await given.review(ada, proof)
    await remove()
    expect(await turn()).toBeNull()
    await restore()
    expect((await listAs(api, ada, proof))[0]?.state).toBe('withdrawn')

    await given.review(ada, proof)
    await given.file(ada, menu, { versionOf: proof.id })
    expect(await turn()).toBeNull()
  })

  test('is nobody’s once all versions of the file are deleted, also after they are restored', async ({
    api,
    given,
    ada,
    maya,
    menu,
    proof,
  }) => {
    const second = await given.file(ada, menu, { versionOf: proof.id })
    const review = await given.review(ada, second)
    const whole = { params: { id: proof.id }, querystring: { versions: 'all' } } as const
    expect((await api.as(ada).call(files.remove, whole)).status).toBe(204)
    expect(await turnOf(api, maya, menu)).toBeNull()
    expect((await decideAs(api, maya, review, { decision: 'approved' })).status).toBe(409)

    await api.as(ada).call(bin.restore, { params: { kind: 'file', id: second.id } })

    expect(await listAs(api, ada, proof)).toMatchObject([{ state: 'withdrawn', version: 2 }])
    expect(await turnOf(api, maya, menu)).toBeNull()
  })

  test('a version that comes back from the bin replaces the open review of an older one', async ({
    api,
    given,
    ada,
    menu,
    proof,
  }) => {
    const second = await given.file(ada, menu, { versionOf: proof.id })
    await api.as(ada).call(files.remove, { params: { id: second.id } })
    await given.review(ada, proof)

    await api.as(ada).call(bin.restore, { params: { kind: 'file', id: second.id } })

    expect((await listAs(api, ada, proof))[0]?.state).toBe('replaced')
  })

  test('a decision ends a turn that was passed, and taking it back begins the turn of the review', async ({
    api,
    given,
    ada,
    maya,
    menu,
    proof,
  }) => {
    const review = await given.review(ada, proof)
    await api.as(maya).call(projects.passTurn, { params: { id: menu.id }, body: { to: 'freelancer' } })
    expect(await turnOf(api, maya, menu)).toBe('freelancer: passed')
    await given.decision(maya, review)
    await api.as(maya).call(reviews.undoDecision, { params: { id: review.id } })
    expect(await turnOf(api, maya, menu)).toBe('freelancer: passed')
    await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { title: 'Menu' } })
    expect(await turnOf(api, maya, menu)).toBe('client: review')
  })
})

test('every step records an event with the names at that time', async ({
  api,
  given,
  ada,
  maya,
  menu,
  proof,
}) => {
  const review = await given.review(ada, proof, { message: 'May it go to print?' })
  await given.decision(maya, review, { decision: 'changes_requested', comment: 'Bigger.' })
  await api.as(maya).call(reviews.undoDecision, { params: { id: review.id } })
  await api.as(ada).call(reviews.withdraw, { params: { id: review.id } })

  const about = { fileId: proof.id, fileName: 'proof.txt', version: 1, reviewId: review.id, round: 1 }
  const { body } = await api.as(ada).call(activity.ofProject, { params: { id: menu.id } })
  expect(body.slice(0, 4).map(({ kind, actor, subject }) => [kind, actor.type, subject])).toEqual([
    ['review_withdrawn', 'freelancer', about],
    ['decision_withdrawn', 'client', { ...about, decision: 'changes_requested' }],
    ['review_decided', 'client', { ...about, decision: 'changes_requested', note: 'Bigger.' }],
    ['review_requested', 'freelancer', { ...about, note: 'May it go to print?', dueDate: null }],
  ])
})

test('hides reviews with a deleted project, and deletes them with their client', async ({
  api,
  ctx,
  given,
  ada,
  maya,
  menu,
  proof,
}) => {
  const review = await given.review(ada, proof)
  const countReviews = async () =>
    (await ctx.db.selectFrom('review').select('id').where('id', '=', review.id).execute()).length
  await api.as(ada).call(projects.remove, { params: { id: menu.id } })
  expect((await decideAs(api, maya, review, { decision: 'approved' })).status).toBe(404)
  await api.as(ada).call(bin.restore, { params: { kind: 'project', id: menu.id } })
  expect(await turnOf(api, maya, menu)).toBe('client: review')

  const decided = decideAs(api, maya, review, { decision: 'approved' })
  await api.as(ada).call(clients.remove, { params: { id: maya.id } })
  expect([200, 401, 404]).toContain((await decided).status)
  await deleteRemovedProjects(ctx)
  expect(await countReviews()).toBe(0)
})
