import { bin, clients, feedback, files, notes, projects, search } from '@portico/contract'
import { type CompiledQuery, sql } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { TestClient, TestUser } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { findWrongSearchItems } from '../../../test/search-items.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import type { AppContext } from '../../platform/context.ts'
import { connect, disconnect } from '../../platform/sql/database.ts'
import { createMessageSender } from '../chat/timeline/messages.service.ts'
import { findEverything } from './search.service.ts'

test('finds every kind of thing, on both sides, in their own area', async ({ api, given, ctx }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada, { company: 'Focaccia & Sons' })
  const menu = await given.project(maya, { title: 'Focaccia menu', description: 'Two sizes.' })
  const file = await given.file(ada, menu, { name: 'focaccia-proof.pdf' })
  const left = await given.feedback(maya, menu, 'The focaccia first.')
  const reply = await given.reply(ada, left, 'Focaccia first it is.')
  const note = await given.note(maya, file, { text: 'A larger focaccia here?' })
  const answer = await replyToNote(api, ada, note.id, 'Twice the focaccia?')
  const message = await write(ctx, maya, 'Will the focaccia be ready?')
  const [request] = await given.requests(ada, menu, ['A photo of the focaccia'])
  const answered = await given.answer(maya, request, { text: 'Of which focaccia?' })

  const adas = await find(api, ada, 'focaccia')
  const mayas = await find(api, maya, 'focaccia')

  const urls = (results: search.SearchResult[]) =>
    results.map(({ kind, id, url }) => `${kind} ${id} ${url}`).sort()
  const work = (area: string) => [
    `feedback ${left.id} ${area}/projects/${menu.id}#feedback-${left.id}`,
    `feedback ${reply.id} ${area}/projects/${menu.id}#feedback-${left.id}`,
    `file ${file.id} ${area}/files/${file.id}`,
    `note ${note.id} ${area}/files/${file.id}?note=${note.id}`,
    `note ${answer.id} ${area}/files/${file.id}?note=${note.id}`,
    `project ${menu.id} ${area}/projects/${menu.id}`,
    `request ${request.id} ${area}/projects/${menu.id}/requests#request-${request.id}`,
    `request ${answered.answers[0]?.id} ${area}/projects/${menu.id}/requests#request-${request.id}`,
  ]
  expect(urls(adas)).toEqual(
    [
      ...work(''),
      `client ${maya.id} /clients/${maya.id}`,
      `message ${message.id} /chat?client=${maya.id}`,
    ].sort(),
  )
  expect(urls(mayas)).toEqual(
    [...work('/client-dashboard'), `message ${message.id} /client-dashboard/chat`].sort(),
  )
  expect(adas.map(({ title }) => title).sort()).toEqual([
    'A photo of the focaccia',
    'Answer to A photo of the focaccia',
    'Feedback from Maya Whitcombe',
    'Focaccia menu',
    'Maya Whitcombe',
    'Message from Maya Whitcombe',
    'Note 1 on focaccia-proof.pdf',
    'Reply from Ada Marsh',
    'Reply to note 1 on focaccia-proof.pdf',
    'focaccia-proof.pdf',
  ])
  expect(mayas.map(({ title }) => title)).toContain('Message to Ada Marsh')
  expect(adas[0]).toMatchObject({ projectTitle: 'Focaccia menu', clientName: 'Maya Whitcombe' })

  expect(await findWrongSearchItems(ctx.db)).toEqual([])
})

test('finds the projects of a client whose name is searched for, after the client', async ({
  api,
  given,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada, { firstName: 'Maÿa', lastName: 'Whitcombe' })
  const menu = await given.project(maya, { title: 'Spring menu', description: 'Two sizes.' })
  const poster = await given.project(maya, { title: 'Poster', description: 'For Maya.' })
  const theo = await given.client(ada, { firstName: 'Theo', lastName: 'Laurent', email: 'theo@example.com' })
  await given.project(theo, { title: 'Autumn menu' })
  const stranger = await given.client(await given.freelancer(), { firstName: 'Maya' })
  await given.project(stranger, { title: 'Menu' })

  const found = async (q: string) => (await find(api, ada, q)).map(({ kind, id }) => `${kind} ${id}`)
  expect(await found('maya')).toEqual([`client ${maya.id}`, `project ${menu.id}`, `project ${poster.id}`])
  expect(await found('menu whit')).toEqual([`project ${menu.id}`])
  expect(await found('whitcombe poster')).toEqual([`project ${poster.id}`])
  expect(await find(api, maya, 'whitcombe')).toEqual([])
})

test('returns excerpts as pieces of text with the matches marked', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya, { title: '<b>Crème</b> menu' })
  const words = 'one two three four five six seven eight nine ten '
  await given.feedback(maya, menu, `${words.repeat(9)}\n\nDie STRASSE, mit Crème brûlée!\n${words.repeat(9)}`)

  const [title, text] = await find(api, maya, 'creme')
  const [, both] = await find(api, maya, 'creme')
  const [twoWords] = await find(api, maya, 'straße creme')
  await given.project(maya, { title: 'Poster with crème', description: 'Crème again.' })
  const [newest] = await find(api, maya, 'poster creme')

  expect(title?.excerpt).toEqual([
    ['<b>', false],
    ['Crème', true],
    ['</b> menu', false],
  ])
  expect(both).toEqual(text)
  expect(text?.excerpt.map(([, isMatch]) => isMatch)).toEqual([false, true, false])
  expect(text?.excerpt[0]?.[0]).toMatch(/^… [\w ]+ Die STRASSE, mit $/)
  expect(text?.excerpt[2]?.[0]).toMatch(/^ brûlée! [\w ]+ …$/)
  expect(twoWords?.excerpt.filter(([, isMatch]) => isMatch)).toEqual([
    ['STRASSE', true],
    ['Crème', true],
  ])
  expect(newest?.excerpt).toEqual([
    ['Poster', true],
    [' with ', false],
    ['crème', true],
  ])
})

test.for<[title: string, queries: string[], misses: string[]]>([
  [
    'Spring menu',
    ['spring', 'SPRING', 'spr', 'menu spring', 'spring, menu!', 'ring'],
    ['spring loaf', 'sprung x'],
  ],
  ['Crème brûlée', ['creme', 'brulee CREME', 'Crème', 'crème brûlée'], ['brulée tarte']],
  [
    'Bakery website',
    ['bakry', 'bakerry', 'websiet', 'bekery', 'webste bakrey', 'abkery'],
    ['bakd', 'bekeri', 'website x'],
  ],
  [
    'Menu for Maya',
    ['mneu', 'meno', 'menuu', 'myaa', 'Maya’s menu', "maya's"],
    ['mayo man', 'nume', 'mea', '1menu'],
  ],
  ['Straße nach Łódź', ['strasse', 'straße', 'lodz', 'Łódź'], []],
  ['Ёлка для Йогурта', ['елка', 'ЁЛКА', 'йогурт'], ['для нас']],
  ['Ελληνικά', ['ελληνικα', 'ΕΛΛΗΝΙΚΆ'], []],
  ['春のメニュー提案書', ['メニュー', '提案', '春'], ['夏']],
  ['봄 메뉴 제안서', ['메뉴', '제안'], ['여름']],
  ['قائمة الربيع', ['قائمة', 'الربيع'], ['الشتاء']],
  ['תפריט אביב', ['אביב'], ['חורף']],
  ['เมนูฤดูใบไม้ผลิ', ['เมนู', 'ฤดู'], ['หนาว']],
  ['Proof_03-final (v1.2).PDF', ['proof', '03', 'final', 'v1.2', 'pdf', 'proof_03'], ['04']],
  ['Party 🎉 posters', ['🎉', '🎉 party', 'posters'], ['🎂']],
  ['100% wool_label', ['100%', 'wool_label', '100'], ['%', '_', '100%200']],
])('finds “%s” by what a person would type', async ([title, queries, misses], { api, given }) => {
  const maya = await given.client(await given.freelancer())
  await given.project(maya, { title, description: title })
  await given.project(maya, { title: 'Another one', description: 'Nothing of it.' })

  for (const q of queries) {
    const results = await find(api, maya, q)
    expect(
      results.map((result) => result.title),
      q,
    ).toEqual([title])
  }
  for (const q of misses) expect(await find(api, maya, q), q).toEqual([])
})

test('finds a Greek word in every kind of text, whatever the form of its sigma', async ({
  api,
  given,
  ctx,
}) => {
  const maya = await given.client(await given.freelancer(), { company: 'ΣΟΦΌΣ' })
  const { freelancer } = maya
  const menu = await given.project(maya, { title: 'Ο Σοφός' })
  const file = await given.file(maya, menu, { name: 'σοφος.pdf' })
  const left = await given.feedback(maya, menu, 'Ένας ΣΟΦΟΣ άνθρωπος')
  await given.reply(freelancer, left, 'Ο σοφός')
  await given.note(maya, file, { text: 'σοφοσ' })
  const [request] = await given.requests(freelancer, menu, ['Σοφος'])
  await given.answer(maya, request, { text: 'ΣΟΦΌΣ.' })
  for (const text of ['σοφός', 'Ο ΣΟΦΟΣ.', 'Σοφος']) await write(ctx, maya, text)

  for (const q of ['σοφός', 'σοφος', 'ΣΟΦΟΣ', 'ΣΟΦΌΣ', 'Σοφοσ']) {
    const results = await find(api, freelancer, q)
    expect(kinds(results), q).toEqual([
      'client',
      'feedback',
      'feedback',
      'file',
      'message',
      'message',
      'message',
      'note',
      'project',
      'request',
      'request',
    ])
    expect(
      results.filter(({ excerpt }) => !excerpt.some(([, isMatch]) => isMatch)),
      q,
    ).toEqual([])
  }
})

test('finds texts by their words, but forgives typing errors in titles only', async ({ api, given, ctx }) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya, { title: 'Menu' })
  await given.feedback(maya, menu, 'L’été sera “chaud” — très chaud.')
  await write(ctx, maya, '夏のメニューはどうですか')

  expect(await find(api, maya, 'ete chau tres')).toHaveLength(1)
  expect(await find(api, maya, 'メニュー')).toHaveLength(1)
  expect(await find(api, maya, 'haud')).toEqual([])
  expect(await find(api, maya, 'chuad')).toEqual([])
})

test('orders names before other titles, texts and typing errors, each newest first', async ({
  api,
  given,
}) => {
  const maya = await given.client(await given.freelancer(), { firstName: 'Bakery' })
  const oldest = await given.project(maya, { title: 'Bakery', description: 'Signs.' })
  const theo = await given.client(maya.freelancer, {
    firstName: 'Theo',
    email: 'theo@example.com',
    company: null,
  })
  const similar = await given.project(theo, { title: 'Bakeri', description: 'Signs.' })
  const text = await given.project(maya, { title: 'Website', description: 'For a bakery.' })
  const newest = await given.project(maya, { title: 'The bakery', description: 'A bakery.' })
  const file = await given.file(maya, newest, { name: 'bakery.pdf' })
  const feedback = await given.feedback(maya, newest, 'More of the bakery.')

  const results = await find(api, maya.freelancer, 'bakery')

  expect(results.map(({ id }) => id)).toEqual([
    newest.id,
    oldest.id,
    maya.id,
    file.id,
    feedback.id,
    text.id,
    similar.id,
  ])
})

test('pages through all results, each once', async ({ api, given, ctx }) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya, { title: 'Rye', description: 'Rye.' })
  for (const name of ['rye.pdf', 'ryo.pdf', 'Rye loaf.pdf']) await given.file(maya, menu, { name })
  for (const text of ['rye 1', 'rye 2']) await given.feedback(maya, menu, text)
  for (const text of ['rye 3', 'rye 4', 'rye 5']) await write(ctx, maya, text)
  const all = await find(api, maya, 'rye')

  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await api
      .as(maya)
      .call(search.search, { querystring: { q: 'rye', limit: 2, cursor } })
    pages.push(body.results.map(({ id }) => id))
    cursor = /cursor=([\w.-]+)[^>]*>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  } while (cursor)

  expect(all).toHaveLength(8)
  expect(pages.flat()).toEqual(all.map(({ id }) => id))
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 2])
})

test('finds what is older than notes on a file that was deleted for good', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya)
  for (const text of ['rye 1', 'rye 2']) await given.feedback(maya, menu, text)
  const { id } = await given.file(maya, menu)
  await given.note(maya, { id }, { text: 'rye 3' })
  await api.as(maya.freelancer).call(files.remove, { params: { id } })
  await api.as(maya.freelancer).call(bin.remove, { params: { kind: 'file', id } })

  const { body, headers } = await api.as(maya).call(search.search, { querystring: { q: 'rye', limit: 1 } })

  expect(body.results.map(({ excerpt }) => excerpt)).toEqual([
    [
      ['rye', true],
      [' 2', false],
    ],
  ])
  expect(headers.link).toContain('rel="next"')
})

test('needs few statements for a small page when many matches are in the bin', async ({
  api,
  given,
  ctx,
}) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya, { title: 'Rye' })
  const binned = await given.project(maya)
  for (let n = 0; n < 4; n++) await given.requests(maya.freelancer, binned, Array(50).fill('Rye'))
  await api.as(maya.freelancer).call(projects.remove, { params: { id: binned.id } })
  let statements = 0
  const db = {
    getExecutor: () => ctx.db.getExecutor(),
    executeQuery(query: CompiledQuery) {
      statements++
      return ctx.db.executeQuery(query)
    },
  } as unknown as AppContext['db']

  const { results } = await findEverything({ db }, maya.freelancer, { q: 'rye', limit: 1 })

  expect(results.map(({ id }) => id)).toEqual([menu.id])
  expect(statements).toBeLessThan(10)
})

test('one account cannot take all connections to the database', async ({ api, ctx, given }) => {
  const maya = await given.client(await given.freelancer())
  const stranger = await given.freelancer()
  const searchAs = (person: TestUser) => api.as(person).call(search.search, { querystring: { q: 'rye' } })

  const replies = await ctx.db.transaction().execute(async (trx) => {
    await sql`lock table search_item`.execute(trx)
    const replies = Array.from({ length: 10 }, () => searchAs(maya))
    await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(4), WAIT_OPTIONS)
    replies.push(searchAs(maya.freelancer), searchAs(stranger))
    await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(5), WAIT_OPTIONS)
    return replies
  })

  await Promise.all(replies)
})

test('a search that takes too long is refused, and says what to do', async ({ ctx, given, testContext }) => {
  const ada = await given.freelancer()
  const db = connect(testContext.connection, ctx.log, { statementTimeoutMs: 1_000 })
  onTestFinished(() => disconnect(db))

  await ctx.db.transaction().execute(async (trx) => {
    await sql`lock table search_item`.execute(trx)
    await expect(findEverything({ db }, ada, { q: 'rye' })).rejects.toMatchObject({
      statusCode: 503,
      code: 'SEARCH_TOO_SLOW',
      message: 'This search takes too long. Please use fewer or longer words.',
    })
  })
})

test('searches for the eight longest words of many', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya, { title: 'Alpha bravo charlie delta echo foxtrot golf hotel' })
  const q = 'aa ab ac alpha bravo charlie delta echo foxtrot golf hotel'

  expect((await find(api, maya.freelancer, q)).map(({ id }) => id)).toEqual([menu.id])
})

test('searches one kind only', async ({ api, given, ctx }) => {
  const maya = await given.client(await given.freelancer(), { lastName: 'Rye' })
  const menu = await given.project(maya, { title: 'Rye' })
  await given.feedback(maya, menu, 'Rye')
  await write(ctx, maya, 'Rye')

  for (const kind of ['client', 'project', 'feedback', 'message'] as const) {
    const { body } = await api.as(maya.freelancer).call(search.search, { querystring: { q: 'rye', kind } })
    expect(body.results.map((result) => result.kind)).toEqual([kind])
  }
  const asClient = await api.as(maya).call(search.search, { querystring: { q: 'rye', kind: 'client' } })
  expect(asClient.body.results).toEqual([])
})

test('finds nothing of another freelancer or of another client of the same one', async ({
  api,
  given,
  ctx,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const menu = await given.project(maya, { title: 'Rye menu', description: 'Rye' })
  const file = await given.file(maya, menu, { name: 'rye.pdf' })
  await given.note(maya, file, { text: 'rye' })
  await given.reply(ada, await given.feedback(maya, menu, 'rye'), 'rye')
  await write(ctx, maya, 'rye')
  const sibling = await given.client(ada)
  const stranger = await given.freelancer()

  expect(await find(api, sibling, 'rye')).toEqual([])
  expect(await find(api, stranger, 'rye')).toEqual([])
  expect(await find(api, await given.client(stranger), 'whitcombe')).toEqual([])
  expect(await find(api, maya, 'rye')).toHaveLength(6)
})

test('finds archived things, and deleted ones only after they are restored', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const { freelancer } = maya
  const menu = await given.project(maya, { title: 'Rye menu', description: 'Rye' })
  const file = await given.file(maya, menu, { name: 'rye.pdf' })
  await given.note(maya, file, { text: 'rye' })
  await given.feedback(maya, menu, 'rye')

  await api.as(maya).call(files.remove, { params: { id: file.id } })
  expect(kinds(await find(api, maya, 'rye'))).toEqual(['feedback', 'project'])

  await api.as(freelancer).call(projects.remove, { params: { id: menu.id } })
  expect(await find(api, freelancer, 'rye')).toEqual([])

  await api.as(freelancer).call(bin.restore, { params: { kind: 'project', id: menu.id } })
  await api.as(freelancer).call(bin.restore, { params: { kind: 'file', id: file.id } })
  await api.as(freelancer).call(clients.update, { params: { id: maya.id }, body: { archived: true } })
  expect(kinds(await find(api, maya, 'rye'))).toEqual(['feedback', 'file', 'note', 'project'])
})

test('finds changed texts at once', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  const { freelancer } = maya
  const menu = await given.project(maya, { title: 'Old', description: 'Old' })
  const file = await given.file(maya, menu, { name: 'old.pdf' })
  const version = await given.file(maya, menu, { name: 'old again.pdf', versionOf: file.id })
  const left = await given.feedback(maya, menu, 'Old')
  const note = await given.note(maya, version, { text: 'old' })
  expect(kinds(await find(api, maya, 'old'))).toEqual(['feedback', 'file', 'note', 'project'])

  await api.as(freelancer).call(projects.update, {
    params: { id: menu.id },
    body: { title: 'New', description: 'New' },
  })
  await api.as(maya).call(files.rename, { params: { id: version.id }, body: { fileName: 'new' } })
  await api.as(maya).call(feedback.edit, { params: { id: left.id }, body: { message: 'New' } })
  await api.as(maya).call(notes.change, { params: { id: note.id }, body: { text: 'new' } })
  await api.as(freelancer).call(clients.update, { params: { id: maya.id }, body: { lastName: 'New' } })
  expect(await find(api, freelancer, 'old')).toEqual([])
  expect(kinds(await find(api, freelancer, 'new'))).toEqual(['client', 'feedback', 'file', 'note', 'project'])

  await api.as(maya).call(notes.remove, { params: { id: note.id } })
  await api.as(maya).call(feedback.remove, { params: { id: left.id } })
  expect(kinds(await find(api, maya, 'new'))).toEqual(['file', 'project'])
})

test('returns no error for unusual queries, and no result for punctuation', async ({ api, given }) => {
  const maya = await given.client(await given.freelancer())
  await given.feedback(maya, await given.project(maya), 'the and of a “quoted” 100% C++ \\ _ text 😀')
  const odd = [
    '%',
    '_',
    '\\',
    "'",
    '"',
    '""',
    "' or 1=1 --",
    '&',
    '|',
    '!',
    '<->',
    ':*',
    '*',
    '()',
    '&!|',
    '{}',
    '\\\\%',
    '%%',
    '…',
    '—',
    '-',
    '.',
    '@',
    '£',
    '\u202e',
    '\u200f abc',
    'a'.repeat(200),
    '😀'.repeat(200),
    '漢'.repeat(200),
    'ש'.repeat(200),
    'ا'.repeat(200),
    'é'.repeat(200),
    '\u0301a',
    '%'.repeat(200),
    'a '.repeat(100),
    '\u0e01'.repeat(200),
    'ﬃ'.repeat(200),
    '\ud83d\udc69\u200d\ud83d\udcbb',
    'ı',
    'İ',
    'ẞ',
    '½',
    '\t\n',
  ]
  const punctuation = odd.filter((q) => !/[\p{L}\p{N}]|\p{Extended_Pictographic}/u.test(q))

  for (const q of odd) {
    const { status, body } = await api.as(maya).send(search.search, { querystring: { q } })
    expect([200, 400], q).toContain(status)
    if (punctuation.includes(q) && status === 200) expect(body, q).toEqual({ results: [] })
  }
  expect(await find(api, maya, 'the and of a')).toHaveLength(1)
  expect(await find(api, maya, '“quoted” 100%')).toHaveLength(1)
})

test.for([
  ['', 'Please write what you are looking for.'],
  ['  \u200b ', 'Please write what you are looking for.'],
  ['a'.repeat(201), undefined],
  ['a\0b', undefined],
] as const)('refuses %j as a query', async ([q, message], { api, given }) => {
  const { status, body } = await api.as(await given.freelancer()).call(search.search, { querystring: { q } })

  expect(status).toBe(400)
  if (message) expect(body.message).toBe(message)
})

test.for([
  { cursor: 'x' },
  { cursor: '5.01980f6a-9d02-7e4b-a1c8-5f7d3b2e6094' },
  { limit: 0 },
  { limit: 201 },
])('refuses %j', async (wrong, { api, given }) => {
  const { status } = await api
    .as(await given.freelancer())
    .call(search.search, { querystring: { q: 'rye', ...wrong } })

  expect(status).toBe(400)
})

test.for(['1', '2', '3', '4'])('takes any id as a cursor of tier %s', async (tier, { api, given }) => {
  const ada = await given.freelancer()

  for (const id of ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
    const { status } = await api
      .as(ada)
      .call(search.search, { querystring: { q: 'rye', cursor: `${tier}.${id}` } })
    expect(status).toBe(200)
  }
})

async function find(api: Api, person: TestUser, q: string) {
  const { status, body } = await api.as(person).call(search.search, { querystring: { q } })
  expect(status).toBe(200)
  return body.results
}

const kinds = (results: search.SearchResult[]) => results.map(({ kind }) => kind).sort()

async function replyToNote(api: Api, person: TestUser, id: string, text: string) {
  return (await api.as(person).call(notes.reply, { params: { id }, body: { text } })).body
}

/** A chat message of this client. */
async function write(ctx: AppContext, client: TestClient, content: string) {
  const { message } = await createMessageSender(ctx)(client, {
    content,
    senderId: client.id,
    senderType: 'Client',
    receiverId: client.freelancer.id,
    receiverType: 'Freelancer',
  })
  return message
}
