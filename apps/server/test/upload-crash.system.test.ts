import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { formOf } from './forms.ts'
import { startPortico } from './portico.ts'
import { uploaderAt } from './uploader.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

type Portico = Awaited<ReturnType<typeof startPortico>>

const FILE_BYTES = 2_000_000
const ALMOST = 0.99

test('stores the whole file or nothing when it is killed during an upload', {
  timeout: 400_000,
}, async () => {
  let portico = await startPortico()
  const ada = await uploaderAt(() => portico)
  const bytes = randomBytes(FILE_BYTES)
  const form = ada.form(bytes)

  const senders = Array.from({ length: 20 }, (_, n) => begin(portico, form, ada.token, (n + 0.5) / 20))
  // The shortest parts are still in memory.
  await vi.waitFor(async () => expect((await inFolder(portico, 'drafts')).length).toBeGreaterThan(17), WAIT)
  await killAndRestart()
  for (const sender of senders) sender.destroy()
  expect(await ada.list()).toEqual([])

  // The end of an upload: written, renamed, then inserted.
  for (const moment of ['at once', 'renamed', 'responded']) {
    const before = await inFolder(portico, 'files')
    const sender = begin(portico, form, ada.token, ALMOST)
    const responded = new Promise((resolve) => sender.once('data', resolve))
    await vi.waitFor(async () => expect(await inFolder(portico, 'drafts')).not.toEqual([]), WAIT)
    sender.write(form.bytes.subarray(Math.floor(ALMOST * form.bytes.length)))
    if (moment === 'renamed')
      await vi.waitFor(async () => expect(await inFolder(portico, 'files')).not.toEqual(before), WAIT)
    if (moment === 'responded') await responded
    await killAndRestart()
    const listed = await ada.list()
    if (moment === 'responded') expect(listed.length).toBeGreaterThan(0)
    for (const file of listed) expect((await ada.contents(file)).equals(bytes)).toBe(true)
  }
  expect(await portico.end('SIGTERM')).toBe(0)

  async function killAndRestart() {
    await portico.end('SIGKILL')
    portico = await startPortico({ DATA_DIR: portico.dataDir })
    expect(await inFolder(portico, 'drafts')).toEqual([])
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

async function inFolder({ dataDir }: Portico, folder: string) {
  return (await readdir(join(dataDir, 'uploads', folder), { recursive: true })).sort()
}
