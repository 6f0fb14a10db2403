import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const COLOURS = { rust: [180, 83, 42], blue: [29, 74, 128] } as const

/** A picture of one colour, as Playwright sets it on a file input. */
export function createPicture(name: string, colour: keyof typeof COLOURS) {
  return { name, mimeType: 'image/png', buffer: png(320, 200, COLOURS[colour]) }
}

export const SVG_WITH_SCRIPT = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>localStorage.setItem("stolen", "1")</script></svg>',
)

/** One page for each text, in a font that the reader has to bring. */
export function createPdf(texts: string[], { catalog = '', objects = '', trailer = '' } = {}) {
  const pages = texts.flatMap((text, index) => {
    const content = `BT /F1 24 Tf 40 200 Td (${text}) Tj ET`
    return [
      `${10 + 2 * index} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 420]/Resources<</Font<</F1 3 0 R>>>>/Contents ${11 + 2 * index} 0 R>>endobj`,
      `${11 + 2 * index} 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
    ]
  })
  const kids = texts.map((_, index) => `${10 + 2 * index} 0 R`)
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj
2 0 obj<</Type/Pages/Kids[${kids.join(' ')}]/Count ${texts.length}>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${pages.join('\n')}
${objects}
trailer<</Root 1 0 R${trailer}>>
%%EOF`)
}

/** Random bytes on disk. No test plays them. */
export async function writeVideo(name: string, megabytes: number) {
  const path = join(await mkdtemp(join(tmpdir(), 'portico-e2e-film-')), name)
  const bytes = randomBytes(megabytes * 1_024 * 1_024)
  await writeFile(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function png(width: number, height: number, colour: readonly number[]) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** One second of a tone as WAV. */
export function createTone() {
  const [rate, head] = [8_000, Buffer.alloc(44)]
  head.write('RIFF')
  head.writeUInt32LE(36 + rate, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [20, 0x1_0001],
    [24, rate],
    [28, rate],
    [32, 0x8_0001],
    [40, rate],
  ] as const)
    head.writeUInt32LE(value, at)
  head.write('data', 36)
  return Buffer.concat([
    head,
    Buffer.from(Array.from({ length: rate }, (_, n) => 128 + 60 * Math.sin(n / 5))),
  ])
}
