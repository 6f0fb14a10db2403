import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import type { formOf } from './forms.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { uploaderAt } from './uploader.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

type Portico = Awaited<ReturnType<typeof startPortico>>

const FILE_BYTES = 2_000_000

test('stores the whole file or nothing when it is killed during an upload', {
  timeout: 400_000,
}, async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: await temporaryFolder() }
  let portico = await startPortico(env)
  const ada = await uploaderAt(() => portico)
  const bytes = randomBytes(FILE_BYTES)
  const form = ada.form(bytes)

  // Five are arriving, and one was renamed to its final name but has perhaps no row yet.
  const senders = [0.2, 0.4, 0.6, 0.8, 0.99].map((share) => begin(portico, form, ada.token, share))
  await vi.waitFor(async () => expect(await filesIn(portico, 'drafts')).toHaveLength(5), WAIT)
  senders.push(begin(portico, form, ada.token, 1))
  await vi.waitFor(async () => expect(await filesIn(portico, 'files')).toHaveLength(1), WAIT)
  await killAndRestart()
  for (const sender of senders) sender.destroy()
  const stored = await ada.list()
  expect(stored.length).toBeLessThan(2)

  const [response] = await once(begin(portico, form, ada.token, 1), 'data')
  await killAndRestart()
  expect(String(response)).toMatch(/^HTTP\/1.1 201 /)
  const listed = await ada.list()
  expect(listed).toHaveLength(stored.length + 1)
  for (const file of listed) expect((await ada.contents(file)).equals(bytes)).toBe(true)
  expect(await portico.end('SIGTERM')).toBe(0)

  async function killAndRestart() {
    await portico.end('SIGKILL')
    portico = await startPortico(env)
    expect(await filesIn(portico, 'drafts')).toEqual([])
  }
})

const WAIT = { ...WAIT_OPTIONS, interval: 1 }

/** Sends this share of the form, and keeps the connection open. */
function begin(portico: Portico, form: ReturnType<typeof formOf>, token: string, share: number) {
  const socket = connect(Number(portico.port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /api/files/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: ${form.type}\r\ncontent-length: ${form.bytes.length}\r\n\r\n`,
  )
  socket.write(form.bytes.subarray(0, Math.floor(share * form.bytes.length)))
  return socket
}

async function filesIn({ dataDir }: Portico, folder: string) {
  const entries = await readdir(join(dataDir, 'uploads', folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile())
}
