import { decodeExtended, parse } from 'content-disposition'
import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test.for([
  '=?utf-8?q?evil=2Ehtml?=',
  'menu =?utf-8?b?ZXZpbC5odG1s?=.pdf',
  '=?UTF-8?Q?a?= =?UTF-8?Q?b.exe?=',
  'evil%2Ehtml',
  'a"; filename="evil.html',
  'a\\".html',
  'résumé–😀.pdf',
])('encodes the name %j in filename*, with a safe fallback', (name) => {
  const header = contentDisposition(name)

  const { filename, 'filename*': extended } = parse(header, { extended: false }).parameters
  expect(decodeExtended(extended ?? '')).toBe(name)
  expect(filename).not.toMatch(/[?%"\\]|[^ -~]/)
})

test('writes a plain ASCII name once', () => {
  expect(contentDisposition('menu.pdf', 'inline')).toBe('inline; filename=menu.pdf')
  expect(contentDisposition('spring menu.pdf')).toBe('attachment; filename="spring menu.pdf"')
})

test('truncates a name from before the limit, and keeps its ending', () => {
  const { 'filename*': extended } = parse(contentDisposition(`${'文'.repeat(196)}.pdf`), {
    extended: false,
  }).parameters

  expect(decodeExtended(extended ?? '')).toBe(`${'文'.repeat(65)}.pdf`)
})
