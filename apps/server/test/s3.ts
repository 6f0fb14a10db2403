import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const handle = oneAfterAnother(s3.getMiddleware())
  const hook: { before: Before } = { before: () => false }
  const server = createServer((request, response) => {
    if (!hook.before(request, response)) handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`

  return {
    endpoint,
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
