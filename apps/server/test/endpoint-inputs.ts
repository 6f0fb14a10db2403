import { type Endpoint, UUID_PATTERN } from '@portico/contract'
import { RED_SQUARE } from '../src/docs/examples/sample-data.ts'
import type { Inputs } from './fixtures.ts'
import type { Given, TestClient, TestUser } from './given.ts'

/** Whether the endpoint is about one thing that belongs to somebody. */
/** The lead of a new client is optional, so that calls here are without; strangers as lead are refused in `clients/members.test.ts`. */
export const namesAnId = ({ schema }: Endpoint) =>
  Boolean(schema.params) || /"(?!(?:clientRequestId|leadId)")\w+Id"/.test(JSON.stringify(schema.body ?? {}))

/** The text of every team note. No answer to a client, a contact or a preview has it. */
export const TEAM_NOTE_TEXT = 'teamnote7261 is for members alone'

/** What is sent to somebody, in one text. */
export const textOf = (body: unknown) =>
  Buffer.isBuffer(body) ? body.toString('latin1') : (JSON.stringify(body) ?? '')

/** Creates one of everything for a client; ids in URLs and bodies are filled from it. A reply or note belongs to its author alone. */
export const createResources = (given: Given, client: TestClient, author: TestUser = client) =>
  createNamed(given, client, author, Object.keys(UNKNOWN_IDS) as IdName[])

/** Creates a usual project and what a call of this endpoint names, because one of everything takes long. */
export const createResourcesFor = (
  endpoint: Endpoint,
  given: Given,
  client: TestClient,
  author: TestUser = client,
) => createNamed(given, client, author, [...new Set([...USUAL, ...namedIds(endpoint)])])

/** While the review is open, it is the client's turn. */
const USUAL: IdName[] = ['projectId', 'fileId', 'requestId', 'teamNoteId', 'reviewId']

/** The other ids are missing. */
async function createNamed(given: Given, client: TestClient, author: TestUser, names: IdName[]) {
  const { freelancer } = client
  const member = author.side === 'freelancer' ? author : freelancer
  const project = once(() => given.project(client))
  const completed = once(() => given.completedProject(client))
  const file = once(async () => given.file(client, await project()))
  const pdf = once(async () => given.file(author, await project(), { name: 'menu.pdf' }))
  const invitation = once(() => given.invitation(freelancer))
  const colleague = once(() => given.member(freelancer))
  const feedback = once(async () => given.feedback(client, await project()))
  const ask = async (needsCode = false) =>
    given.review(freelancer, await given.file(freelancer, await project()), { needsCode })
  const decided = once(async () => given.decision(client, await ask()))
  const request = once(async () => {
    const [request] = await given.requests(freelancer, await project(), ['Logo as a vector file'])
    await given.answer(client, request)
    return request
  })
  const link = once(async () => given.guestLink(client, await request()))
  async function writeTeamNotes() {
    const about = [{ client: client.id }, { file: (await file()).id }, { project: (await project()).id }]
    if (names.includes('pdfId')) about.splice(2, 0, { file: (await pdf()).id })
    let last = { id: '' }
    for (const place of about) last = await given.teamNote(member, place, TEAM_NOTE_TEXT)
    return last
  }
  const idOf = async (created: Promise<{ id: string }>) => (await created).id
  const create: Record<IdName, () => string | Promise<string>> = {
    clientId: () => client.id,
    projectId: () => idOf(project()),
    completedId: () => idOf(completed()),
    fileId: () => idOf(file()),
    pdfId: () => idOf(pdf()),
    sectionId: async () => idOf(given.section(freelancer, await project())),
    binnedId: async () => idOf(given.binnedFile(client, await project())),
    feedbackId: () => idOf(feedback()),
    replyId: async () => idOf(given.reply(author, await given.feedback(client, await project()))),
    noteId: async () => idOf(given.note(author, await file())),
    teamNoteId: () => idOf(writeTeamNotes()),
    reviewId: () => idOf(ask()),
    codedReviewId: () => idOf(ask(true)),
    decidedId: () => idOf(decided()),
    receiptId: async () => (await decided()).decision?.receiptId ?? '',
    requestId: () => idOf(request()),
    linkId: () => idOf(link()),
    token: async () => (await link()).token,
    loginLinkId: () => idOf(given.loginLink(client)),
    contactId: () => idOf(given.contact(client)),
    colleagueId: () => idOf(colleague()),
    invitationId: () => idOf(invitation()),
    invitationToken: async () => (await invitation()).token,
    passkeyId: () => given.passkey(freelancer),
    handOverTo: () => freelancer.id,
    workspaceId: () => freelancer.workspaceId,
    // Another project of the account, to copy requests from.
    from: () => idOf(completed()),
    sessionId: () => author.sessionId,
    freelancerId: () => freelancer.id,
    memberId: () => idOf(colleague()),
    leadId: () => freelancer.id,
  }
  const ids = {} as Ids
  for (const name of names) ids[name] = await create[name]()
  return { client, ids }
}

function once<T>(create: () => Promise<T>) {
  let created: Promise<T> | undefined
  return () => {
    created ??= create()
    return created
  }
}

/** Those that a valid input for this endpoint has. */
function namedIds(endpoint: Endpoint) {
  const named = new Set<IdName>()
  const isId = (name: string | symbol): name is IdName => name in UNKNOWN_IDS
  const ids = new Proxy(UNKNOWN_IDS, {
    get(known, name) {
      if (isId(name)) named.add(name)
      return Reflect.get(known, name)
    },
  })
  inputsFor(endpoint, ids)
  return named
}

type IdName = keyof typeof UNKNOWN_IDS
export type Ids = Record<IdName, string>
export const UNKNOWN_IDS = {
  clientId: '01900000-0000-7000-8000-000000000000',
  projectId: '01900000-0000-7000-8000-000000000001',
  sessionId: '01900000-0000-7000-8000-000000000002',
  freelancerId: '01900000-0000-7000-8000-000000000003',
  memberId: '01900000-0000-7000-8000-000000000003',
  leadId: '01900000-0000-7000-8000-000000000003',
  fileId: '01900000-0000-7000-8000-000000000004',
  pdfId: '01900000-0000-7000-8000-000000000018',
  sectionId: '01900000-0000-7000-8000-000000000019',
  binnedId: '01900000-0000-7000-8000-000000000005',
  feedbackId: '01900000-0000-7000-8000-000000000006',
  replyId: '01900000-0000-7000-8000-000000000007',
  completedId: '01900000-0000-7000-8000-000000000008',
  noteId: '01900000-0000-7000-8000-000000000013',
  teamNoteId: '01900000-0000-7000-8000-000000000024',
  requestId: '01900000-0000-7000-8000-000000000014',
  from: '01900000-0000-7000-8000-000000000015',
  linkId: '01900000-0000-7000-8000-000000000016',
  loginLinkId: '01900000-0000-7000-8000-000000000017',
  contactId: '01900000-0000-7000-8000-000000000018',
  colleagueId: '01900000-0000-7000-8000-000000000020',
  invitationId: '01900000-0000-7000-8000-000000000021',
  invitationToken: 'no-such-invitation',
  workspaceId: '01900000-0000-7000-8000-000000000023',
  handOverTo: '01900000-0000-7000-8000-000000000022',
  token: 'no-such-token',
  reviewId: '01900000-0000-7000-8000-000000000009',
  codedReviewId: '01900000-0000-7000-8000-000000000012',
  decidedId: '01900000-0000-7000-8000-000000000010',
  receiptId: '01900000-0000-7000-8000-000000000011',
  passkeyId: '01900000-0000-7000-8000-000000000020',
}

/** A valid input for this endpoint that names these ids. */
export function inputsFor(endpoint: Endpoint, ids: Ids): Inputs {
  const { schema } = endpoint
  const kind = kindOf(endpoint)
  const { properties = {} } = (schema.params ?? {}) as JsonSchema
  const params = Object.keys(properties).map((name) => [
    name,
    name === 'kind' ? 'file' : (ids[name as keyof Ids] ?? ids[kind]),
  ])
  return {
    ...(schema.params && { params: Object.fromEntries(params) }),
    ...(schema.querystring && { querystring: sample(schema.querystring as JsonSchema, ids) }),
    ...(schema.body && { body: sample(schema.body as JsonSchema, ids) }),
  }
}

export function kindOf({ method, url }: Pick<Endpoint, 'method' | 'url'>): keyof Ids {
  if (url.startsWith('/receipts')) return 'receiptId'
  if (url.startsWith('/sections')) return 'sectionId'
  if (url === '/files/:id/thumbnail') return 'pdfId'
  if (url === '/reviews/:id/code') return 'codedReviewId'
  if (url === '/reviews/:id/decision' && method === 'DELETE') return 'decidedId'
  if (url.startsWith('/requests')) return 'requestId'
  if (url.startsWith('/reviews')) return 'reviewId'
  if (url.startsWith('/clients/my-links')) return 'loginLinkId'
  if (url.startsWith('/members/invitations')) return 'invitationId'
  if (url.startsWith('/members')) return 'colleagueId'
  if (url.startsWith('/contacts')) return 'contactId'
  if (url.startsWith('/clients')) return 'clientId'
  if (url.startsWith('/auth/factors')) return 'passkeyId'
  if (url.startsWith('/auth')) return 'sessionId'
  if (url.startsWith('/bin')) return 'binnedId'
  if (url.startsWith('/feedback/:id')) return 'feedbackId'
  if (url.startsWith('/feedback/replies')) return 'replyId'
  if (url.startsWith('/notes')) return 'noteId'
  if (url.startsWith('/team-notes')) return 'teamNoteId'
  if (url.endsWith('/completion')) return 'completedId'
  return url.startsWith('/files/:id') ? 'fileId' : 'projectId'
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  required?: string[]
  minProperties?: number
  enum?: unknown[]
  anyOf?: JsonSchema[]
  type?: string
  format?: string
  pattern?: string
}

function sample(schema: JsonSchema, ids: Ids): Record<string, unknown> {
  const { properties = {}, required = [], minProperties = 0 } = schema
  const names = required.length >= minProperties ? required : Object.keys(properties).slice(0, minProperties)
  return Object.fromEntries(
    names.map((name) => [
      name,
      name in ids
        ? ids[name as keyof Ids]
        : name.endsWith('Ids')
          ? [ids[name.slice(0, -1) as keyof Ids]]
          : sampleValue(properties[name] ?? {}, ids),
    ]),
  )
}

function sampleValue({ enum: options, anyOf, type, format, pattern, items }: JsonSchema, ids: Ids): unknown {
  if (options) return options[0]
  if (anyOf) return anyOf.some((option) => option.type === 'null') ? null : sampleValue(anyOf[0] ?? {}, ids)
  // Ids in a list are those of files.
  if (items?.type === 'string') return [ids.fileId]
  if (items) return [sample(items, ids)]
  if (pattern === `^${UUID_PATTERN}$`) return ids.memberId
  if (type === 'boolean') return false
  if (type === 'integer') return 1
  if (format === 'email') return `someone.${Math.random().toString(36).slice(2)}@example.test`
  if (format === 'day') return '2026-01-31'
  if (pattern?.startsWith('^/client-dashboard')) return '/client-dashboard/chat'
  if (pattern?.startsWith('^[A-Za-z0-9+/]')) return RED_SQUARE
  return 'Some words'
}
