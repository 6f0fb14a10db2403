// The baseline for files: bare node:http. Writes a body to an fsynced, renamed file, and pipes a file back. No form,
// no row, no hash. Configured by PORT and FOLDER.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const { PORT, FOLDER } = process.env

async function answer(req, res) {
  if (req.method === 'POST') {
    const name = randomUUID()
    const draft = join(FOLDER, `${name}.draft`)
    await pipeline(req, createWriteStream(draft, { flags: 'wx', flush: true }))
    await rename(draft, join(FOLDER, name))
    return res.end(name)
  }
  const path = join(FOLDER, req.url.slice(1))
  res.setHeader('content-length', (await stat(path)).size)
  return pipeline(createReadStream(path), res)
}

http
  .createServer((req, res) => answer(req, res).catch((error) => res.destroy(error)))
  .listen(+PORT, '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
