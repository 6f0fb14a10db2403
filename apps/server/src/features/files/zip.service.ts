import { finished, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { ProjectNotFound } from '../projects/projects.service.ts'
import { createNameDeduplicator, portableFileName } from './file-names.ts'
import { findParties, findProjectFiles, findProjectTitle } from './files.repository.ts'
import { fileKey } from './keys.ts'
import { findLost } from './lost-files.ts'

export interface Zip {
  name: string
  bytes: Readable
  size: number
}

/** What an entry of the directory takes beside its name. */
const DIRECTORY_ENTRY_BYTES = 46 + 9
/** From here on yazl counts a ZIP64 ending, but writes it only where it is told to. */
const ZIP64_DIRECTORY_BYTES = 0xffff

export async function zipForActor(ctx: AppContext, actor: Actor, projectId: string) {
  if (!(await findParties(ctx.db, actor, projectId))) throw new ProjectNotFound()
  return zipProject(ctx, projectId)
}

/**
 * All files of a project as one ZIP, made while it is read: nothing of it is ever in memory or on the disk. What people
 * share is mostly compressed already, so it is stored as it is, and the size is known beforehand. Files whose bytes have
 * been lost are named in a list instead.
 */
export async function zipProject(ctx: AppContext, projectId: string): Promise<Zip> {
  const { db, storage, log } = ctx
  const title = await findProjectTitle(db, projectId)
  if (title === undefined) throw new ProjectNotFound()
  const zip = new ZipFile()
  const distinct = createNameDeduplicator()
  const bytes = zip.outputStream as Readable
  zip.on('error', (error) => bytes.destroy(error))
  let open: Readable | undefined
  let directory = 0

  const files = await findProjectFiles(db, projectId)
  const lost = await findLost(
    ctx,
    files.map(({ id }) => id),
  )
  for (const { id, name, size, createdAt } of files) {
    if (lost.has(id)) continue
    const entry = { mtime: new Date(createdAt), compress: false, size: Number(size) }
    const path = distinct(portableFileName(name))
    directory += DIRECTORY_ENTRY_BYTES + Buffer.byteLength(path)
    zip.addReadStreamLazy(path, entry, (found) => {
      if (bytes.destroyed) return
      storage.read(fileKey(id)).then(
        (stream) => {
          if (!stream) return found(new Error(`the bytes of file ${id} are not there`), bytes)
          if (bytes.destroyed) return void stream.destroy()
          open = stream
          // yazl does not hear of a stream that fails or closes before its end.
          finished(stream, (error) => error && bytes.destroy(error))
          found(null, stream)
        },
        (error) => found(error, bytes),
      )
    })
  }
  if (lost.size > 0) {
    const path = distinct(LOST_FILES)
    directory += DIRECTORY_ENTRY_BYTES + Buffer.byteLength(path)
    const names = files.filter(({ id }) => lost.has(id)).map(({ name }) => name)
    zip.addBuffer(Buffer.from(listOfLost(names)), path, { compress: false })
  }
  // Whoever has enough closes the line, and then nothing more is read.
  bytes.once('close', () => open?.destroy())
  bytes.once('error', (error) => log.warn({ err: error, project: projectId }, 'a ZIP could not be finished'))
  const size = await new Promise<number>((resolve) =>
    zip.end({ forceZip64Format: directory >= ZIP64_DIRECTORY_BYTES, comment: '' }, resolve as () => void),
  )
  return { name: portableFileName(`${title}.zip`), bytes, size }
}

const LOST_FILES = 'Files that are missing.txt'

function listOfLost(names: string[]) {
  return `The contents of these files have been lost. Please upload them again, or ask the people who uploaded them.\r\n\r\n${names.join('\r\n')}\r\n`
}
