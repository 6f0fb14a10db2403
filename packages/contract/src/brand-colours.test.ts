import { expect, test } from 'vitest'
import { brandCss, contrast, type Shades, shadesOf, textOn } from './brand-colours.ts'

/** Corners and greys of the colour space, and what brands like: yellow, near-white, near-black. */
const COLOURS = [
  ...['00', '80', 'ff'].flatMap((r) =>
    ['00', '80', 'ff'].flatMap((g) => ['00', '80', 'ff'].map((b) => `#${r}${g}${b}`)),
  ),
  ...['#ffd400', '#fefefe', '#010101', '#767676', '#777777', '#b4532a', '#0a66c2', '#e60023', '#00ff9c'],
]

const GROUNDS = {
  light: ['#fbfaf7', '#f4f1ea', '#fffefb', '#ebe6dc'],
  dark: ['#171513', '#100f0d', '#1f1c19', '#27231f', '#332e28'],
}

const cases = COLOURS.flatMap((colour) => [['light', colour] as const, ['dark', colour] as const])

test.for(cases)('in the %s theme every shade of %s reaches AA on its grounds', ([theme, colour]) => {
  const shades = shadesOf(colour, theme)

  for (const ground of GROUNDS[theme]) {
    for (const name of ['accent-ink', 'accent-ink-hover'] as const)
      expect.soft(contrast(shades[name], ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    for (const name of ['accent', 'focus'] as const)
      expect.soft(contrast(shades[name], ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(3)
  }
  expect.soft(contrast(shades['accent-ink'], shades['accent-wash'])).toBeGreaterThanOrEqual(4.5)
  const ink = { light: ['#1c1917', '#4f4943', '#6b645b'], dark: ['#f2ede4', '#c8c0b4', '#a49b8e'] }[theme]
  for (const text of ink)
    expect.soft(contrast(text, shades['accent-wash']), `${text} on the wash`).toBeGreaterThanOrEqual(4.5)
  const pairs = [
    ['primary-on', 'primary'],
    ['primary-on', 'primary-hover'],
    ['accent-on', 'accent'],
  ] as const satisfies [keyof Shades, keyof Shades][]
  for (const [on, ground] of pairs)
    expect.soft(contrast(shades[on], shades[ground]), `${on} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  const paper = GROUNDS[theme][0] as string
  expect(contrast(shades['primary-line'], paper)).toBeGreaterThanOrEqual(3)
})

test('text on a colour is black or white', () => {
  expect(['#ffd400', '#fefefe', '#010101', '#0a66c2'].map(textOn)).toEqual([
    '#000000',
    '#000000',
    '#ffffff',
    '#ffffff',
  ])
})

test('the style sheet names tokens only', () => {
  expect(brandCss('#b4532a')).toMatch(
    /^html:root\{(--[\w-]+:(#[0-9a-f]{6}|light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\));?)+\}$/,
  )
})
