import type { files } from '@portico/contract'

/** Pictures that every browser shows. SVG is not among them: it can do more than be looked at. */
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

export const canBeShown = ({ contentType }: Pick<files.File, 'contentType'>) => PICTURES.has(contentType)
