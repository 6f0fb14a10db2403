import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { files } from '@portico/contract'
import { formOf } from './forms.ts'
import { postRequest } from './load.ts'

const TUS = { 'tus-resumable': '1.0.0' }

/** A freelancer with a project on a server in a process of its own, which may restart on another port. */
export async function uploaderAt(server: () => { url: string }) {
  const account = { name: 'Ada Marsh', email: 'ada@example.com', password: 'correct horse battery' }
  let token = ''
  token = (await send<{ token: string }>('/api/auth/register', account)).token
  const person = { firstName: 'Lin', lastName: 'Ito', email: 'lin@example.com', sendEmail: false }
  const { client } = await send<{ client: { id: string } }>('/api/clients/create', person)
  const project = { title: 'Menu', description: 'Of spring', status: 'Pending', clientId: client.id }
  const { id: projectId } = await send<{ id: string }>('/api/projects/create', project)

  return {
    token,
    form: (bytes: Buffer) => formOf({ projectId, file: { name: 'a.bin', type: '', bytes } }),

    async list() {
      const reply = await ask(`/api/files/project/${projectId}`)
      return (await reply.json()) as files.File[]
    },

    async upload(bytes: Buffer) {
      const form = formOf({ projectId, file: { name: 'a.bin', type: '', bytes } })
      const body = new Uint8Array(form.bytes)
      const reply = await ask('/api/files/upload', {
        method: 'POST',
        headers: { 'content-type': form.type },
        body,
      })
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
    },

    beginInPieces,
    sendPiece,

    /** Uploads resumably, as for large files. */
    async uploadInPieces(bytes: Buffer) {
      const begun = await beginInPieces(bytes.length)
      if (begun.status !== 201) return begun
      return sendPiece(begun.headers.get('location') ?? '', 0, bytes)
    },

    /** A form that is sent in parts: up to a share of it each time. */
    async beginForm(bytes: Buffer) {
      const form = formOf({ projectId, file: { name: 'a.bin', type: '', bytes } })
      const headers = { authorization: `Bearer ${token}`, 'content-type': form.type }
      const call = request(`${server().url}/api/files/upload`, {
        method: 'POST',
        headers: { ...headers, 'content-length': form.bytes.length },
      })
      const answered = once(call, 'response') as Promise<[IncomingMessage]>
      answered.catch(() => {})
      let sent = 0
      return {
        async send(share: number) {
          const end = Math.floor(share * form.bytes.length)
          await new Promise((resolve) => call.write(form.bytes.subarray(sent, end), resolve))
          sent = end
          if (share === 1) call.end()
        },
        async answer() {
          const [response] = await answered
          return { status: response.statusCode, body: JSON.parse(await text(response)) }
        },
      }
    },

    /** An object without a file. */
    rename: (title: string) =>
      ask(`/api/projects/${projectId}`, { ...postRequest({ title }), method: 'PUT' }),

    async contents({ fileUrl }: files.File) {
      const { pathname, search } = new URL(fileUrl)
      const reply = await ask(pathname + search)
      return Buffer.from(await reply.arrayBuffer())
    },

    async deleteForGood({ id }: files.File) {
      await ask(`/api/files/${id}`, { method: 'DELETE' })
      return ask(`/api/bin/file/${id}`, { method: 'DELETE' })
    },
  }

  function beginInPieces(size: number) {
    const metadata = `projectId ${btoa(projectId)},filename ${btoa('b.bin')}`
    return ask('/api/files/tus', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata },
    })
  }

  function sendPiece(location: string, offset: number, bytes: Buffer) {
    return ask(location, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes),
    })
  }

  function ask(path: string, { headers, ...init }: RequestInit = {}) {
    return fetch(server().url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } })
  }

  async function send<T>(path: string, body: object) {
    const init = postRequest(body)
    const headers = token ? { ...init.headers, authorization: `Bearer ${token}` } : init.headers
    const reply = await fetch(server().url + path, { ...init, headers })
    return (await reply.json()) as T
  }
}
