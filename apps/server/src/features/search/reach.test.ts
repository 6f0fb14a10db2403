import { search } from '@portico/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { Given, TestClient, TestUser } from '../../../test/given.ts'
import type { AppContext } from '../../platform/context.ts'
import { restoreFromBin } from '../bin/bin.service.ts'
import { createMessageSender } from '../chat/timeline/messages.service.ts'
import { removeFile } from '../files/files.service.ts'
import { replyToNote } from '../notes/notes.service.ts'
import { removeProject } from '../projects/projects.service.ts'

/** Something that was written, and when it can be found. */
interface Thing {
  id: string
  client: TestClient
  word: string
  isOpen(): boolean
}

const WORDS = ['rye', 'loaf', 'menu']
const word = fc.constantFrom(...WORDS)
const who = fc.nat(3)
const action = fc.oneof(
  fc.record({ kind: fc.constant('project' as const), who, word }),
  fc.record({
    kind: fc.constantFrom('file', 'version', 'feedback', 'note', 'request', 'message'),
    who,
    word,
  }),
  fc.record({ kind: fc.constantFrom('removeFile', 'removeProject', 'restore'), who, word }),
)

test('whatever happens, everybody finds what they can open, and nothing else', async ({
  api,
  given,
  ctx,
}) => {
  const clients = [await given.client(await given.freelancer()), await given.client(await given.freelancer())]
  for (const { freelancer } of [...clients]) clients.push(await given.client(freelancer))
  let run = 0

  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 24 }), async (actions) => {
      const scenario = createScenario(ctx, given, `k${run++}x`)
      for (const { kind, who, word } of actions) await scenario[kind](clients[who] as TestClient, word)

      for (const person of [...clients, ...new Set(clients.map(({ freelancer }) => freelancer))])
        for (const searched of WORDS) {
          const expected = scenario.things.filter(
            ({ client, word, isOpen }) =>
              isOpen() && word === searched && [client.id, client.freelancer.id].includes(person.id),
          )
          expect(await find(api, person, `${searched} ${scenario.token}`)).toEqual(
            expected.map(({ id }) => id).sort(),
          )
        }
    }),
    { numRuns: 8 },
  )

  // The table has neither more nor less than its source.
  const { rows } = await sql`
    (table search_source except table search_item) union all (table search_item except table search_source)`.execute(
    ctx.db,
  )
  expect(rows).toEqual([])
})

async function find(api: Api, person: TestUser, q: string) {
  const { body } = await api.as(person).call(search.search, { querystring: { q, limit: 200 } })
  return body.results.map(({ id }) => id).sort()
}

/** What clients and their freelancers do on their newest project. All texts contain the token. */
function createScenario(ctx: AppContext, given: Given, token: string) {
  const things: Thing[] = []
  const projects = new Map<TestClient, { id: string; inBin: boolean; files: TestFile[] }>()
  const send = createMessageSender(ctx)
  const text = (word: string) => `${word} ${token}`
  const projectOf = (client: TestClient) => {
    const project = projects.get(client)
    return project?.inBin ? undefined : project
  }
  const fileOf = (client: TestClient) => projectOf(client)?.files.findLast(({ inBin }) => !inBin)

  return {
    token,
    things,
    async project(client: TestClient, word: string) {
      const { id } = await given.project(client, { title: text(word), description: 'Something.' })
      const project = { id, inBin: false, files: [] }
      projects.set(client, project)
      things.push({ id, client, word, isOpen: () => !project.inBin })
    },
    async file(client: TestClient, word: string) {
      const project = projectOf(client)
      if (!project) return
      const file: TestFile = { id: '', inBin: false, newer: undefined }
      file.id = (await given.file(client, project, { name: text(word) })).id
      project.files.push(file)
      things.push({ id: file.id, client, word, isOpen: () => isNewest(file) && !project.inBin })
    },
    async version(client: TestClient, word: string) {
      const [project, older] = [projectOf(client), fileOf(client)]
      if (!project || !older) return
      const file: TestFile = { id: '', inBin: false, newer: undefined }
      file.id = (await given.file(client, project, { name: text(word), versionOf: older.id })).id
      older.newer = file
      project.files.push(file)
      things.push({ id: file.id, client, word, isOpen: () => isNewest(file) && !project.inBin })
    },
    async feedback(client: TestClient, word: string) {
      const project = projectOf(client)
      if (!project) return
      const isOpen = () => !project.inBin
      const left = await given.feedback(client, project, text(word))
      const reply = await given.reply(client.freelancer, left, text(word))
      things.push({ id: left.id, client, word, isOpen }, { id: reply.id, client, word, isOpen })
    },
    async note(client: TestClient, word: string) {
      const [project, file] = [projectOf(client), fileOf(client)]
      if (!project || !file || !isNewest(file)) return
      const isOpen = () => !project.inBin && !file.inBin
      const note = await given.note(client, file, { text: text(word) })
      const reply = JSON.parse(await replyToNote(ctx, client.freelancer, note.id, { text: text(word) }))
      things.push({ id: note.id, client, word, isOpen }, { id: reply.id, client, word, isOpen })
    },
    async request(client: TestClient, word: string) {
      const project = projectOf(client)
      if (!project) return
      const isOpen = () => !project.inBin
      const [request] = await given.requests(client.freelancer, project, [text(word)])
      const { answers } = await given.answer(client, request, { text: text(word) })
      for (const { id } of [request, ...answers]) things.push({ id, client, word, isOpen })
    },
    async message(client: TestClient, word: string) {
      const { message } = await send(client.freelancer, {
        content: text(word),
        senderId: client.freelancer.id,
        senderType: 'Freelancer',
        receiverId: client.id,
        receiverType: 'Client',
      })
      things.push({ id: message.id, client, word, isOpen: () => true })
    },
    async removeFile(client: TestClient) {
      const file = fileOf(client)
      if (!file) return
      await removeFile(ctx, client.freelancer, file.id)
      file.inBin = true
    },
    async removeProject(client: TestClient) {
      const project = projectOf(client)
      if (!project) return
      await removeProject(ctx, client.freelancer, project.id)
      project.inBin = true
    },
    async restore(client: TestClient) {
      const project = projects.get(client)
      if (!project?.inBin) return
      await restoreFromBin(ctx, client.freelancer, { kind: 'project', id: project.id })
      project.inBin = false
    },
  }
}

interface TestFile {
  id: string
  inBin: boolean
  newer: TestFile | undefined
}

/** The newest version that is not in the bin. */
function isNewest(file: TestFile): boolean {
  let newer = file.newer
  while (newer?.inBin) newer = newer.newer
  return !file.inBin && !newer
}
