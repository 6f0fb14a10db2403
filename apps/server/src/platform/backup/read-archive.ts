import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { CannotStart } from '../process/cannot-start.ts'
import { MANIFEST, MANIFEST_SUM, SUMS } from './write-archive.ts'

export class BrokenArchive extends CannotStart {}

export interface ArchiveEntry {
  name: string
  size: number
  /** Has to be read to its end before the next entry. */
  content: AsyncIterable<Buffer>
}

interface Totals {
  entries: number
  bytes: number
  sums: string
}

const MAX_IN_MEMORY = 64 * 1_024 * 1_024

/**
 * The entries of an archive in their order, but for those that check the others. Throws BrokenArchive at the end when
 * a byte differs or the end is missing, so nothing that was read counts before `manifest` has resolved.
 */
export function readArchive(stream: Readable) {
  const tar = extract()
  const { promise: manifest, resolve, reject } = Promise.withResolvers<Totals & Record<string, unknown>>()
  manifest.catch(() => {})
  const feeding = pipeline(stream, tar)
  // tar-stream does not always pass on why it was destroyed.
  const broken = feeding.then(() => new Promise<never>(() => {}))
  broken.catch(() => {})
  // The hash of the lines that SHA256SUMS must have, so that its lines need not be kept.
  const sums = createHash('sha256')
  let [entries, bytes] = [0, 0]
  const last = new Map<string, Buffer>()

  // Not by `for await`, which would wait for ever for tar-stream to close when the caller leaves the loop.
  const all = tar[Symbol.asyncIterator]()
  const nextEntry = () => Promise.race([all.next(), broken])
  tar.on('error', () => {})

  async function* entriesOf(): AsyncGenerator<ArchiveEntry> {
    try {
      for (let next = await nextEntry(); !next.done; next = await nextEntry()) {
        const entry = next.value
        const { name, size = 0 } = entry.header
        if (last.size > 0 && !(name in CHECKS))
          throw new BrokenArchive(`The backup has ${name} after its end.`)
        if (name in CHECKS) {
          last.set(name, await readCheck(name, entry as AsyncIterable<Buffer>))
          continue
        }
        const hash = createHash('sha256')
        let read = 0
        const content = (async function* () {
          const chunks = (entry as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
          const nextChunk = () =>
            Promise.race([chunks.next(), broken]).catch((error) => {
              throw describe(error)
            })
          for (let next = await nextChunk(); !next.done; next = await nextChunk()) {
            hash.update(next.value)
            read += next.value.length
            yield next.value
          }
        })()
        yield { name, size, content }
        for await (const _ of content);
        if (read !== size) throw new BrokenArchive(`The backup ends within ${name}: a part of it is missing.`)
        sums.update(`${hash.digest('hex')}  ${name}\n`)
        entries += 1
        bytes += size
      }
      await feeding
      resolve(check())
    } catch (error) {
      const reason = describe(error as Error)
      reject(reason)
      throw reason
    } finally {
      stream.destroy()
      tar.destroy()
    }
  }

  /** Its content is not kept: the sum of what it must be is. */
  async function readCheck(name: string, entry: AsyncIterable<Buffer>) {
    if (name !== SUMS) return join(entry)
    const hash = createHash('sha256')
    for await (const chunk of entry) hash.update(chunk)
    return hash.digest()
  }

  function check() {
    const [sumsRead, text, sum] = [last.get(SUMS), last.get(MANIFEST), last.get(MANIFEST_SUM)]
    if (!sumsRead || !text || !sum)
      throw new BrokenArchive('The backup has no end: a part of it is missing, or it was never completed.')
    if (createHash('sha256').update(text).digest('hex') !== `${sum}`.trim())
      throw new BrokenArchive('The manifest of the backup was changed.')
    const totals = JSON.parse(`${text}`) as Totals
    const own = sums.digest('hex')
    const isSame =
      totals.entries === entries &&
      totals.bytes === bytes &&
      totals.sums === own &&
      sumsRead.toString('hex') === own
    if (!isSame)
      throw new BrokenArchive(
        'The backup was changed or damaged: its contents do not have the SHA-256 that were recorded.',
      )
    return totals as Totals & Record<string, unknown>
  }

  return { entries: entriesOf(), manifest }
}

const CHECKS = { [SUMS]: true, [MANIFEST]: true, [MANIFEST_SUM]: true }

function describe(error: Error & { code?: string }) {
  if (error instanceof CannotStart) return error
  if (
    /^(Unexpected end of data|Invalid tar header|Premature close|stream was not fully consumed)/i.test(
      error.message,
    )
  )
    return new BrokenArchive('The backup is cut off or damaged: it is not a whole archive.')
  if (/tag|ciphertext|age|chunk|payload/i.test(error.message) && !error.code)
    return new BrokenArchive('The encrypted backup is cut off or damaged.')
  if (error.code?.startsWith('Z_'))
    return new BrokenArchive('The backup is damaged: a part of it cannot be unpacked.')
  return error
}

export async function readSmall({ name, size, content }: ArchiveEntry) {
  if (size > MAX_IN_MEMORY) throw new BrokenArchive(`${name} in the backup is too large.`)
  return join(content)
}

/** A part of a compressed list or table. */
export async function readCompressed(entry: ArchiveEntry) {
  return decompress(await readSmall(entry), { maxOutputLength: MAX_IN_MEMORY * 4 })
}
const decompress = promisify(gunzip)

async function join(content: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
