import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { NOT_A_PICTURE } from './resize-image.ts'

/** Reads a picture from stdin and writes a small one to stdout (pictures.ts). */
const LARGEST_SIDE = 640
/** Phones make pictures of up to 200 megapixels, but few; an opened one takes four bytes a pixel at the worst. */
const MOST_PIXELS = 120_000_000

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

const small = sharp({ limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error', pages: 1 })
  .rotate()
  .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 76, effort: 2 })

try {
  const [picture] = await Promise.all([small.toBuffer(), pipeline(process.stdin, small)])
  process.stdout.write(picture)
} catch {
  process.exitCode = NOT_A_PICTURE
}
