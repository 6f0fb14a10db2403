import { restoreFromBin } from '../src/features/bin/bin.service.ts'
import { createMessageSender } from '../src/features/chat/timeline/messages.service.ts'
import { removeClient } from '../src/features/clients/clients.service.ts'
import { removeFile, renameFile } from '../src/features/files/files.service.ts'
import { replyToNote } from '../src/features/notes/notes.service.ts'
import { changeProject, removeProject } from '../src/features/projects/projects.service.ts'
import type { AppContext } from '../src/platform/context.ts'
import type { Given, TestClient } from './given.ts'

/** A written text, and whether it can be found. */
interface Thing {
  id: string
  client: TestClient
  word: string
  isOpen: () => boolean
}

/**
 * Actions of the people of clients and their freelancers on the client's newest project. `things` records what they wrote, and whether it
 * can be opened now.
 */
export function createSearchScenario(ctx: AppContext, given: Given) {
  const things: Thing[] = []
  /** By the id of the client. */
  const projects = new Map<string, TestProject>()
  const send = createMessageSender(ctx)
  const projectOf = (client: TestClient) => {
    const project = projects.get(client.clientId)
    return project?.inBin ? undefined : project
  }
  const fileOf = (client: TestClient) => projectOf(client)?.files.findLast(({ inBin }) => !inBin)

  /** With an older file it is a new version of that file. */
  async function upload(client: TestClient, project: TestProject, name: string, older?: TestFile) {
    const { id } = await given.file(client, project, { name, ...(older && { versionOf: older.id }) })
    const file: TestFile = { id, inBin: false, newer: undefined }
    if (older) older.newer = file
    project.files.push(file)
    things.push({ id, client, word: name, isOpen: () => isNewest(file) && !project.inBin })
  }
  function setWord(id: string, word: string) {
    for (const thing of things) if (thing.id === id) thing.word = word
  }

  return {
    things,
    async project(client: TestClient, word: string) {
      const { id } = await given.project(client, { title: word, description: 'Something.' })
      const project = { id, inBin: false, files: [] }
      projects.set(client.clientId, project)
      things.push({ id, client, word, isOpen: () => !project.inBin })
    },
    async file(client: TestClient, word: string) {
      const project = projectOf(client)
      if (project) await upload(client, project, word)
    },
    async version(client: TestClient, word: string) {
      const [project, older] = [projectOf(client), fileOf(client)]
      if (project && older) await upload(client, project, word, older)
    },
    async feedback(client: TestClient, word: string) {
      const project = projectOf(client)
      if (!project) return
      const isOpen = () => !project.inBin
      const left = await given.feedback(client, project, word)
      const reply = await given.reply(client.freelancer, left, word)
      things.push({ id: left.id, client, word, isOpen }, { id: reply.id, client, word, isOpen })
    },
    async note(client: TestClient, word: string) {
      const [project, file] = [projectOf(client), fileOf(client)]
      if (!project || !file || !isNewest(file)) return
      const isOpen = () => !project.inBin && !file.inBin
      const note = await given.note(client, file, { text: word })
      const reply = JSON.parse(await replyToNote(ctx, client.freelancer, note.id, { text: word }))
      things.push({ id: note.id, client, word, isOpen }, { id: reply.id, client, word, isOpen })
    },
    async request(client: TestClient, word: string) {
      const project = projectOf(client)
      if (!project) return
      const isOpen = () => !project.inBin
      const [request] = await given.requests(client.freelancer, project, [word])
      const { answers } = await given.answer(client, request, { text: word })
      for (const { id } of [request, ...answers]) things.push({ id, client, word, isOpen })
    },
    async message(client: TestClient, word: string) {
      const { message } = await send(client.freelancer, {
        content: word,
        senderId: client.freelancer.id,
        senderType: 'Freelancer',
        receiverId: client.clientId,
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
      const project = projects.get(client.clientId)
      if (!project?.inBin) return
      await restoreFromBin(ctx, client.freelancer, { kind: 'project', id: project.id })
      project.inBin = false
    },
    async restoreFile(client: TestClient) {
      const file = projectOf(client)?.files.findLast(({ inBin }) => inBin)
      if (!file) return
      await restoreFromBin(ctx, client.freelancer, { kind: 'file', id: file.id })
      file.inBin = false
    },
    async rename(client: TestClient, word: string) {
      const [project, file] = [projectOf(client), fileOf(client)]
      if (!project) return
      await changeProject(ctx, client.freelancer, project.id, { title: word })
      setWord(project.id, word)
      if (!file) return
      await renameFile(ctx, client.freelancer, file.id, { fileName: word })
      setWord(file.id, word)
    },
    /** Deletes everything of theirs too. */
    async removeClient(client: TestClient) {
      await removeClient(ctx, client.freelancer, client.clientId)
      for (const thing of things) if (thing.client.clientId === client.clientId) thing.isOpen = () => false
    },
  }
}

interface TestProject {
  id: string
  inBin: boolean
  files: TestFile[]
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
