import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  bin,
  clients,
  type Endpoint,
  feedback,
  files,
  guestLinks,
  notes,
  projects,
  requests,
  reviews,
} from '@portico/contract'
import { sql } from 'kysely'
import { expect, type Inputs, test } from '../../../test/fixtures.ts'
import { formOf } from '../../../test/forms.ts'
import type { TestClient, TestFreelancer, TestUser } from '../../../test/given.ts'
import type { AppContext } from '../../platform/context.ts'

/**
 * Random changes to a project, and after each one what follows from it: the turn, the events, who is notified and when, reviews,
 * requests, and files. `rules.json` was recorded when these rules were triggers of the database. A rule that is changed on purpose
 * is recorded again: `RECORD_RULES=1 npx vitest run rules.test.ts`, and the difference is read.
 */
const RECORDED = join(import.meta.dirname, 'rules.json')
const SEQUENCES = Number(process.env.RULE_SEQUENCES ?? 12)
const CHANGES = 60

test('what follows from random changes is what was recorded', async ({ ctx, api, given, clock }) => {
  const sequences: string[][] = []
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    clock.set(START)
    const ada = await given.freelancer({ timeZone: 'America/New_York' })
    const maya = await given.client(ada)
    const { id } = await given.project(maya, { dueDate: '2099-06-20' })
    const world = createWorld({ ada, maya, projectId: id, random: randomFrom(seed) })
    const call = async (who: TestUser | null, endpoint: Endpoint, input: Inputs) => {
      const { status, body } = await api.as(who).send(endpoint, input)
      if (status < 300) world.learn(endpoint, input, body)
      return status < 300 ? status : (body as { code: string }).code
    }
    let minutes = 0
    let before: Record<string, unknown> = {}
    const steps: string[] = []
    for (let number = 0; number < CHANGES; number++) {
      const { who, endpoint, input, name } = world.nextChange()
      minutes += name === 'undo' ? 1 : world.pick([1, 4, 60, 700])
      const now = new Date(Date.parse(START) + minutes * 60_000)
      clock.set(now.toISOString())
      const outcome = await call(who, endpoint, input)
      const after = await readWorld(ctx, id, maya.id)
      const changed = Object.entries(after).filter(([key, value]) => !same(value, before[key]))
      const gone = Object.keys(before).filter((key) => !(key in after))
      const texts = [
        ...changed.map(([key, value]) => `${key}=${text(value)}`),
        ...gone.map((key) => `-${key}`),
      ]
      steps.push([`${minutes} ${who?.side ?? 'guest'} ${name}: ${outcome}`, ...texts].join(' | '))
      before = after
    }
    sequences.push(steps)
  }
  if (process.env.RECORD_RULES) await writeFile(RECORDED, `${JSON.stringify(sequences, null, 2)}\n`)
  expect(sequences).toEqual(JSON.parse(await readFile(RECORDED, 'utf8')))
})

const START = '2099-06-15T13:00:00Z'
const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const same = (one: unknown, other: unknown) => text(one) === text(other)

/** Equal numbers for an equal seed, between 0 and 1. */
function randomFrom(seed: number) {
  let state = seed * 7_919
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

interface People {
  ada: TestFreelancer
  maya: TestClient
  projectId: string
  random: () => number
}

interface NextChange {
  who: TestUser | null
  endpoint: Endpoint
  input: Inputs
  name: string
}

function createWorld({ ada, maya, projectId, random }: People) {
  const known = {
    file: [] as string[],
    review: [] as string[],
    feedback: [] as string[],
    reply: [] as string[],
    note: [] as string[],
    request: [] as string[],
    binned: [] as string[],
    token: [] as string[],
  }
  const pick = <T>(among: readonly T[]) => among[Math.floor(random() * among.length)] as T
  const some = (kind: keyof typeof known) =>
    known[kind].length > 0 ? pick(known[kind].slice(-4)) : '00000000-0000-7000-8000-000000000000'
  const params = { id: projectId }
  const of = (kind: keyof typeof known) => ({ params: { id: some(kind) } })
  const either = () => pick([ada, maya])
  const upload = (who: TestUser, fields: object) =>
    [
      who,
      who.side === 'client' ? files.uploadAsClient : files.upload,
      { body: { projectId, ...fields, file: 'menu.txt' } },
    ] as const
  const setState = (body: object) => [ada, requests.setState, { ...of('request'), body }] as const
  const passTurn = () =>
    [
      either(),
      projects.passTurn,
      { params, body: { to: pick(['freelancer', 'client']), ...pick([{}, { note: 'Over to you.' }]) } },
    ] as const

  const changes = {
    status: () => [
      ada,
      projects.update,
      { params, body: { status: pick(['Pending', 'In Progress', 'Completed']) } },
    ],
    title: () => [ada, projects.update, { params, body: { title: pick(['Spring menu', 'Summer menu']) } }],
    dueDate: () => [
      ada,
      projects.setDueDate,
      { params, body: { dueDate: pick([null, '2099-06-14', '2099-06-30']) } },
    ],
    complete: () => [ada, projects.complete, { params }],
    undoComplete: () => [ada, projects.undoComplete, { params }],
    passTurn,
    passTurnAgain: passTurn,
    upload: () => upload(either(), {}),
    uploadVersion: () => upload(either(), { versionOf: some('file') }),
    uploadAnswer: () => upload(maya, { requestId: some('request') }),
    removeFile: () => [either(), files.remove, of('file')],
    removeVersions: () => [either(), files.remove, { ...of('file'), querystring: { versions: 'all' } }],
    restoreFile: () => [ada, bin.restore, { params: { kind: 'file', id: some('binned') } }],
    deleteFile: () => [ada, bin.remove, { params: { kind: 'file', id: some('binned') } }],
    ask: () => [ada, reviews.ask, { ...of('file'), body: { message: 'Is this right?' } }],
    askAgain: () => [ada, reviews.ask, { ...of('file'), body: { dueDate: '2099-06-21' } }],
    withdraw: () => [ada, reviews.withdraw, of('review')],
    approve: () => [maya, reviews.decide, { ...of('review'), body: { decision: 'approved' } }],
    refuse: () => [
      maya,
      reviews.decide,
      { ...of('review'), body: { decision: 'changes_requested', comment: 'Larger, please.' } },
    ],
    undo: () => [maya, reviews.undoDecision, of('review')],
    leaveFeedback: () => [maya, feedback.create, { body: { projectId, message: 'The blue one, please.' } }],
    reply: () => [either(), feedback.reply, { ...of('feedback'), body: { message: 'It will be blue.' } }],
    editFeedback: () => [maya, feedback.edit, { ...of('feedback'), body: { message: 'The red one.' } }],
    removeFeedback: () => [maya, feedback.remove, of('feedback')],
    removeReply: () => [either(), feedback.removeReply, of('reply')],
    leaveNote: () => [either(), notes.create, { ...of('file'), body: { text: 'A little larger.' } }],
    replyToNote: () => [either(), notes.reply, { ...of('note'), body: { text: 'Like this?' } }],
    settle: () => [ada, notes.change, { ...of('note'), body: { state: pick(['done', 'open']) } }],
    removeNote: () => [either(), notes.remove, of('note')],
    addRequests: () => [
      ada,
      requests.add,
      {
        params,
        body: { requests: pick([1, 2]) === 1 ? [asked('Hours')] : [asked('Prices'), asked('Photos')] },
      },
    ],
    answer: () => [
      maya,
      requests.answer,
      { ...of('request'), body: { text: pick(['Nine to five.', 'Ten to six.']) } },
    ],
    unable: () => [maya, requests.answer, { ...of('request'), body: { unable: 'missing' } }],
    accept: () => setState({ state: 'accepted' }),
    sendBack: () => setState({ state: 'open', ...pick([{}, { reason: 'Too small.' }]) }),
    removeRequest: () => [ada, requests.remove, of('request')],
    addLink: () => [either(), guestLinks.add, { ...of('request'), body: {} }],
    give: () => [
      null,
      guestLinks.give,
      {
        params: { token: known.token.at(-1) ?? 'a'.repeat(43) },
        ...pick([{ body: { name: 'Sam', text: 'From nine.' } }, guestForm]),
      },
    ],
    archive: () => [ada, projects.update, { params, body: { archived: true } }],
    bringBack: () => [ada, projects.update, { params, body: { archived: false } }],
    archiveClient: () => [ada, clients.update, { params: { id: maya.id }, body: { archived: true } }],
    bringBackClient: () => [ada, clients.update, { params: { id: maya.id }, body: { archived: false } }],
    removeProject: () => [ada, projects.remove, { params }],
    restoreProject: () => [ada, bin.restore, { params: { kind: 'project', id: projectId } }],
  } satisfies Record<string, () => readonly [TestUser | null, Endpoint, Inputs]>
  const names = Object.keys(changes) as (keyof typeof changes)[]
  const rare: typeof names = ['archive', 'archiveClient', 'removeProject', 'complete', 'deleteFile']
  const common = names.filter((name) => !rare.includes(name))
  const frequent: typeof names = [
    'ask',
    'approve',
    'approve',
    'refuse',
    'addRequests',
    'answer',
    'accept',
    'give',
  ]
  const restoring: typeof names = [
    'bringBack',
    'bringBackClient',
    'restoreProject',
    'restoreFile',
    'removeFile',
  ]
  const among = [
    ...common,
    ...common,
    ...common,
    ...frequent,
    ...frequent,
    ...rare,
    ...restoring,
    ...restoring,
  ]
  /** So that there is something to change. */
  const next: typeof names = [
    'upload',
    'upload',
    'addRequests',
    'leaveFeedback',
    'ask',
    'leaveNote',
    'addLink',
    'reply',
  ]

  return {
    pick,
    nextChange(): NextChange {
      const name = next.shift() ?? pick(among)
      if (['approve', 'refuse', 'complete'].includes(name))
        next.push(pick(['undo', 'undo', 'undoComplete', 'uploadVersion']))
      const [who, endpoint, input] = changes[name]()
      return { who, endpoint, input, name }
    },
    /** Remembers what was created. */
    learn(endpoint: Endpoint, { params }: Inputs, body: unknown) {
      const {
        id,
        url,
        requests: added,
      } = (body ?? {}) as {
        id?: string
        url?: string
        requests?: { id: string }[]
      }
      if (endpoint === files.remove) known.binned.push((params as { id: string }).id)
      else if (url) known.token.push(url.slice(url.lastIndexOf('/') + 1))
      else if (Array.isArray(added)) known.request.push(...added.map(({ id }) => id))
      else if (id && kindsMade.has(endpoint)) known[kindsMade.get(endpoint) as keyof typeof known].push(id)
    },
  }
}

const form = formOf({
  name: 'Sam',
  file: { name: 'hours.txt', type: 'text/plain', bytes: Buffer.from('From nine.') },
})
const guestForm = { body: form.bytes, headers: { 'content-type': form.type } }

const asked = (title: string) => ({ title, kind: 'text' as const })

const kindsMade = new Map<Endpoint, string>([
  [files.upload, 'file'],
  [files.uploadAsClient, 'file'],
  [reviews.ask, 'review'],
  [feedback.create, 'feedback'],
  [feedback.reply, 'reply'],
  [notes.create, 'note'],
])

/** All that follows from changes to the project, by name. Instants are minutes since the start; those of the real clock are “now”. */
async function readWorld({ db }: Pick<AppContext, 'db'>, projectId: string, clientId: string) {
  const { rows } = await sql<
    Record<'project' | 'events' | 'unread' | 'reviews' | 'requests' | 'files' | 'receipts', unknown>
  >`
    select (select to_jsonb(p) from project p where id = ${projectId}) as project,
      (select jsonb_agg(to_jsonb(e) order by number) from event e where scope_id = ${projectId}) as events,
      (select jsonb_agg(to_jsonb(u) order by reader) from unread u where scope_id in (${projectId}, ${clientId})) as unread,
      (select jsonb_agg(to_jsonb(r) order by id) from review r where project_id = ${projectId}) as reviews,
      (select jsonb_agg(to_jsonb(r) order by id) from request r where project_id = ${projectId}) as requests,
      (select jsonb_agg(to_jsonb(f) order by id) from file f where project_id = ${projectId}) as files,
      (select jsonb_agg(receipt->'decision' order by number) from receipt where project_id = ${projectId}) as receipts`.execute(
    db,
  )
  const { project, events, unread, reviews, requests, files, receipts } = rows[0] as Record<string, unknown>
  const facts: Record<string, unknown> = { receipts }
  for (const name of PROJECT) facts[name] = readable((project as Row)[name])
  const rowsOf = (name: string, all: unknown, columns: string[]) => {
    for (const [index, row] of ((all ?? []) as Row[]).entries())
      facts[`${name}${index + 1}`] = columns.map((column) => readable(row[column])).join(' ')
  }
  rowsOf('event', events, EVENT)
  rowsOf('unread', unread, UNREAD)
  rowsOf('review', reviews, ['state', 'round', 'state_since', 'decided_at'])
  rowsOf('request', requests, ['state', 'position', 'state_since', 'sent_back', 'remind_on'])
  rowsOf('file', files, ['state', 'version', 'is_newest', 'versions', 'review'])
  return facts
}

type Row = Record<string, unknown>
const PROJECT = [
  ...[
    'status',
    'due_date',
    'turn',
    'turn_reason',
    'turn_since',
    'turn_note',
    'nudged_on',
    'archived_at',
    'in_bin',
  ],
  ...[
    'freelancer_days',
    'freelancer_turns',
    'client_days',
    'client_turns',
    'nobody_days',
    'due_date_client_days',
  ],
  ...['open_requests', 'answered_requests', 'reminders_on', 'completed_on', 'agreed_due_date'],
]
const EVENT = ['kind', 'actor_type', 'actor_name', 'number', 'for_freelancer', 'for_client', 'created_at']
const UNREAD = ['reader', 'mail_due', 'push_due', 'pushed_at', 'read_notifications', 'mailed_notifications']

function readable(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    const { id: _, ...others } = value as Row
    return JSON.stringify(
      Object.fromEntries(Object.entries(others).map(([key, inner]) => [key, readable(inner)])),
    )
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return value
  const minutes = Math.floor((Date.parse(value) - Date.parse(START)) / 60_000)
  return minutes < 0 ? 'now' : `+${minutes}`
}
