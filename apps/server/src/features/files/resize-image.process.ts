import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { NOT_AN_IMAGE_EXIT_CODE } from './resize-image.ts'
import { joinPictures } from './resized-pictures.ts'

/** Reads a picture from stdin and writes smaller ones to stdout (resized-pictures.ts). */
const THUMBNAIL_SIDE_PX = 640
/** As sharp as most screens. Opened, it takes 36 MB at most: a phone can bear that. */
const PREVIEW_SIDE_PX = 3_072
/** Phones make pictures of up to 200 megapixels, but few; an opened one takes four bytes a pixel at the worst. */
const MAX_PIXELS = 120_000_000

// What is opened is decided by its bytes, not its name: only these may be. SVG, PDF and others can do more than be a picture.
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
  const { autoOrient, format } = await open().metadata()
  const { width, height } = autoOrient
  const thumbnail = await shrink(open(), THUMBNAIL_SIDE_PX, 76)
  const needsPreview = Math.max(width, height) > PREVIEW_SIDE_PX || format === 'tiff'
  // Other pictures are shown by every browser as they are.
  const preview = needsPreview ? await shrink(open(), PREVIEW_SIDE_PX, 84) : null
  process.stdout.write(joinPictures({ width, height, thumbnail, preview }))
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
