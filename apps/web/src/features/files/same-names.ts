import { cleanFileName, createNameDeduplicator, isCameraFileName } from '@portico/contract'
import type { ListedFile } from './files.queries.ts'
import { findUnfinished, isActive, type UploadQueue } from './upload-queue.ts'

type NamedFile = Pick<ListedFile, 'id' | 'fileName' | 'review'>

/** A chosen file whose name another file of the project has. */
export interface SameName {
  name: string
  file: File
  /** The same file under another name. */
  renamed: File
  /** The listed file with this name; undefined while it is being uploaded. */
  versionOf: string | undefined
  /** A new version replaces the open review of that file. */
  isInReview: boolean
}

/**
 * Splits the chosen files into those that are added at once and those about which the person is asked. A file whose
 * upload is in the queue continues that upload. A photo with a name that a camera repeats is another photo: it is added
 * with a number.
 */
export function splitByName(
  chosen: readonly File[],
  listed: readonly NamedFile[],
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
    const name = cleanFileName(file.name)
    const distinctName = findUnfinished(queue, file) ? name : distinct(name)
    if (distinctName === name) {
      added.push(file)
      continue
    }
    if (isCameraFileName(name)) {
      added.push(withName(file, distinctName))
      continue
    }
    const known = findByName(listed, name)
    const isInReview = known?.review?.state === 'open'
    asked.push({ name, file, renamed: withName(file, distinctName), versionOf: known?.id, isInReview })
  }
  return { added, asked }
}

function withName(file: File, name: string) {
  return new File([file], name, { type: file.type, lastModified: file.lastModified })
}

function findByName(listed: readonly NamedFile[], name: string) {
  return listed.find(({ fileName }) => fileName.toLowerCase() === name.toLowerCase())
}
