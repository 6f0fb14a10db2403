import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { NOT_AN_IMAGE_EXIT_CODE } from '../../platform/pictures/run-picture-process.ts'
import { joinPictures } from './resized-pictures.ts'

/** Reads an image from stdin, and writes a thumbnail and a preview to stdout (resized-pictures.ts). */
const THUMBNAIL_SIDE_PX = 640
/** Covers the pixels of most screens. Decoded, it takes at most 36 MB, which phones can hold. */
const PREVIEW_SIDE_PX = 3_072
/** Few phones take larger photos. A decoded image takes up to four bytes a pixel. */
const MAX_PIXELS = 120_000_000
/** These cannot be decoded row by row, so a few of them in a row would hold up everybody's pictures. */
const MAX_INTERLACED_PIXELS = 40_000_000

// The library chooses the decoder by the bytes of the file, so all others are blocked: SVG, PDF and others can
// contain more than an image.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadTiffBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

try {
  const bytes = await buffer(process.stdin)
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error', pages: 1 })
  const { autoOrient, format, isProgressive, pages = 1 } = await open().metadata()
  const { width, height } = autoOrient
  if (isProgressive && width * height > MAX_INTERLACED_PIXELS) throw new Error('too large to be interlaced')
  const thumbnail = await shrink(open(), THUMBNAIL_SIDE_PX, 76)
  const needsPreview = Math.max(width, height) > PREVIEW_SIDE_PX || format === 'tiff'
  // Browsers can show all other images as they are.
  const preview = needsPreview ? await shrink(open(), PREVIEW_SIDE_PX, 84) : null
  process.stdout.write(joinPictures({ width, height, pages, thumbnail, preview }))
} catch {
  process.exitCode = NOT_AN_IMAGE_EXIT_CODE
}

function shrink(original: Sharp, side: number, quality: number) {
  return original
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 2 })
    .toBuffer()
}
