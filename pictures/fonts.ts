import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const FOLDER = fileURLToPath(new URL('../apps/web/src/styles/fonts/', import.meta.url))

const LATIN =
  '0-FF,131,152-153,2BB-2BC,2C6,2DA,2DC,304,308,329,2000-206F,20AC,2122,2191,2193,2212,2215,FEFF,FFFD'
const COMMON = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum']

/** Only the weights, sizes in px and features that the styles use (tokens.css, base.css), which halves the files. */
const cuts = {
  inter: {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
    keepFeatures: [...COMMON, 'calt', 'cv11', 'rclt', 'ss03'],
  },
  fraunces: {
    from: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
    variationAxes: { wght: 460, opsz: { min: 13, max: 64 } },
    keepFeatures: [...COMMON, 'lnum', 'pnum'],
  },
}

export async function subsetFonts() {
  await mkdir(FOLDER, { recursive: true })
  for (const [name, { from, ...how }] of Object.entries(cuts)) {
    const whole = await readFile(new URL(import.meta.resolve(from)))
    await writeFile(
      `${FOLDER}${name}.woff2`,
      await subsetFont(whole, letters(), { targetFormat: 'woff2', ...how }),
    )
    await copyFile(new URL('../LICENSE', import.meta.resolve(from)), `${FOLDER}OFL-${name}.txt`)
  }
}

const RECEIPT_FONTS = fileURLToPath(new URL('../apps/server/src/features/reviews/fonts/', import.meta.url))

/** For the PDF of a receipt, which embeds TrueType alone: all alphabets that Inter has, and the common one in bold. */
export async function cutReceiptFonts() {
  await mkdir(RECEIPT_FONTS, { recursive: true })
  const css = await readFile(new URL(import.meta.resolve('@fontsource-variable/inter/wght.css')), 'utf8')
  for (const [, alphabet = '', ranges = ''] of css.matchAll(
    /inter-([a-z-]+)-wght-normal \*\/[^}]*unicode-range: ([^;]+);/g,
  )) {
    const from = `@fontsource-variable/inter/files/inter-${alphabet}-wght-normal.woff2`
    const whole = await readFile(new URL(import.meta.resolve(from)))
    for (const wght of alphabet === 'latin' ? [400, 600] : [400]) {
      const how = { targetFormat: 'truetype' as const, variationAxes: { wght }, keepFeatures: ['kern'] }
      await writeFile(
        `${RECEIPT_FONTS}inter-${alphabet}-${wght}.ttf`,
        await subsetFont(whole, letters(ranges.replaceAll('U+', '')), how),
      )
    }
    await copyFile(new URL('../LICENSE', import.meta.resolve(from)), `${RECEIPT_FONTS}OFL-inter.txt`)
  }
}

function letters(ranges = LATIN) {
  const all = ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: last - first + 1 }, (_, n) => first + n)
  })
  return String.fromCodePoint(...all)
}
