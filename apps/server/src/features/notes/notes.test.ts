import { activity, files, notes, projects } from '@portico/contract'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { openNotesOfClient } from './open-notes.ts'

/** Ada has shared a proof with Maya. */
const test = base.extend('proof', async ({ given }) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya)
  const file = await given.file(maya.freelancer, menu, { name: 'menu.pdf' })
  return { maya, ada: maya.freelancer, menu, file }
})

/** The seconds in which the author can edit it pass during the test. */
const asWritten = (note: notes.Note) => ({ ...note, editableSeconds: expect.any(Number) })

test('both sides leave notes with and without a place, and read them newest first', async ({
  api,
  proof,
}) => {
  const { maya, ada, file } = proof
  const leave = (person: TestUser, body: notes.NewNote) =>
    api.as(person).call(notes.create, { params: { id: file.id }, body })

  const onPage = await leave(maya, { text: ' Smaller,\nplease. ', page: 2, x: 0, y: 1 })
  const onMoment = await leave(maya, { text: 'Cut here.', t: 12.5 })
  const onFile = await leave(ada, { text: 'For uncoated paper.' })

  expect(onPage).toMatchObject({
    status: 201,
    body: {
      fileId: file.id,
      version: 1,
      number: 1,
      text: 'Smaller,\nplease.',
      author: 'Maya Whitcombe',
      authorType: 'Client',
      page: 2,
      x: 0,
      y: 1,
      t: null,
      state: 'open',
      reason: null,
      settledAt: null,
      replies: [],
    },
  })
  expect(onMoment.body).toMatchObject({ number: 2, page: null, x: null, y: null, t: 12.5 })
  expect(onFile.body).toMatchObject({ number: 3, author: 'Ada Marsh', authorType: 'Freelancer' })
  for (const person of [maya, ada]) {
    const { body } = await api.as(person).call(notes.list, { params: { id: file.id } })
    expect(body).toEqual([onFile.body, onMoment.body, onPage.body].map(asWritten))
  }
})

describe('a place', () => {
  test.for<[string, object, string]>([
    ['left of the page', { x: -0.001, y: 0.5 }, 'X must be 0 or more.'],
    ['below the page', { x: 0.5, y: 1.001 }, 'Y must be 1 or less.'],
    ['infinitely far away', { x: 0.5, y: Number.MAX_VALUE }, 'Y must be 1 or less.'],
    ['that is not a number', { x: 'NaN', y: 0.5 }, 'X must be a number.'],
    ['without x', { y: 0.5 }, 'Please send x and y, or neither.'],
    ['without y', { x: 0.5 }, 'Please send x and y, or neither.'],
    ['on page 0', { page: 0 }, 'Page must be 1 or more.'],
    ['on half a page', { page: 1.5 }, 'Page must be a whole number.'],
    ['on a page that no file has', { page: 100_001 }, 'Page must be 100000 or less.'],
    ['before the beginning', { t: -1 }, 'T must be 0 or more.'],
  ])('%s is refused', async ([, place, message], { api, proof }) => {
    const { maya, file } = proof

    const reply = await api
      .as(maya)
      .send(notes.create, { params: { id: file.id }, body: { text: 'Here.', ...place } })

    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message } })
    expect((await api.as(maya).call(notes.list, { params: { id: file.id } })).body).toEqual([])
  })
})

test('keeps 10,000 characters and markup as they are, and refuses one more', async ({ api, proof }) => {
  const { maya, file } = proof
  const text = `<img src=x onerror=alert(1)> ${'å'.repeat(9_971)}`

  const stored = await api.as(maya).call(notes.create, { params: { id: file.id }, body: { text } })
  const longer = await api
    .as(maya)
    .send(notes.create, { params: { id: file.id }, body: { text: `${text}å` } })
  const blank = await api.as(maya).send(notes.create, { params: { id: file.id }, body: { text: ' \u200b ' } })

  expect(stored.body.text).toBe(text)
  expect(longer.status).toBe(400)
  expect(blank).toMatchObject({ status: 400, body: { message: 'Please write your note.' } })
})

describe('versions', () => {
  test('allows new notes on the newest version only; those on older ones can be read, answered and settled', async ({
    api,
    given,
    proof,
  }) => {
    const { maya, ada, menu, file } = proof
    const first = await given.note(maya, file, { text: 'Larger.' })
    const newest = await given.file(ada, menu, { name: 'menu.pdf', versionOf: file.id })
    const second = await given.note(maya, newest, { text: 'Smaller.' })

    const late = await api
      .as(maya)
      .send(notes.create, { params: { id: file.id }, body: { text: 'One more.' } })
    const reply = await api
      .as(maya)
      .call(notes.reply, { params: { id: first.id }, body: { text: 'Much larger.' } })
    const settled = await api
      .as(ada)
      .call(notes.change, { params: { id: first.id }, body: { state: 'done' } })

    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'VERSION_REPLACED',
        message: 'There is a newer version of this file. Please write your note there.',
      },
    })
    expect(second).toMatchObject({ number: 2, version: 2, fileId: newest.id })
    expect(settled.body).toMatchObject({ version: 1, state: 'done', replies: [{ text: 'Much larger.' }] })
    expect(reply.status).toBe(201)
    const list = await api.as(maya).call(notes.list, { params: { id: file.id } })
    expect(list.body.map(({ number }) => number)).toEqual([2, 1])
  })

  test('a note during the upload of a version is stored or refused, and its number is unique', async ({
    api,
    given,
    proof,
  }) => {
    const { maya, ada, menu, file } = proof
    const write = (person: TestUser) =>
      api.as(person).send(notes.create, { params: { id: file.id }, body: { text: 'Now.' } })

    const [, ...written] = await Promise.all([
      given.file(ada, menu, { name: 'menu.pdf', versionOf: file.id }),
      ...Array.from({ length: 12 }, (_, i) => write(i % 2 ? maya : ada)),
    ])

    const stored = written.filter(({ status }) => status === 201)
    for (const reply of written.filter((one) => !stored.includes(one)))
      expect(reply).toMatchObject({ status: 409, body: { code: 'VERSION_REPLACED' } })
    const list = await api.as(maya).call(notes.list, { params: { id: file.id } })
    const numbers = list.body.map(({ number }) => number)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(stored.map((_, i) => i + 1))
  })

  test('notes are deleted and restored with their version', async ({ api, given, proof }) => {
    const { maya, ada, menu, file } = proof
    const note = await given.note(maya, file, { text: 'Larger.' })
    const newest = await given.file(ada, menu, { name: 'menu.pdf', versionOf: file.id })
    await api.as(ada).call(files.remove, { params: { id: file.id } })

    const list = await api.as(ada).call(notes.list, { params: { id: newest.id } })
    const reply = await api.as(ada).send(notes.change, { params: { id: note.id }, body: { state: 'done' } })
    const { body: timeline } = await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })

    expect(list.body).toEqual([])
    expect(reply).toMatchObject({ status: 404, body: { code: 'NOTE_NOT_FOUND' } })
    expect(timeline.find(({ kind }) => kind === 'note_added')?.subject).not.toHaveProperty('message')
  })
})

describe('settling', () => {
  test('the freelancer marks a note as done, declines it with a reason, and opens it again', async ({
    api,
    given,
    proof,
  }) => {
    const { maya, ada, file } = proof
    const { id } = await given.note(maya, file)
    const change = (body: notes.NoteChange) => api.as(ada).send(notes.change, { params: { id }, body })

    expect(await change({ state: 'done' })).toMatchObject({
      status: 200,
      body: { state: 'done', settledAt: expect.any(String), editableSeconds: 0 },
    })
    expect(await change({ state: 'open' })).toMatchObject({ body: { state: 'open', settledAt: null } })
    expect(await change({ state: 'declined', reason: 'It is on the back.' })).toMatchObject({
      body: { state: 'declined', reason: 'It is on the back.' },
    })
  })

  test.for<[string, object, string]>([
    ['declining without a reason', { state: 'declined' }, 'Please say why you decline this note.'],
    ['declining with a blank reason', { state: 'declined', reason: ' ' }, 'Please write your note.'],
    ['a reason for what is done', { state: 'done', reason: 'Yes.' }, 'A reason goes with declining only.'],
    ['a reason alone', { reason: 'No.' }, 'State is required.'],
    ['text and state at once', { text: 'New', state: 'done' }, 'Please send text alone.'],
    ['an unknown state', { state: 'lost' }, 'State must be one of: open, done, declined.'],
    ['nothing', {}, 'Please write your note.'],
  ])('%s is refused', async ([, body, message], { api, given, proof }) => {
    const { id } = await given.note(proof.maya, proof.file)

    expect(await api.as(proof.ada).send(notes.change, { params: { id }, body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message },
    })
  })

  test('the client cannot settle', async ({ api, given, proof }) => {
    const { id } = await given.note(proof.maya, proof.file)

    expect(
      await api.as(proof.maya).send(notes.change, { params: { id }, body: { state: 'done' } }),
    ).toMatchObject({ status: 403, body: { code: 'NOT_YOURS_TO_SETTLE' } })
  })

  test('settles a note once when two calls race, and ignores a repeated call', async ({
    api,
    given,
    proof,
  }) => {
    const { maya, ada, menu, file } = proof
    const { id } = await given.note(maya, file)
    const settle = (body: notes.NoteChange) => api.as(ada).send(notes.change, { params: { id }, body })

    const replies = await Promise.all([
      settle({ state: 'done' }),
      settle({ state: 'declined', reason: 'No.' }),
    ])
    const winner = replies.find(({ status }) => status === 200)?.body as notes.Note
    const again = await settle(
      winner.state === 'done' ? { state: 'done' } : { state: 'declined', reason: 'No.' },
    )

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'NOTE_SETTLED' })
    expect(again).toMatchObject({ status: 200, body: winner })
    const { body: timeline } = await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })
    expect(timeline.filter(({ kind }) => kind === 'note_settled')).toHaveLength(1)
  })
})

describe('editing and deleting', () => {
  test('is allowed to the author for ten minutes, while the note is open and has no replies', async ({
    api,
    ctx,
    given,
    proof,
  }) => {
    const { maya, ada, file } = proof
    const edit = (id: string, person: TestUser = maya) =>
      api.as(person).send(notes.change, { params: { id }, body: { text: 'Smaller.' } })
    const remove = (id: string) => api.as(maya).send(notes.remove, { params: { id } })
    const note = await given.note(maya, file, { text: 'Larger.' })
    const settled = await given.note(maya, file)
    await api.as(ada).call(notes.change, { params: { id: settled.id }, body: { state: 'done' } })
    const answered = await given.note(maya, file)
    await api.as(ada).call(notes.reply, { params: { id: answered.id }, body: { text: 'How much?' } })
    const old = await given.note(maya, file)
    await sql`update note set created_at = now() - interval '11 minutes' where id = ${old.id}`.execute(ctx.db)

    expect(await edit(note.id)).toMatchObject({
      status: 200,
      body: { text: 'Smaller.', editedAt: expect.any(String) },
    })
    expect(await edit(note.id, ada)).toMatchObject({ status: 403, body: { code: 'NOT_YOUR_NOTE' } })
    for (const change of [edit, remove]) {
      expect(await change(settled.id)).toMatchObject({ status: 409, body: { code: 'NOTE_SETTLED' } })
      expect(await change(answered.id)).toMatchObject({ status: 409, body: { code: 'ALREADY_REPLIED' } })
      expect(await change(old.id)).toMatchObject({ status: 409, body: { code: 'TOO_LATE_TO_EDIT' } })
    }
    expect((await remove(note.id)).status).toBe(204)
    expect((await api.as(maya).send(notes.get, { params: { id: note.id } })).status).toBe(404)
  })
})

describe('the list', () => {
  test('is filtered by state, author, version and page, and counted', async ({ api, given, proof }) => {
    const { maya, ada, menu, file } = proof
    const one = await given.note(maya, file, { page: 1 })
    const two = await given.note(ada, file, { page: 2 })
    const newest = await given.file(ada, menu, { name: 'menu.pdf', versionOf: file.id })
    const three = await given.note(maya, newest, { page: 1 })
    await api.as(ada).call(notes.change, { params: { id: one.id }, body: { state: 'done' } })
    const find = async (querystring: notes.NoteFilter) => {
      const { body } = await api.as(maya).call(notes.list, { params: { id: newest.id }, querystring })
      return body.map(({ id }) => id)
    }

    expect(await find({ state: 'open' })).toEqual([three.id, two.id])
    expect(await find({ author: 'Client' })).toEqual([three.id, one.id])
    expect(await find({ version: 1 })).toEqual([two.id, one.id])
    expect(await find({ page: 1 })).toEqual([three.id, one.id])
    expect(await find({ page: 1, version: 1, state: 'done', author: 'Client' })).toEqual([one.id])
    expect(await find({ page: 9 })).toEqual([])
    const { body } = await api.as(maya).call(notes.counts, { params: { id: file.id } })
    expect(body).toEqual({ total: 3, open: 2, openOfClient: 1 })
  })

  test('is paged by the Link header', async ({ api, given, proof }) => {
    const { maya, file } = proof
    for (let n = 0; n < 5; n++) await given.note(maya, file)

    const seen: number[] = []
    let cursor: string | undefined
    do {
      const { body, headers } = await api
        .as(maya)
        .call(notes.list, { params: { id: file.id }, querystring: { limit: 2, state: 'open', cursor } })
      seen.push(...body.map(({ number }) => number))
      cursor = /cursor=([\w-]+)[^>]*>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    } while (cursor)

    expect(seen).toEqual([5, 4, 3, 2, 1])
  })

  test('has shorter pages where there are many replies', async ({ api, ctx, given, proof }) => {
    const { maya, file } = proof
    for (let n = 0; n < 6; n++) await given.note(maya, file)
    await sql`
      with replied as (update note set reply_count = 100 where file_id = ${file.id} returning id)
      insert into note_reply (id, note_id, number, author_type, text)
      select gen_random_uuid(), id, number, 'Client', 'Yes.' from replied, generate_series(1, 100) as number`.execute(
      ctx.db,
    )
    const read = (cursor?: string) =>
      api.as(maya).call(notes.list, { params: { id: file.id }, querystring: { limit: 200, cursor } })

    const first = await read()
    const last = await read(first.body.at(-1)?.id)

    expect(first.body.map(({ number, replies }) => [number, replies.length])).toEqual([
      [6, 100],
      [5, 100],
      [4, 100],
      [3, 100],
    ])
    expect(first.headers.link).toContain('rel="next"')
    expect(last.body.map(({ number }) => number)).toEqual([2, 1])
    expect(last.headers.link).toBeUndefined()
  })
})

test('counts what the client has open on all versions, for a review', async ({ api, ctx, given, proof }) => {
  const { maya, ada, menu, file } = proof
  const old = await given.note(maya, file)
  await given.note(ada, file)
  const newest = await given.file(ada, menu, { name: 'menu.pdf', versionOf: file.id })
  await given.note(maya, newest)
  const count = async () => {
    const { rows } = await sql<{ open: number }>`
      select ${openNotesOfClient(sql`f.history_id`)} as open from file f where f.id = ${newest.id}`.execute(
      ctx.db,
    )
    return rows[0]?.open
  }

  expect(await count()).toBe(2)
  await api.as(ada).call(notes.change, { params: { id: old.id }, body: { state: 'done' } })
  expect(await count()).toBe(1)
})

describe('events', () => {
  test('both sides read the present text of a note, and the other side is notified', async ({
    api,
    given,
    proof,
  }) => {
    const { maya, ada, menu, file } = proof
    const { id } = await given.note(maya, file, { text: 'Lager.' })
    await api.as(maya).call(notes.change, { params: { id }, body: { text: 'Larger.' } })
    await api.as(ada).call(notes.reply, { params: { id }, body: { text: 'By how much?' } })
    await api.as(ada).call(notes.change, { params: { id }, body: { state: 'declined', reason: 'Too late.' } })

    const { body: timeline } = await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })
    const { body: news } = await api.as(maya).call(activity.notifications, {})

    const about = { fileId: file.id, fileName: 'menu.pdf', noteId: id }
    expect(timeline.slice(0, 3)).toMatchObject([
      { kind: 'note_settled', subject: { ...about, state: 'declined', message: 'Too late.' } },
      { kind: 'note_replied', subject: { ...about, message: 'By how much?' } },
      { kind: 'note_added', subject: { ...about, message: 'Larger.' } },
    ])
    expect(news.slice(0, 2).map(({ kind }) => kind)).toEqual(['note_settled', 'note_replied'])
    expect(JSON.stringify(timeline)).not.toContain('Lager.')
  })

  test('a note ends a turn that was passed to its author', async ({ api, given, proof }) => {
    const { maya, ada, menu, file } = proof
    await api.as(ada).call(projects.passTurn, { params: { id: menu.id }, body: { to: 'client' } })

    await given.note(maya, file)

    const { body } = await api.as(ada).call(projects.get, { params: { id: menu.id } })
    expect(body, 'who waits for an answer').toMatchObject({ turn: 'freelancer', turnReason: 'notes' })
  })
})
