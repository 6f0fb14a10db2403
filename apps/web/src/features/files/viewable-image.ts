import type { files } from '@portico/contract'

/** Images that every browser shows. SVG is left out because it can contain scripts. */
const VIEWABLE_TYPES = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
])

export const isViewableImage = ({ contentType }: Pick<files.File, 'contentType'>) =>
  VIEWABLE_TYPES.has(contentType)
