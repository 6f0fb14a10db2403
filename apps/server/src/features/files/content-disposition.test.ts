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
])('says the name %j in filename*, beside a fallback that decodes to nothing else', (name) => {
  const header = contentDisposition(name)

  const { filename, 'filename*': extended } = parse(header, { extended: false }).parameters
  expect(decodeExtended(extended ?? '')).toBe(name)
  expect(filename).not.toMatch(/[?%"\\]|[^ -~]/)
})

test('says a plain name once', () => {
  expect(contentDisposition('menu.pdf', 'inline')).toBe('inline; filename=menu.pdf')
  expect(contentDisposition('spring menu.pdf')).toBe('attachment; filename="spring menu.pdf"')
})
