export function fileKey(id: string) {
  return `files/${id}`
}

export function thumbnailKey(id: string) {
  return `${fileKey(id)}.thumbnail`
}

/** The preview is a smaller version of a large image. */
export function previewKey(id: string) {
  return `${fileKey(id)}.preview`
}

/** Whether Portico stored this object. Others (a backup, the file system) may have put files there too. */
export function isFileKey(key: string) {
  return OURS.test(key)
}
const OURS = /^files\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.thumbnail|\.preview)?$/

/** The id of the file, also for the key of its thumbnail or preview. */
export function fileIdOf(key: string) {
  return key.slice('files/'.length, 'files/'.length + LENGTH)
}
const LENGTH = '00000000-0000-0000-0000-000000000000'.length
