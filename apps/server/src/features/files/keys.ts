/** Where the bytes of a file are stored. */
export function fileKey(id: string) {
  return `files/${id}`
}

/** Where its thumbnail is stored. */
export function thumbnailKey(id: string) {
  return `${fileKey(id)}.thumbnail`
}

/** Where a smaller picture of a large image is stored. */
export function previewKey(id: string) {
  return `${fileKey(id)}.preview`
}

/** Whether Portico stored this. What others put there (a backup, the file system itself) is theirs. */
export function isFileKey(key: string) {
  return OURS.test(key)
}
const OURS = /^files\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.thumbnail|\.preview)?$/

/** The file that bytes of ours belong to. */
export function fileIdOf(key: string) {
  return key.slice('files/'.length, 'files/'.length + LENGTH)
}
const LENGTH = '00000000-0000-0000-0000-000000000000'.length
