import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { files } from '@portico/contract'
import { expect, test, vi } from 'vitest'
import { formOf } from './forms.ts'
import { startPortico } from './portico.ts'

type Portico = Awaited<ReturnType<typeof startPortico>>

const SIZE = 2_000_000

test('killed anywhere within an upload, there is the whole file or none, and nothing of a half one', {
  timeout: 150_000,
}, async () => {
  let portico = await startPortico()
  const call = async <T>(path: string, body?: object, token?: string) => {
    const reply = await fetch(`${portico.url}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    return (await reply.json()) as T
  }
  const account = { name: 'Ada Marsh', email: 'ada@example.com', password: 'correct horse battery' }
  const { token } = await call<{ token: string }>('/api/auth/register', account)
  const person = {
    firstName: 'Lin',
    lastName: 'Ito',
    email: 'lin@example.com',
    company: null,
    sendEmail: false,
  }
  const { client } = await call<{ client: { id: string } }>('/api/clients/create', person, token)
  const project = {
    title: 'Menu',
    description: 'Of spring',
    status: 'Pending',
    dueDate: null,
    clientId: client.id,
  }
  const { id: projectId } = await call<{ id: string }>('/api/projects/create', project, token)
  const bytes = randomBytes(SIZE)
  const form = formOf({ projectId, file: { name: 'a.bin', type: '', bytes } })

  for (const share of [0.001, 0.3, 0.7, 0.999, 1]) {
    await sendUntil(portico, form, token, share)
    await portico.end('SIGKILL')
    portico = await startPortico({ DATA_DIR: portico.dataDir })

    const uploads = join(portico.dataDir, 'uploads')
    expect(await readdir(join(uploads, 'drafts'))).toEqual([])
    const listed = await call<files.File[]>(`/api/files/project/${projectId}`, undefined, token)
    if (share < 1) expect(listed).toEqual([])
    for (const { fileUrl } of listed) {
      const path = new URL(fileUrl)
      const read = await fetch(`${portico.url}${path.pathname}${path.search}`)
      expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true)
    }
  }
  expect(await portico.end('SIGTERM')).toBe(0)
})

/** Resolves once the server has taken in about this share of it, and has begun to write. */
async function sendUntil(portico: Portico, form: ReturnType<typeof formOf>, token: string, share: number) {
  const socket = connect(Number(portico.port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /api/files/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: ${form.type}\r\ncontent-length: ${form.bytes.length}\r\n\r\n`,
  )
  const part = form.bytes.subarray(0, Math.floor(share * form.bytes.length))
  await new Promise<void>((resolve) => socket.write(part, () => resolve()))
  const uploads = join(portico.dataDir, 'uploads')
  await vi.waitFor(
    async () => {
      const there = await readdir(uploads, { recursive: true })
      expect(there.some((name) => /^(drafts\/.+|files\/.+\/.+)/.test(name))).toBe(true)
    },
    { interval: 1, timeout: 10_000 },
  )
}
