import { randomBytes, randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { BrokenForm, partsOf } from './form-reader.ts'

const CRLF = Buffer.from('\r\n')
const BOUNDARY = '----form0123456789abcdef'
/** What looks like the end of a part, again and again, and is not. */
const TRICKY = Buffer.from('\r\n--\r\n------form0123\r\r\n\r\n------form0123456789abcde\r')

const FORM = formWith(
  [['name="projectId"'], Buffer.from('1')],
  [['name="file"; filename="r\u00e9s; \\"x.pdf"', 'Content-Type: application/pdf'], TRICKY],
)
const READ = [
  { name: 'projectId', filename: undefined, type: '', bytes: '1' },
  {
    name: 'file',
    filename: 'r\u00e9s; "x.pdf',
    type: 'application/pdf',
    bytes: TRICKY.toString('latin1'),
  },
]

test('a form is the same wherever the network cuts it', async () => {
  expect(await read([FORM])).toEqual(READ)
  for (let at = 1; at < FORM.length; at++) {
    expect(await read([FORM.subarray(0, at), FORM.subarray(at)]), `cut at ${at}`).toEqual(READ)
  }
  expect(await read([...FORM].map((byte) => Buffer.from([byte])))).toEqual(READ)
})

test('what stands before and behind is skipped, but not for ever', async () => {
  const some = Buffer.from('nothing\r\n')
  const endless = Buffer.alloc(70_000)

  expect(await read([some, FORM, some])).toEqual(READ)
  expect(await read([endless, FORM])).toEqual(['broken'])
  expect(await read([FORM, endless])).toEqual([...READ, 'broken'])
})

test.for([
  ['folded', 'Content-Disposition: form-data;\r\n name="file"'],
  ['said twice', 'Content-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"'],
  ['absent', ''],
  ['without a name', 'Content-Disposition: form-data; filename="a"'],
  ['of something else', 'Content-Disposition: attachment; name="file"'],
  ['not text', `Content-Disposition: form-data; name="file"; filename*=UTF-8''%ff`],
  ['without a colon', 'Content-Disposition: form-data; name="a"\r\nnothing'],
  ['endless', `Content-Disposition: form-data; name="a"\r\nX: ${'x'.repeat(9_000)}`],
])('a head that is %s is refused', async ([, head]) => {
  expect(await read([formOf([head as string, Buffer.from('1')])])).toEqual(['broken'])
})

test('as many parts as there may be, and not one more', async () => {
  const parts = Array.from({ length: 21 }, (_, n) => [[`name="f${n}"`], Buffer.from('')] as const)

  expect(await read([formWith(...parts.slice(1))])).toHaveLength(20)
  expect(await read([formWith(...parts)])).toEqual(expect.arrayContaining(['broken']))
})

test('broken forms by the hundred: read or refused, never otherwise, and alike however they are cut', async () => {
  let refused = 0
  for (let n = 0; n < 500; n++) {
    const form = broken(FORM)
    const at = randomInt(form.length + 1)

    const whole = await read([form])

    expect(await read([form.subarray(0, at), form.subarray(at)]), form.toString('latin1')).toEqual(whole)
    if (whole.includes('broken')) refused++
  }
  expect(refused).toBeGreaterThan(50)
  expect(refused).toBeLessThan(450)
})

test('whoever sends faster than the form is read has to wait', async () => {
  const request = Readable.from(endless()) as IncomingMessage
  let sent = 0
  const parts = partsOf(request, BOUNDARY)
  const { value: part } = await parts.next()
  await part?.bytes[Symbol.asyncIterator]().next()

  await vi.waitFor(() => expect(request.isPaused()).toBe(true), WAIT_OPTIONS)
  expect(sent).toBeLessThan(40)
  await parts.return(undefined)

  function* endless() {
    yield FORM.subarray(0, -TRICKY.length)
    for (; ; sent++) yield Buffer.alloc(65_536)
  }
})

test('the bytes of a form that was read go with what is young, and wait for no full collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect: (how?: { type: 'minor' }) => void = runInNewContext('gc')
  const form = formOf(['Content-Disposition: form-data; name="file"; filename="a"', Buffer.alloc(50_000)])
  collect()
  const before = process.memoryUsage().arrayBuffers

  for (let n = 0; n < 100; n++) await read([form])
  for (let age = 0; age < 3; age++) collect({ type: 'minor' })

  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
})

/** Its parts as they came, and at the end whether it was none. */
async function read(chunks: Buffer[]) {
  // Copies, for the reader may let go of what it was given.
  const request = new PassThrough()
  for (const chunk of chunks) request.write(Buffer.from(chunk))
  request.end()
  const found: unknown[] = []
  try {
    for await (const { used: _, bytes, ...part } of partsOf(
      request as Readable as IncomingMessage,
      BOUNDARY,
    )) {
      let text = ''
      for await (const piece of bytes) text += piece.toString('latin1')
      found.push({ ...part, bytes: text })
    }
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error
    found.push('broken')
  }
  return found
}

function formWith(...parts: (readonly [readonly [disposition: string, more?: string], Buffer])[]) {
  return formOf(
    ...parts.map(([[disposition, ...more], bytes]) => {
      const head = [`Content-Disposition: form-data; ${disposition}`, ...more].join('\r\n')
      return [head, bytes] as const
    }),
  )
}

function formOf(...parts: (readonly [head: string, bytes: Buffer])[]) {
  const pieces = parts.flatMap(([head, bytes]) => [
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
    bytes,
    CRLF,
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}
/** A few things happen to it anywhere: a byte changes, a stretch is lost, repeated, cut off, or something comes between. */
function broken(form: Buffer) {
  let now = form
  for (let times = 1 + randomInt(3); times > 0; times--) {
    const at = randomInt(now.length + 1)
    const to = Math.min(now.length, at + randomInt(60))
    const [before, stretch, behind] = [now.subarray(0, at), now.subarray(at, to), now.subarray(to)]
    const between = [randomBytes(1), TOKENS[randomInt(TOKENS.length)] ?? CRLF]
    now = Buffer.concat(
      [
        [before, ...between, stretch, behind],
        [before, behind],
        [before, stretch, stretch, behind],
        [before],
        [before, randomBytes(stretch.length), behind],
      ][randomInt(5)] ?? [],
    )
  }
  return now
}
const TOKENS = [
  '\r\n',
  '\r\n\r\n',
  '\r',
  `\r\n--${BOUNDARY}`,
  `--${BOUNDARY}--`,
  '"',
  '\\',
  ';',
  '\0',
  '\r\n ',
].map((text) => Buffer.from(text))
