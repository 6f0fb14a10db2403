import { createHash } from 'node:crypto'
import { activity, bin, files, projects, receipts, reviews } from '@portico/contract'
import { hashReceipt } from '@portico/contract/receipt-hash'
import { describe } from 'vitest'
import { type Api, expect } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { test as base, turnOf } from '../../../test/one-project.ts'
import { sentCode } from '../../../test/sent-code.ts'
import { verifyReceipts } from '../receipts/verify-receipts.ts'

const test = base.extend('three', async ({ given, ada, menu }) => {
  const upload = (name: string) => given.file(ada, menu, { name, bytes: Buffer.from(name) })
  return [await upload('a.txt'), await upload('b.txt'), await upload('c.txt')] as const
})

type Person = TestClient | TestClient['freelancer']

const groupAs = async (api: Api, person: Person, { id }: { id: string }) =>
  (await api.as(person).call(reviews.group, { params: { id } })).body

const decideAs = (api: Api, client: TestClient, { id }: { id: string }, body: reviews.GroupDecision) =>
  api.as(client).call(reviews.decideTogether, { params: { id }, body })

const undoAs = (api: Api, client: TestClient, { id }: { id: string }) =>
  api.as(client).call(reviews.undoDecision, { params: { id }, querystring: {} })

const statesOf = ({ reviews: of }: reviews.ReviewGroup) => of.map(({ state }) => state)

/** Approves the files of these names and asks for changes to the others. */
const deciding = ({ reviews: of }: reviews.ReviewGroup, approved: string[]): reviews.GroupDecision => ({
  decisions: of.map(({ id, fileName }) =>
    approved.includes(fileName)
      ? { reviewId: id, decision: 'approved' }
      : { reviewId: id, decision: 'changes_requested', comment: `Not ${fileName}.` },
  ),
})

const receiptsAs = async (api: Api, person: Person) => (await api.as(person).call(receipts.all)).body

describe('asking about several files', () => {
  test('is one question, one turn and one event', async ({ api, ada, maya, menu, three }) => {
    const fileIds = three.map(({ id }) => id)
    const reply = await api.as(ada).call(reviews.askTogether, {
      params: { id: menu.id },
      body: { fileIds, kind: 'each', message: 'For print?', dueDate: '2099-06-20' },
    })

    const { body } = reply
    expect(reply).toMatchObject({ status: 201, body: { projectId: menu.id, kind: 'each' } })
    expect(body.reviews.map(({ fileName, state, message }) => [fileName, state, message])).toEqual(
      ['a.txt', 'b.txt', 'c.txt'].map((name) => [name, 'open', 'For print?']),
    )
    expect(body.id).toBe(body.reviews[0]?.id)
    for (const person of [ada, maya])
      for (const review of body.reviews) {
        expect(await groupAs(api, person, review)).toEqual(body)
        expect(review.group).toEqual({ id: body.id, kind: 'each', count: 3 })
      }
    expect(await turnOf(api, maya, menu)).toBe('client: review')
    const { body: events } = await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })
    const asked = events.filter(({ kind }) => kind === 'review_requested')
    expect(asked.map(({ subject }) => subject)).toEqual([
      {
        ...{ reviewId: body.id, fileId: fileIds[0], fileName: 'a.txt', version: 1, round: 1, count: 3 },
        ...{ note: 'For print?', dueDate: '2099-06-20' },
      },
    ])
  })

  test('asks about none when one of them cannot be asked about, and names it', async ({
    api,
    given,
    ada,
    maya,
    menu,
    three,
  }) => {
    const [a, b, c] = three
    const ask = (of: files.File[], kind: reviews.GroupKind = 'each') =>
      api.as(ada).call(reviews.askTogether, {
        params: { id: menu.id },
        body: { fileIds: of.map(({ id }) => id), kind },
      })
    await given.note(maya, b)
    const newer = await given.file(ada, menu, { versionOf: c.id })
    const stranger = await given.file(ada, await given.project(maya))

    expect(await ask([a, b])).toMatchObject({
      status: 409,
      body: {
        code: 'NOTES_OPEN',
        message: expect.stringMatching(/^One note of the client on b\.txt is still open/),
      },
    })
    expect(await ask([a, c])).toMatchObject({
      status: 409,
      body: { code: 'NEWER_VERSION', message: expect.stringContaining('c.txt') },
    })
    expect(await ask([a, stranger])).toMatchObject({ status: 404, body: { code: 'FILE_NOT_FOUND' } })
    expect(await ask([a], 'one')).toMatchObject({
      status: 400,
      body: { fields: { fileIds: expect.any(String) } },
    })
    expect((await ask([a, newer])).status).toBe(201)
    expect(await ask([newer, b])).toMatchObject({ status: 409, body: { code: expect.any(String) } })
    expect(await ask([a])).toMatchObject({ status: 409, body: { code: 'REVIEW_OPEN' } })
    expect((await api.as(ada).call(reviews.waiting, { params: { id: menu.id } })).body).toHaveLength(2)
  })

  test('is found by nobody else', async ({ api, given, ada, menu, three }) => {
    const { id } = await given.reviewGroup(ada, menu, three)
    for (const stranger of [await given.freelancer(), await given.client(ada)])
      expect(await api.as(stranger).send(reviews.group, { params: { id } })).toMatchObject({ status: 404 })
  })
})

describe('deciding on several files', () => {
  test('is one moment and one receipt that names all of them', async ({
    api,
    ctx,
    given,
    ada,
    maya,
    menu,
    three,
  }) => {
    const asked = await given.reviewGroup(ada, menu, three)

    const { body } = await decideAs(api, maya, asked, deciding(asked, ['b.txt', 'c.txt']))

    expect(statesOf(body)).toEqual(['changes_requested', 'approved', 'approved'])
    expect(new Set(body.reviews.map(({ decision }) => decision?.decidedAt)).size).toBe(1)
    const [receipt, ...others] = await receiptsAs(api, maya)
    expect(others).toEqual([])
    const file = (name: string) => ({
      ...{ name, version: 1, size: 5 },
      sha256: createHash('sha256').update(name).digest('hex'),
    })
    expect(receipt).toMatchObject({
      file: file('b.txt'),
      files: [
        { ...file('a.txt'), decision: 'changes_requested', comment: 'Not a.txt.' },
        { ...file('b.txt'), decision: 'approved', comment: null },
        { ...file('c.txt'), decision: 'approved', comment: null },
      ],
      decision: 'approved',
      comment: null,
    })
    expect(receipt?.hash).toBe(hashReceipt(receipt as receipts.Receipt))
    for (const { decision } of body.reviews) expect(decision?.receiptId).toBe(receipt?.id)
    expect((await verifyReceipts(ctx.db)).wrong).toEqual([])
    expect(await turnOf(api, maya, menu)).toBe('freelancer: changes')
    const { body: events } = await api.as(ada).call(activity.ofProject, { params: { id: menu.id } })
    expect(events[0]).toMatchObject({
      kind: 'review_decided',
      subject: { fileName: 'b.txt', count: 3, approved: 2, decision: 'approved', note: 'a.txt: Not a.txt.' },
    })
  })

  test('writes no receipt when all files are to be changed, and needs no code', async ({
    api,
    given,
    ada,
    maya,
    menu,
    three,
  }) => {
    const asked = await given.reviewGroup(ada, menu, three, { needsCode: true })

    const { body } = await decideAs(api, maya, asked, deciding(asked, []))

    expect(statesOf(body)).toEqual(Array(3).fill('changes_requested'))
    expect(await receiptsAs(api, maya)).toEqual([])
  })

  test('takes one code for all of them', async ({ api, emails, given, ada, maya, menu, three }) => {
    const asked = await given.reviewGroup(ada, menu, three, { needsCode: true })
    const all = deciding(asked, ['a.txt', 'b.txt', 'c.txt'])
    expect(await decideAs(api, maya, asked, all)).toMatchObject({
      status: 400,
      body: { code: 'CODE_NEEDED' },
    })

    const code = await sentCode(api, emails, maya, asked.reviews[1] ?? asked)
    expect((await emails.to(maya.email))[0]?.text).toContain('Enter it where you decide on 3 files.')
    expect(await decideAs(api, maya, asked, { ...all, code })).toMatchObject({ status: 200 })

    expect(await receiptsAs(api, maya)).toMatchObject([{ identifiedBy: 'code' }])
  })

  test('is refused for some of them, and one by one', async ({ api, given, ada, maya, menu, three }) => {
    const asked = await given.reviewGroup(ada, menu, three)
    const { decisions = [] } = deciding(asked, ['a.txt', 'b.txt', 'c.txt'])
    const [first, second] = decisions
    const twice = [first, second, second].flatMap((one) => one ?? [])
    for (const part of [[], decisions.slice(1), twice])
      expect(
        await api
          .as(maya)
          .send(reviews.decideTogether, { params: { id: asked.id }, body: { decisions: part } }),
      ).toMatchObject({ status: 400 })
    expect(await decideAs(api, maya, asked, { chosen: asked.id })).toMatchObject({ status: 400 })
    expect(
      await decideAs(api, maya, asked, {
        decisions: decisions.map((one) => ({ ...one, decision: 'changes_requested' as const })),
      }),
    ).toMatchObject({
      status: 400,
      body: { fields: { comment: 'Please say what is to be changed in a.txt.' } },
    })
    for (const { id } of asked.reviews)
      expect(
        await api.as(maya).call(reviews.decide, { params: { id }, body: { decision: 'approved' } }),
      ).toMatchObject({ status: 409, body: { code: 'DECIDED_TOGETHER' } })

    expect(statesOf(await groupAs(api, maya, asked))).toEqual(['open', 'open', 'open'])
  })

  test('a new version takes only its file out, and what was decided on before it is refused', async ({
    api,
    given,
    ada,
    maya,
    menu,
    three,
  }) => {
    const asked = await given.reviewGroup(ada, menu, three)
    const all = deciding(asked, ['a.txt', 'b.txt', 'c.txt'])
    await given.file(ada, menu, { versionOf: three[0].id })
    await given.binnedFile(ada, menu)

    expect(await decideAs(api, maya, asked, all)).toMatchObject({
      status: 409,
      body: { code: 'GROUP_CHANGED' },
    })
    expect(await receiptsAs(api, maya)).toEqual([])
    const { body } = await decideAs(api, maya, asked, { decisions: all.decisions?.slice(1) })

    expect(statesOf(body)).toEqual(['replaced', 'approved', 'approved'])
    expect((await receiptsAs(api, maya))[0]?.files?.map(({ name }) => name)).toEqual(['b.txt', 'c.txt'])
  })

  test('counts one of two decisions at once', async ({ api, given, ada, maya, menu, three }) => {
    const asked = await given.reviewGroup(ada, menu, three)

    const replies = await Promise.all([
      decideAs(api, maya, asked, deciding(asked, ['a.txt'])),
      decideAs(api, maya, asked, deciding(asked, ['b.txt'])),
    ])

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await receiptsAs(api, maya)).toHaveLength(1)
  })

  test('is taken back as a whole, with one receipt, while none of the files has a newer round', async ({
    api,
    given,
    ada,
    maya,
    menu,
    three,
  }) => {
    const asked = await given.reviewGroup(ada, menu, three)
    await decideAs(api, maya, asked, deciding(asked, ['b.txt']))
    const last = asked.reviews[2] ?? asked

    expect((await undoAs(api, maya, last)).status).toBe(204)

    expect(statesOf(await groupAs(api, maya, asked))).toEqual(['open', 'open', 'open'])
    const [withdrawal, approval] = await receiptsAs(api, maya)
    expect(withdrawal).toMatchObject({
      decision: 'withdrawn',
      withdraws: approval?.id,
      files: approval?.files,
    })
    await decideAs(api, maya, asked, deciding(asked, ['b.txt']))
    await given.review(ada, three[0])
    expect(await undoAs(api, maya, last)).toMatchObject({ status: 409, body: { code: 'TOO_LATE_TO_UNDO' } })
    expect((await groupAs(api, maya, asked)).reviews[2]?.decision?.undoSeconds).toBe(0)
  })

  test('is withdrawn as a whole', async ({ api, given, ada, maya, menu, three }) => {
    const asked = await given.reviewGroup(ada, menu, three)
    const withdraw = () => api.as(ada).call(reviews.withdraw, { params: { id: asked.reviews[1]?.id ?? '' } })

    expect((await withdraw()).status).toBe(204)

    expect(statesOf(await groupAs(api, maya, asked))).toEqual(Array(3).fill('withdrawn'))
    expect(await withdraw()).toMatchObject({ status: 409 })
    expect(await decideAs(api, maya, asked, deciding(asked, ['a.txt']))).toMatchObject({
      status: 409,
      body: { code: 'REVIEW_NOT_OPEN' },
    })
    expect(await turnOf(api, maya, menu)).toBeNull()
  })

  test('is refused in an archived project', async ({ api, given, ada, maya, menu, three }) => {
    const asked = await given.reviewGroup(ada, menu, three)
    await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { archived: true } })

    expect(await decideAs(api, maya, asked, deciding(asked, ['a.txt']))).toMatchObject({
      status: 409,
      body: { code: 'ARCHIVED' },
    })
    expect(statesOf(await groupAs(api, maya, asked))).toEqual(['open', 'open', 'open'])
  })
})

describe('choosing one of several files', () => {
  test('writes one receipt with the chosen one and the others', async ({
    api,
    given,
    ada,
    maya,
    menu,
    three,
  }) => {
    const asked = await given.reviewGroup(ada, menu, three, { kind: 'one' })
    const chosen = asked.reviews[1]?.id ?? ''

    const { body } = await decideAs(api, maya, asked, { chosen, comment: 'The calm one.' })

    expect(body.kind).toBe('one')
    expect(statesOf(body)).toEqual(['not_chosen', 'approved', 'not_chosen'])
    const [receipt] = await receiptsAs(api, ada)
    expect(receipt).toMatchObject({ file: { name: 'b.txt' }, comment: 'The calm one.', decision: 'approved' })
    expect(receipt?.files?.map(({ name, decision, comment }) => [name, decision, comment])).toEqual([
      ['a.txt', 'not_chosen', null],
      ['b.txt', 'chosen', null],
      ['c.txt', 'not_chosen', null],
    ])
    expect(body.reviews.map(({ decision }) => decision?.receiptId)).toEqual(Array(3).fill(receipt?.id))
    expect(await turnOf(api, maya, menu)).toBeNull()
    const { body: events } = await api.as(ada).call(activity.ofProject, { params: { id: menu.id } })
    expect(events[0]).toMatchObject({ subject: { fileName: 'b.txt', count: 3, isChoice: true, approved: 1 } })
  })

  test('can be of none, with a reason', async ({ api, given, ada, maya, menu, three }) => {
    const asked = await given.reviewGroup(ada, menu, three, { kind: 'one' })

    expect(await decideAs(api, maya, asked, { comment: 'Hm.' })).toMatchObject({
      status: 400,
      body: { fields: { chosen: expect.any(String) } },
    })
    expect(await decideAs(api, maya, asked, { chosen: null })).toMatchObject({
      status: 400,
      body: { fields: { comment: 'Please say what is to be changed.' } },
    })
    const { body } = await decideAs(api, maya, asked, { chosen: null, comment: 'All too loud.' })

    expect(statesOf(body)).toEqual(Array(3).fill('changes_requested'))
    expect(await receiptsAs(api, maya)).toEqual([])
  })

  test.for(['replaced', 'deleted'])(
    'is over for all files when one is %s meanwhile',
    async (how, { api, given, ada, maya, menu, three }) => {
      const asked = await given.reviewGroup(ada, menu, three, { kind: 'one' })
      const [first, second] = asked.reviews
      if (how === 'replaced') await given.file(ada, menu, { versionOf: three[1].id })
      else {
        await api.as(ada).call(files.remove, { params: { id: three[1].id } })
        await api.as(ada).call(bin.restore, { params: { kind: 'file', id: three[1].id } })
      }

      for (const chosen of [first?.id, second?.id])
        expect(await decideAs(api, maya, asked, { chosen })).toMatchObject({
          status: 409,
          body: { code: 'REVIEW_NOT_OPEN' },
        })

      const left = how === 'replaced' ? 'replaced' : 'withdrawn'
      expect(statesOf(await groupAs(api, maya, asked))).toEqual(['replaced', left, 'replaced'])
      expect(await receiptsAs(api, maya)).toEqual([])
      expect(await turnOf(api, maya, menu)).toBeNull()
    },
  )

  test('that is taken back is over when one of the files was replaced meanwhile', async ({
    api,
    given,
    ada,
    maya,
    menu,
    three,
  }) => {
    const asked = await given.reviewGroup(ada, menu, three, { kind: 'one' })
    await decideAs(api, maya, asked, { chosen: asked.id })
    await given.file(ada, menu, { versionOf: three[2].id })

    expect((await undoAs(api, maya, asked)).status).toBe(204)

    expect(statesOf(await groupAs(api, maya, asked))).toEqual(Array(3).fill('replaced'))
  })
})
