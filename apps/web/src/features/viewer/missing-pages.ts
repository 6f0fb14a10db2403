import type { files } from '@portico/contract'
import { DOWNLOAD_ALL } from './omissions.tsx'

/** A preview shows the first page of a TIFF, or the first picture of an animation. Undefined when that is all. */
export function describeMissingPages(
  { contentType }: Pick<files.File, 'contentType'>,
  { pages, previewUrl }: files.Picture,
) {
  if (previewUrl === null || pages === null || pages < 2) return undefined
  const kind = contentType === 'image/tiff' ? 'pages' : 'pictures of this animation'
  return `The viewer shows the first of ${pages} ${kind}. ${DOWNLOAD_ALL}`
}
