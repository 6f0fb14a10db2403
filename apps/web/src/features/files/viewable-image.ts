import type { files } from '@portico/contract'

/** Images that every browser shows. SVG is left out because it can contain scripts. */
const VIEWABLE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'])

export const isViewableImage = ({ contentType }: Pick<files.File, 'contentType'>) =>
  VIEWABLE_TYPES.has(contentType)

/** One that the server has opened. A few bytes can claim a size that takes a browser gigabytes of memory. */
export const isCheckedImage = (file: Pick<files.File, 'contentType' | 'thumbnailUrl'>) =>
  isViewableImage(file) && file.thumbnailUrl !== null
