import { cleanFileName, createNameDeduplicator } from '@portico/contract'
import { findUnfinished, isActive, type UploadQueue } from '../files/upload-queue.ts'

interface Known {
  fileName: string
  size: number
}

/**
 * What is added of the chosen files. One that is there already, by its name and size, is not added twice. Photos that a phone
 * calls by the same name, as Safari calls each `image.jpg`, get numbers.
 */
export function chooseAnswers(chosen: readonly File[], there: readonly Known[], queue: UploadQueue) {
  const distinct = createNameDeduplicator()
  const onTheirWay = queue.filter((upload) => isActive(upload) || upload.state === 'stored')
  const names = [...there.map(({ fileName }) => fileName), ...onTheirWay.map(({ name }) => name)]
  for (const name of new Set(names)) distinct(name)
  const isThere = ({ name, size }: File) =>
    there.some((file) => file.fileName === cleanFileName(name) && file.size === size)
  const added = chosen
    .filter((file) => !isThere(file))
    .map((file) => {
      const name = cleanFileName(file.name)
      const distinctName = findUnfinished(queue, file) ? name : distinct(name)
      return distinctName === name ? file : withName(file, distinctName)
    })
  return { added, repeated: chosen.length - added.length }
}

function withName(file: File, name: string) {
  return new File([file], name, { type: file.type, lastModified: file.lastModified })
}
