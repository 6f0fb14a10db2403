import { cleanFileName, createNameDeduplicator } from '@portico/contract'
import type { ListedFile } from './files.queries.ts'
import { uploadId } from './stored-uploads.ts'
import { isActive, type UploadQueue } from './upload-queue.ts'

/** A chosen file with a name that is there already, under that name and under another. */
export interface SameName {
  name: string
  renamed: File
}

/**
 * Which of the chosen files are added at once, and about which the person is asked. A file whose upload is in the queue
 * belongs to that upload.
 */
export function splitByName(
  chosen: readonly File[],
  listed: readonly Pick<ListedFile, 'fileName'>[],
  queue: UploadQueue,
  askedBefore: readonly SameName[],
) {
  const distinct = createNameDeduplicator()
  const taken = [
    ...listed.map(({ fileName }) => fileName),
    ...queue.filter(isActive).map(({ name }) => name),
    ...askedBefore.map(({ renamed }) => renamed.name),
  ]
  for (const name of new Set(taken.map((name) => name.toLowerCase()))) distinct(name)

  const added: File[] = []
  const asked: SameName[] = []
  for (const file of chosen) {
    const isInQueue = queue.some(({ id, state }) => id === uploadId(file) && state !== 'stored')
    const name = cleanFileName(file.name)
    const distinctName = isInQueue ? name : distinct(name)
    if (distinctName === name) added.push(file)
    else asked.push({ name, renamed: withName(file, distinctName) })
  }
  return { added, asked }
}

function withName(file: File, name: string) {
  return new File([file], name, { type: file.type, lastModified: file.lastModified })
}
