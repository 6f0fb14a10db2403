import {
  createNameDeduplicator,
  isCameraFileName,
  truncateFileName,
  versionFileName,
} from '@portico/contract'
import { expect, test } from 'vitest'
import { portableFileName } from './file-names.ts'

test('numbers tens of thousands of files of one name', () => {
  const distinct = createNameDeduplicator()

  const names = Array.from({ length: 50_000 }, () => distinct('a.txt'))

  expect(new Set(names).size).toBe(50_000)
  expect([names[0], names[1], names.at(-1)]).toEqual(['a.txt', 'a (2).txt', 'a (50000).txt'])
})

test('gives a numbered name once, ignoring case', () => {
  const given = [
    'menu.pdf',
    'Menu (2).pdf',
    'MENU.pdf',
    'menu.PDF',
    'menu (2).pdf',
    'notes',
    'notes',
    '.env',
    '.env',
  ]

  expect(given.map(createNameDeduplicator())).toEqual([
    'menu.pdf',
    'Menu (2).pdf',
    'MENU (3).pdf',
    'menu (4).PDF',
    'menu (2) (2).pdf',
    'notes',
    'notes (2)',
    '.env',
    '.env (2)',
  ])
})

test('changes a name that Windows reserves or truncates', () => {
  const given = [
    'CON',
    'nul.txt',
    'com1.tar.gz',
    'a.',
    'a. .',
    'console.log',
    'com.txt',
    '.env',
    'Q: menu?.pdf',
  ]

  expect(given.map(portableFileName)).toEqual([
    'CON_',
    'nul_.txt',
    'com1_.tar.gz',
    'a_',
    'a_',
    'console.log',
    'com.txt',
    '.env',
    'Q_ menu_.pdf',
  ])
})

test.for(['x', '文', '😀'])(
  'keeps numbered names and those of versions within 200 characters and bytes, with their endings: %s',
  (character) => {
    const name = `${character.repeat(196)}.pdf`
    const distinct = createNameDeduplicator()

    const names = [1, 2, 3].map(() => distinct(truncateFileName(name)))

    const fitting = [...names, versionFileName(name, 12)]
    for (const made of fitting) expect(Buffer.byteLength(made)).toBeLessThanOrEqual(200)
    expect(fitting.map((made) => made.replace(/.+?(?=[ .])/u, ''))).toEqual([
      '.pdf',
      ' (2).pdf',
      ' (3).pdf',
      ' (version 12).pdf',
    ])
  },
)

test('keeps a whole ending of two parts, and takes no sentence for one', () => {
  const distinct = createNameDeduplicator()
  for (const name of ['site.tar.gz', 'Mr. Smith at the door']) distinct(name)

  expect(distinct('site.tar.gz')).toBe('site (2).tar.gz')
  expect(distinct('Mr. Smith at the door')).toBe('Mr. Smith at the door (2)')
})

test('knows names that cameras and phones give to different pictures', () => {
  const repeated = [
    'image.jpg',
    'Image.HEIC',
    'IMG_0001.JPG',
    'IMG_E0001.jpg',
    'DSC04711.jpg',
    '_DSC0001.jpg',
  ]
  const chosen = ['menu.pdf', 'image.pdf', 'cover image.jpg', 'logo.png', 'IMG_20260901_123456.jpg']

  expect(repeated.filter(isCameraFileName)).toEqual(repeated)
  expect(chosen.filter(isCameraFileName)).toEqual([])
})
