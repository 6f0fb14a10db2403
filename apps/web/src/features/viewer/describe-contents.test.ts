import { expect, test } from 'vitest'
import { describeContents } from './describe-contents.ts'

test.for([
  ['\0\0\0\x24ftypheic\0\0\0\0mif1heic', 'a HEIC picture, which few browsers show'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'a HEIC picture, which few browsers show'],
  ['8BPS\0\x01', 'a Photoshop file, which browsers do not show'],
  ['%PDF-1.7\n', 'a PDF'],
  ['PK\x03\x04\x14\0', 'a ZIP or a document of an office program'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'an SVG drawing'],
  ['<!DOCTYPE html><html>', 'a web page'],
  ['\0\0\0\x20ftypisom\0\0\x02\0', 'a video in MP4 or QuickTime'],
] as const)('says what %j begins', ([start, kind]) => {
  expect(describeContents(Buffer.from(start, 'latin1'))).toBe(kind)
})

test.for(['', 'no picture at all', '\xff\xd8\xff\xe0\0\x10JFIF', '\x89PNG\r\n\x1a\n', 'GIF89a'])(
  'says nothing of %j, which is what its name says or unknown',
  (start) => {
    expect(describeContents(Buffer.from(start, 'latin1'))).toBeUndefined()
  },
)
