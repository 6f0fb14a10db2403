/** Colours as `#rrggbb`. Not in index.ts: only the server and the brand's own settings compute shades. */

/** The shades of one theme. Their names are those of the tokens (apps/web/src/styles/tokens.css). */
export interface Shades {
  accent: string
  'accent-on': string
  'accent-ink': string
  'accent-ink-hover': string
  'accent-wash': string
  focus: string
  primary: string
  'primary-on': string
  'primary-hover': string
  'primary-line': string
}

/** Grounds of the tokens that text and shapes in a shade of the colour stand on: the page, and the one nearest to the text. */
const GROUNDS = {
  light: { paper: '#fbfaf7', nearest: '#ebe6dc', float: '#fffefb', faintestInk: '#6b645b' },
  dark: { paper: '#171513', nearest: '#332e28', float: '#27231f', faintestInk: '#a49b8e' },
} as const
type Theme = keyof typeof GROUNDS

/** WCAG 2.2 AA, for text and for shapes; a little more, because colours are rounded. */
const TEXT_CONTRAST = 4.55
const SHAPE_CONTRAST = 3.05

/** Every pair of a shade and what it stands on reaches AA, whatever the colour is. */
export function shadesOf(colour: string, theme: Theme): Shades {
  const { paper, nearest, float } = GROUNDS[theme]
  const wash = washOf(colour, theme)
  const accent = reach(colour, [paper, nearest, float], SHAPE_CONTRAST, theme)
  const ink = reach(colour, [paper, nearest, float, wash], TEXT_CONTRAST, theme)
  const on = textOn(colour)
  return {
    accent,
    'accent-on': textOn(accent),
    'accent-ink': ink,
    'accent-ink-hover': shift(ink, theme === 'light' ? -0.12 : 0.1),
    'accent-wash': wash,
    focus: accent,
    primary: colour,
    'primary-on': on,
    // Away from the text on it, so that it stays as readable.
    'primary-hover': shift(colour, on === '#ffffff' ? -0.06 : 0.06),
    // The edge shows a button that has nearly the colour of the page.
    'primary-line': contrast(colour, paper) < SHAPE_CONTRAST ? accent : colour,
  }
}

/** Overrides the tokens in both themes. */
export function brandCss(colour: string) {
  const [light, dark] = [shadesOf(colour, 'light'), shadesOf(colour, 'dark')]
  const names = Object.keys(light) as (keyof Shades)[]
  const values = names.map((name) => `--${name}:${lightDark(light[name], dark[name])}`)
  // More specific than the rule of the tokens, so that the order of style sheets does not matter.
  return `html:root{${values.join(';')}}`
}

const lightDark = (light: string, dark: string) => (light === dark ? light : `light-dark(${light},${dark})`)

/** Black or white: one of them always reaches 4.5:1. */
export function textOn(colour: string) {
  return contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000'
}

export function contrast(one: string, other: string) {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour, darker in the light theme and lighter in the dark one until it is seen on all of the grounds. */
function reach(colour: string, grounds: readonly string[], wanted: number, theme: Theme) {
  const suffices = (shade: string) => grounds.every((ground) => contrast(shade, ground) >= wanted)
  if (suffices(colour)) return colour
  const [lightness, a, b] = toOklab(colour)
  let [near, far] = [lightness, theme === 'light' ? 0 : 1]
  for (let step = 0; step < 12; step++) {
    const middle = (near + far) / 2
    if (suffices(fromOklab([middle, a, b]))) far = middle
    else near = middle
  }
  return fromOklab([far, a, b])
}

/** A little of the colour in the page, as long as all ink can be read on it. */
function washOf(colour: string, theme: Theme) {
  const { paper, faintestInk } = GROUNDS[theme]
  let share = 0.2
  do share -= 0.02
  while (share > 0 && contrast(faintestInk, mix(paper, colour, share)) < TEXT_CONTRAST)
  return mix(paper, colour, share)
}

function mix(one: string, other: string, share: number) {
  const [from, to] = [toOklab(one), toOklab(other)]
  return fromOklab(from.map((value, i) => value + ((to[i] ?? 0) - value) * share) as Triple)
}

function shift(colour: string, by: number) {
  const [lightness, a, b] = toOklab(colour)
  return fromOklab([Math.min(1, Math.max(0, lightness + by)), a, b])
}

type Triple = [number, number, number]

function luminance(colour: string) {
  const [red, green, blue] = toLinear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toLinear(colour: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** Björn Ottosson's Oklab, where equal steps of lightness look equal and the hue stays. */
function toOklab(colour: string): Triple {
  const [r, g, b] = toLinear(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** What lies outside of sRGB is made paler until it is inside. */
function fromOklab([lightness, a, b]: Triple): string {
  for (let chroma = 1; ; chroma -= 0.05) {
    const linear = toLinearRgb([lightness, a * chroma, b * chroma])
    if (chroma <= 0 || linear.every((value) => value > -0.001 && value < 1.001))
      return `#${linear.map(toHex).join('')}`
  }
}

function toLinearRgb([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function toHex(linear: number) {
  const value = Math.min(1, Math.max(0, linear))
  const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
