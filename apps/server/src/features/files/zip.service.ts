import { finished, type Readable } from 'node:stream'
import { createNameDeduplicator, versionFileName } from '@portico/contract'
import { ZipFile } from 'yazl'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { payFor } from '../../platform/sql/current-account.ts'
import { ProjectNotFound } from '../access/not-found.ts'
import { audit } from '../audit/audit.ts'
import { portableFileName } from './file-names.ts'
import { findParties } from './files.repository.ts'
import { fileKey } from './keys.ts'
import { findUnreadable } from './lost-files.ts'
import { findProject, findProjectFiles, type ZipSelection } from './zip.repository.ts'

export interface Zip {
  name: string
  bytes: Readable
  size: number
}

/** The size of an entry in the ZIP's directory without its name. */
const DIRECTORY_ENTRY_BYTES = 46 + 9
/** From this size on, yazl includes a ZIP64 end in the size, but writes it only with `forceZip64Format`. */
const ZIP64_DIRECTORY_BYTES = 0xffff

export async function zipForActor(
  ctx: AppContext,
  actor: Actor,
  projectId: string,
  selection: ZipSelection = {},
) {
  if (!(await findParties(ctx.db, actor, projectId))) throw new ProjectNotFound()
  await audit(ctx, actor, { action: 'export.files', target: { kind: 'project', id: projectId } })
  return zipProject(ctx, projectId, selection)
}

/**
 * Streams files of a project as one ZIP, with the newest version of each or all. Entries are not compressed, because shared
 * files mostly are already, and so the size is known beforehand. Files whose bytes are lost or damaged are named in a text file.
 */
export async function zipProject(
  ctx: AppContext,
  projectId: string,
  selection: ZipSelection = {},
): Promise<Zip> {
  const { db, storage, log } = ctx
  const project = await findProject(db, projectId)
  // The project of a removed account has none.
  if (!project?.workspaceId) throw new ProjectNotFound()
  const { title, workspaceId } = project
  const zip = new ZipFile()
  const deduplicateName = createNameDeduplicator()
  const bytes = zip.outputStream as Readable
  zip.on('error', (error) => bytes.destroy(error))
  let currentFile: Readable | undefined
  let directoryBytes = 0

  // A signed link comes without a session.
  const files = await payFor({ workspaceId }, () => findProjectFiles(db, projectId, selection))
  const { lost, damaged } = await findUnreadable(ctx, files)
  for (const file of files) {
    const { id, size, createdAt } = file
    if (lost.has(id) || damaged.has(id)) continue
    const entry = { mtime: new Date(createdAt), compress: false, size: Number(size) }
    const path = deduplicateName(
      portableFileName(selection.versions === 'all' ? nameOfVersion(file) : file.name),
    )
    directoryBytes += DIRECTORY_ENTRY_BYTES + Buffer.byteLength(path)
    zip.addReadStreamLazy(path, entry, (callback) => {
      if (bytes.destroyed) return
      storage.read(fileKey(id)).then(
        (stream) => {
          if (!stream) return callback(new Error(`the bytes of file ${id} are not there`), bytes)
          if (bytes.destroyed) return void stream.destroy()
          currentFile = stream
          // yazl ignores a stream that fails or closes before its end.
          finished(stream, (error) => error && bytes.destroy(error))
          callback(null, stream)
        },
        (error) => callback(error, bytes),
      )
    })
  }
  if (lost.size + damaged.size > 0) {
    const path = deduplicateName(LEFT_OUT_NAME)
    directoryBytes += DIRECTORY_ENTRY_BYTES + Buffer.byteLength(path)
    const namesOf = (ids: Set<string>) => files.filter(({ id }) => ids.has(id)).map(({ name }) => name)
    const text = formatLeftOut(namesOf(lost), namesOf(damaged))
    zip.addBuffer(Buffer.from(text), path, { compress: false })
  }
  // Stops reading when the receiver disconnects.
  bytes.once('close', () => currentFile?.destroy())
  bytes.once('error', (error) => log.warn({ err: error, project: projectId }, 'a ZIP could not be finished'))
  const size = await new Promise<number>((resolve) =>
    zip.end(
      { forceZip64Format: directoryBytes >= ZIP64_DIRECTORY_BYTES, comment: '' },
      resolve as () => void,
    ),
  )
  return { name: portableFileName(`${title}.zip`), bytes, size }
}

/** Adds the number if the file has several versions. Only the row of the newest version has their count. */
function nameOfVersion({ name, version, isNewest, versions }: ProjectFile) {
  return isNewest && versions === 1 ? name : versionFileName(name, version)
}

type ProjectFile = Awaited<ReturnType<typeof findProjectFiles>>[number]

const LEFT_OUT_NAME = 'Files that are missing.txt'

function formatLeftOut(lost: string[], damaged: string[]) {
  const advice = 'Please upload them again, or ask the people who uploaded them.'
  return [
    ...(lost.length > 0 ? [`The contents of these files have been lost. ${advice}`, '', ...lost, ''] : []),
    ...(damaged.length > 0 ? [`The contents of these files are damaged. ${advice}`, '', ...damaged, ''] : []),
  ].join('\r\n')
}
