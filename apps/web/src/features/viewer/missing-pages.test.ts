import { expect, test } from 'vitest'
import { describeMissingPages } from './missing-pages.ts'

const picture = { width: 30, height: 20, pages: 2, previewUrl: '/preview' }

test.each([
  ['image/tiff', 'The viewer shows the first of 2 pages. Download the file to see all of it.'],
  [
    'image/gif',
    'The viewer shows the first of 2 pictures of this animation. Download the file to see all of it.',
  ],
])('names the pages of %s that its preview does not show', (contentType, text) => {
  expect(describeMissingPages({ contentType }, picture)).toBe(text)
})

test.each([{ pages: 1 }, { pages: null }, { previewUrl: null }])(
  'says nothing when the whole is shown: %o',
  (part) => {
    expect(describeMissingPages({ contentType: 'image/tiff' }, { ...picture, ...part })).toBeUndefined()
  },
)
