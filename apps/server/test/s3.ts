import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { MARKER } from '../src/platform/storage/marker.ts'

/**
 * An S3 endpoint over HTTP with one bucket. A test can intercept requests: those for which `before` returns true go
 * no further.
 */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'portico-s3-'))
  const s3 = new S3rver({
    directory,
    silent: true,
    resetOnClose: true,
    // Requests about the bucket itself are signed rightly, and refused without this.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'portico', configs: [] }],
  })
  await s3.configureBuckets()
  const handle = oneAfterAnother(checkMultiparts(join(directory, 'portico'), s3.getMiddleware()))
  const hook: { before: Before } = { before: () => false }
  const server = createServer((request, response) => {
    if (!hook.before(request, response)) handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`

  return {
    endpoint,
    /** The ids of multipart uploads that are neither complete nor aborted. */
    multiparts: () => readdir(join(directory, 'portico/._S3rver_uploads')).catch(() => []),
    url: `s3://S3RVER:S3RVER@portico/prefix?${new URLSearchParams({ endpoint })}`,
    /** Passes each request to `before` first. If `before` returns true, it has answered the request itself. */
    meanwhile(before: Before) {
      hook.before = before
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const MIN_PART_BYTES = 5 * 1_024 * 1_024

/** What S3 does with multipart uploads and s3rver does not: it refuses what is wrong with them, lists and aborts them. */
function checkMultiparts(bucket: string, handle: RequestListener): RequestListener {
  const folder = join(bucket, '._S3rver_uploads')
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const id = searchParams.get('uploadId')
    if (request.method === 'GET' && searchParams.has('uploads')) return response.end(await listUploads())
    if (!id) return handle(request, response)
    if (!existsSync(join(folder, id))) return refuse('NoSuchUpload', 404)
    if (request.method === 'DELETE') {
      await rm(join(folder, id), { recursive: true })
      return response.writeHead(204).end()
    }
    if (request.method !== 'POST') return handle(request, response)
    const body = await buffer(request)
    const parts = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)/.exec(part)?.[1]),
      etag: /<ETag>(?:"|&quot;)?(\w+)/.exec(part)?.[1],
    }))
    if (parts.some(({ number }, n) => n > 0 && number <= (parts[n - 1]?.number ?? 0)))
      return refuse('InvalidPartOrder', 400)
    for (const [n, { number, etag }] of parts.entries()) {
      const path = join(folder, id, `${number}`)
      const stored = await readFile(`${path}.md5`, 'utf8').catch(() => null)
      if (stored === null || stored !== etag) return refuse('InvalidPart', 400)
      if (n < parts.length - 1 && (await stat(path)).size < MIN_PART_BYTES)
        return refuse('EntityTooSmall', 400)
    }
    return handle(withBody(request, body), response)

    function refuse(code: string, status: number) {
      request.resume()
      response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${pathname}</Message></Error>`)
    }
  }

  async function listUploads() {
    const ids = await readdir(folder).catch(() => [])
    const uploads = await Promise.all(
      ids.map(async (id) => {
        const key = await readFile(join(folder, id, 'key'), 'utf8')
        const { mtime } = await stat(join(folder, id, 'key'))
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`
      }),
    )
    return `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`
  }
}

/** The same request with its body unread. */
function withBody(request: IncomingMessage, body: Buffer) {
  const { method, url, headers, httpVersion, socket } = request
  const again = Object.assign(Readable.from([body]), { method, url, headers, httpVersion, socket })
  return again as unknown as IncomingMessage
}

/** S3 writes and reads whole objects. s3rver may read the marker while it is being replaced, so its requests wait for each other. */
function oneAfterAnother(handle: RequestListener): RequestListener {
  let marker = Promise.resolve<unknown>(undefined)
  return (request, response) => {
    if (!request.url?.includes(MARKER)) return handle(request, response)
    marker = marker.then(() => {
      if (response.destroyed) return
      handle(request, response)
      return once(response, 'close')
    })
  }
}

type Before = (...args: Parameters<NonNullable<ConstructorParameters<typeof Server>[1]>>) => boolean
