import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { NOT_AN_IMAGE_EXIT_CODE } from '../../platform/pictures/run-picture-process.ts'
import { joinLogo, type LogoFault, MAX_LOGO_RATIO, MIN_LOGO_SIDE_PX } from './drawn-logo.ts'

/** Reads an image from stdin and writes a logo to stdout (drawn-logo.ts). */
const MAX_WIDTH_PX = 640
const MAX_HEIGHT_PX = 192
const MAX_PIXELS = 50_000_000
/** Less than this is nothing to be seen. */
const MIN_VISIBLE_PIXELS = 64

// The library chooses the decoder by the bytes of the file, so all others are blocked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

const bytes = await buffer(process.stdin)
try {
  process.stdout.write(joinLogo(await draw()))
} catch {
  process.exitCode = NOT_AN_IMAGE_EXIT_CODE
}

async function draw(): Promise<Parameters<typeof joinLogo>[0]> {
  const { autoOrient, format, pages = 1, hasAlpha } = await open().metadata()
  if (pages > 1 || isAnimated(format)) return fault('animated')
  const { width, height } = autoOrient
  const isSvg = format === 'svg'
  if (!isSvg && Math.min(width, height) < MIN_LOGO_SIDE_PX) return fault('small')
  if (isTooLong(width, height)) return fault('long')
  // A drawing has no pixels of its own: it is drawn as large as it is needed.
  const scale = Math.min((2 * MAX_WIDTH_PX) / width, (2 * MAX_HEIGHT_PX) / height)
  const image = isSvg ? open(Math.min(2_400, Math.max(1, 72 * scale))) : open().rotate()
  // Transparent edges would make it look smaller than it is, and out of place.
  const trimmed = hasAlpha
    ? await image
        .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 }, threshold: 8 })
        .png()
        .toBuffer()
    : await image.png().toBuffer()
  const { data, info } = await sharp(trimmed, { limitInputPixels: MAX_PIXELS })
    .resize({ width: MAX_WIDTH_PX, height: MAX_HEIGHT_PX, fit: 'inside', withoutEnlargement: !isSvg })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  if (isTooLong(info.width, info.height)) return fault('long')
  const tone = await measureTone(data)
  if (tone.visible < MIN_VISIBLE_PIXELS) return fault('empty')
  return { width: info.width, height: info.height, plate: plateOf(tone), png: data }
}

function open(density?: number): Sharp {
  return sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    ...(density !== undefined && { density }),
  })
}

function fault(fault: LogoFault) {
  return { fault }
}

function isTooLong(width: number, height: number) {
  return Math.max(width, height) > MAX_LOGO_RATIO * Math.min(width, height)
}

/** The decoder shows the first picture of an animated PNG, and an SVG as it begins: nobody would see what they have chosen. */
function isAnimated(format: string | undefined) {
  if (format === 'png') return bytes.includes('acTL', 0, 'latin1')
  return format === 'svg' && /<\s*(?:[\w-]+:)?(?:animate|set)\w*\b/i.test(bytes.toString('latin1'))
}

/** How many pixels can be seen, and how many of them hardly on the light and on the dark page. */
async function measureTone(png: Buffer) {
  const { data } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const tone = { visible: 0, faintOnLight: 0, faintOnDark: 0, isOpaque: true }
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha < 250) tone.isOpaque = false
    if (alpha < 128) continue
    tone.visible++
    const luma = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
    if (luma > 0.86) tone.faintOnLight++
    if (luma < 0.24) tone.faintOnDark++
  }
  return tone
}

/** An opaque picture brings its ground with it. */
function plateOf({ visible, faintOnLight, faintOnDark, isOpaque }: Awaited<ReturnType<typeof measureTone>>) {
  if (isOpaque || Math.max(faintOnLight, faintOnDark) < visible * 0.2) return null
  return faintOnLight > faintOnDark ? 'light' : 'dark'
}
