import { expect, test } from 'vitest'
import { splitPastedList } from './paste-list.ts'

const titles = (text: string) => splitPastedList(text).map(({ title }) => title)

test.for([
  ['lines', 'Logo\nOpening hours', ['Logo', 'Opening hours']],
  [
    'Windows line ends and empty lines',
    'Logo\r\n\r\n  \u200b\r\nOpening hours\r\n',
    ['Logo', 'Opening hours'],
  ],
  ['bullets', '- Logo\n* Opening hours\n• Photo\n– Prices', ['Logo', 'Opening hours', 'Photo', 'Prices']],
  ['numbers', '1. Logo\n2) Opening hours\n(3) Photo', ['Logo', 'Opening hours', 'Photo']],
  ['check boxes', '- [ ] Logo\n- [x] Opening hours\n☐ Photo', ['Logo', 'Opening hours', 'Photo']],
  ['columns of a spreadsheet', 'Logo\tSVG\nPhoto\tJPEG', ['Logo SVG', 'Photo JPEG']],
  [
    'what only looks like a bullet',
    '3D model\n-5 °C label\n1.5 litre bottle',
    ['3D model', '-5 °C label', '1.5 litre bottle'],
  ],
  ['right-to-left text', '• قائمة الطعام\n• صورة', ['قائمة الطعام', 'صورة']],
] as const)('makes a title of each line: %s', ([, text, expected]) => {
  expect(titles(text)).toEqual(expected)
})

test('keeps a line that is too long for a title as details', () => {
  const line = `Photo ${'of the shopfront '.repeat(15)}`.trim()

  const [pasted] = splitPastedList(`${line}\nLogo`)

  expect(pasted?.title).toMatch(/^Photo of the shopfront .*…$/)
  expect(pasted?.title.length).toBeLessThanOrEqual(200)
  expect(pasted?.details).toBe(line)
})

test('cuts a long line without a space between characters, not inside one', () => {
  const [pasted] = splitPastedList('🎂'.repeat(250))
  expect(pasted?.title).toBe(`${'🎂'.repeat(199)}…`)
})
