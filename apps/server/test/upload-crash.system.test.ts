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

const SIZE = 2_000_000
const ALMOST = 0.99

test('killed anywhere within an upload, there is the whole file or none, and nothing of a half one', {
  timeout: 150_000,
}, async () => {
  let portico = await startPortico()
  const ada = await uploaderAt(() => portico)
  const bytes = randomBytes(SIZE)
  const form = ada.form(bytes)

  const lines = Array.from({ length: 20 }, (_, n) => begin(portico, form, ada.token, (n + 0.5) / 20))
  // The first are so short that they are still in memory.
  await vi.waitFor(async () => expect((await inFolder(portico, 'drafts')).length).toBeGreaterThan(17), WAIT)
  await dieAndComeBack()
  for (const line of lines) line.destroy()
  expect(await ada.list()).toEqual([])

  // And around its end, when it is written, renamed and entered.
  for (const moment of ['at once', 'under its name', 'answered']) {
    const before = await inFolder(portico, 'files')
    const line = begin(portico, form, ada.token, ALMOST)
    const answered = new Promise((resolve) => line.once('data', resolve))
    await vi.waitFor(async () => expect(await inFolder(portico, 'drafts')).not.toEqual([]), WAIT)
    line.write(form.bytes.subarray(Math.floor(ALMOST * form.bytes.length)))
    if (moment === 'under its name')
      await vi.waitFor(async () => expect(await inFolder(portico, 'files')).not.toEqual(before), WAIT)
    if (moment === 'answered') await answered
    await dieAndComeBack()
    const listed = await ada.list()
    if (moment === 'answered') expect(listed.length).toBeGreaterThan(0)
    for (const file of listed) expect((await ada.contents(file)).equals(bytes)).toBe(true)
  }
  expect(await portico.end('SIGTERM')).toBe(0)

  async function dieAndComeBack() {
    await portico.end('SIGKILL')
    portico = await startPortico({ DATA_DIR: portico.dataDir })
    expect(await inFolder(portico, 'drafts')).toEqual([])
  }
})

const WAIT = { ...WAIT_OPTIONS, interval: 1 }

/** Sends this share of it, and keeps the line. */
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
