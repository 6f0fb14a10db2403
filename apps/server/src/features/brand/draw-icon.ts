import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initialOf, textOn } from '@portico/contract'
import type { StoredBrand } from './brand.repository.ts'

export const ICON_SIDES_PX = [32, 180, 192, 512] as const
type Side = (typeof ICON_SIDES_PX)[number]

/** Of the longer side of a logo to the other: a longer one cannot be read in a square. */
const MAX_RATIO = 1.7
/** Of the icon. Phones cut circles and rounded squares out of it. */
const LOGO_SHARE = 0.68
const LETTER_SHARE = 0.46
const INK = '#1c1917'
const MAX_CACHED = 300

const cache = new Map<string, Promise<Buffer>>()

/** The logo in a square, or the first letter of the name on the colour. */
export function drawIcon(brand: StoredBrand, side: Side, readLogo: () => Promise<Buffer | null>) {
  const { workspaceId, version, name, ownerName } = brand
  const key = [workspaceId, version, side, name ?? ownerName].join(' ')
  const cached = cache.get(key)
  if (cached) return cached
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string)
  const drawn = draw(brand, side, readLogo)
  cache.set(key, drawn)
  drawn.catch(() => cache.delete(key))
  return drawn
}

async function draw(
  { name, ownerName, colour, logoWidth, logoHeight, logoPlate }: StoredBrand,
  side: Side,
  readLogo: () => Promise<Buffer | null>,
) {
  const { default: sharp } = await import('sharp')
  const fits = logoWidth && logoHeight && isSquarish(logoWidth, logoHeight)
  const logo = fits ? await readLogo() : null
  if (logo) {
    const inner = Math.round(side * LOGO_SHARE)
    const input = await sharp(logo).resize({ width: inner, height: inner, fit: 'inside' }).png().toBuffer()
    const background = logoPlate === 'light' ? INK : '#ffffff'
    return sharp({ create: { width: side, height: side, channels: 3, background } })
      .composite([{ input }])
      .png()
      .toBuffer()
  }
  return sharp(Buffer.from(await letterTile(initialOf(name ?? ownerName), colour ?? INK, side)))
    .png()
    .toBuffer()
}

const isSquarish = (width: number, height: number) =>
  Math.max(width, height) <= MAX_RATIO * Math.min(width, height)

/** The outline of the letter, so that it does not depend on the fonts of the machine. */
async function letterTile(letter: string, colour: string, side: number) {
  const ink = textOn(colour)
  const outline = (await letterOutline(letter, side)) ?? archOutline(side)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="${colour}"/><g fill="${ink}">${outline}</g></svg>`
}

async function letterOutline(letter: string, side: number) {
  const { create } = await import('fontkit')
  const file = import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2')
  const font = create(await readFile(fileURLToPath(file)))
  if (!('glyphForCodePoint' in font)) return undefined
  const codePoint = letter.codePointAt(0) ?? 0
  if (!font.hasGlyphForCodePoint(codePoint)) return undefined
  const { path } = font.glyphForCodePoint(codePoint)
  const { minX, minY, maxX, maxY } = path.bbox
  const scale = (side * LETTER_SHARE) / font.capHeight
  const x = side / 2 - (scale * (minX + maxX)) / 2
  const y = side / 2 + (scale * (minY + maxY)) / 2
  return `<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" d="${path.toSVG()}"/>`
}

/** For letters that the font does not have. */
function archOutline(side: number) {
  const scale = side / 32
  return `<path transform="scale(${scale})" d="M10 24V15a6 6 0 0 1 12 0v9z"/>`
}
