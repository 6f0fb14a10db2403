import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary file, for lists that may be too long for the memory. */
export async function openSpool() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-backup-'))
  const path = join(folder, 'list')
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let [waiting, size] = ['', 0]

  async function flush() {
    const bytes = Buffer.from(waiting)
    waiting = ''
    size += bytes.length
    hash.update(bytes)
    await file.writeFile(bytes)
  }

  return {
    async write(text: string) {
      waiting += text
      if (waiting.length > 64 * 1_024) await flush()
    },
    async close() {
      await flush()
      await file.close()
      return { size, sha256: hash.digest('hex') }
    },
    read: () => createReadStream(path),
    async remove() {
      await file.close().catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}
