import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { openSpool } from './spool.ts'

/** A tar file says the size of each entry before its bytes, so what is of unknown size becomes several entries. */
const PART_BYTES = 4 * 1_024 * 1_024

export const SUMS = 'SHA256SUMS'
export const MANIFEST = 'manifest.json'
export const MANIFEST_SUM = 'manifest.sha256'

const compress = promisify(gzip)

/**
 * Writes a tar file whose last entries are the SHA-256 of all others (as `sha256sum --check` reads them), a manifest and the
 * SHA-256 of that. An archive without them is not whole. Holds a few megabytes, however large it becomes.
 */
export async function createArchiveWriter(createdAt: Date) {
  const tar = pack()
  const sums = await openSpool()
  const failed = new Promise<never>((_, reject) => {
    tar.once('error', reject).once('close', () => reject(new Error('nobody reads the archive any more')))
  })
  failed.catch(() => {})
  let [entries, bytes, isFinishing] = [0, 0, false]

  async function addBytes(name: string, content: Buffer) {
    const entry = await begin(name, content.length)
    await entry.write(content)
    await entry.end()
  }

  /** The caller writes exactly `size` bytes. */
  async function begin(name: string, size: number) {
    const hash = createHash('sha256')
    const entry = tar.entry({ name, size, mtime: createdAt, mode: 0o600 })
    const done = new Promise<void>((resolve, reject) =>
      entry.once('error', reject).once('finish', () => resolve()),
    )
    done.catch(() => {})
    return {
      async write(chunk: Buffer) {
        hash.update(chunk)
        if (!entry.write(chunk))
          await Promise.race([new Promise<void>((resolve) => entry.once('drain', () => resolve())), failed])
      },
      async end() {
        entry.end(undefined)
        await Promise.race([done, failed])
        await note(name, size, hash)
      },
    }
  }

  async function note(name: string, size: number, hash: Hash) {
    if (isFinishing) return
    entries += 1
    bytes += size
    await sums.write(`${hash.digest('hex')}  ${name}\n`)
  }

  return {
    stream: Readable.from(tar as AsyncIterable<Buffer>, { objectMode: false }),
    addBytes,
    begin,

    /** Entries `folder/000001.gz` and so on; all of them joined are one gzip file. */
    async addCompressed(folder: string, content: AsyncIterable<Buffer>, onChunk?: (chunk: Buffer) => void) {
      let [chunks, waiting, part] = [[] as Buffer[], 0, 0]
      const flush = async () => {
        part += 1
        const zipped = await compress(Buffer.concat(chunks), { level: 3 })
        ;[chunks, waiting] = [[], 0]
        await addBytes(`${folder}/${String(part).padStart(6, '0')}.gz`, zipped)
      }
      for await (const chunk of content) {
        onChunk?.(chunk)
        chunks.push(chunk)
        waiting += chunk.length
        if (waiting >= PART_BYTES) await flush()
      }
      if (waiting > 0 || part === 0) await flush()
    },

    async finish(describe: (totals: { entries: number; bytes: number }) => object) {
      isFinishing = true
      const { size, sha256 } = await sums.close()
      const totals = { entries, bytes, sums: sha256 }
      const entry = await begin(SUMS, size)
      for await (const chunk of sums.read()) await entry.write(chunk)
      await entry.end()
      const manifest = Buffer.from(`${JSON.stringify({ ...describe(totals), ...totals }, null, 2)}\n`)
      await addBytes(MANIFEST, manifest)
      await addBytes(MANIFEST_SUM, Buffer.from(`${createHash('sha256').update(manifest).digest('hex')}\n`))
      tar.finalize()
    },

    async close() {
      tar.destroy()
      await sums.remove()
    },
  }
}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchiveWriter>>
