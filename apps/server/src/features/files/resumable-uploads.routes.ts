import { Readable } from 'node:stream'
import type { FastifyError } from '@fastify/error'
import { type Access, files, Id } from '@portico/contract'
import type { Lock, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { v7 as newId } from 'uuid'
import { suspendIdleTimeout } from '../../platform/http/idle-timeout.ts'
import { problem } from '../../platform/http/problem.ts'
import { BodyTooSlow } from '../../platform/http/slow-bodies.ts'
import { payFor } from '../../platform/sql/current-account.ts'
import { requireLiveSession } from '../accounts/session-tokens.ts'
import {
  createResumableUploads,
  type FoundUpload,
  UPLOAD_LIFETIME_MS,
  type UploadMetadata,
  UploadNotFound,
} from './resumable-uploads.service.ts'
import type { UploadLease } from './upload-leases.ts'
import type { Uploader } from './uploader-type.ts'
import { fileTooLarge, parseClientUploadId, type storeFile } from './uploads.service.ts'

const { RESUMABLE_URL } = files
const UploadNotAccepted = problem<[string]>('UPLOAD_NOT_ACCEPTED', 400, '%s', {
  when: 'A request of a resumable upload is not as tus wants it. Its status may be another one from 400 to 499; 409: the offset is not where the upload is at.',
  sample: ['Upload-Offset conflict'],
})

/** A request that another one waits for may take so long to receive what is on its way. */
const TIME_TO_END_MS = 500

const REQUEST_HEADERS = /^(content-(length|type)|tus-resumable|upload-.*)$/
const RESPONSE_HEADERS = /^(location|tus-.*|upload-.*|x-file-id)$/

export async function resumableUploadRoutes(app: FastifyInstance) {
  const { ctx } = app
  serveResumableUploads(app, {
    url: RESUMABLE_URL,
    access: 'either',
    getUploader: async ({ person }) => person,
    getMetadata: async (_request, { guestName: _, clientUploadId, ...metadata }) => ({
      ...metadata,
      clientUploadId: parseClientUploadId(clientUploadId ?? undefined) ?? null,
    }),
    requireAccess: ({ claims }) => requireLiveSession(ctx, claims),
  })
}

interface Uploads {
  /** A path below /api. Each upload has an address below it. */
  url: string
  access: Access
  getUploader(request: FastifyRequest): Promise<Uploader>
  /** The metadata of a new upload, from the metadata that the browser sent. */
  getMetadata(request: FastifyRequest, sent: UploadMetadata): Promise<UploadMetadata>
  /** Throws when the uploader has lost their access meanwhile. */
  requireAccess(request: FastifyRequest): Promise<void>
  /** The last step of an upload. */
  store?: typeof storeFile
}

/** Serves resumable uploads with the tus library over our own store. */
export function serveResumableUploads(app: FastifyInstance, { url, access, ...uploaders }: Uploads) {
  const { ctx } = app
  const { maxUploadBytes } = ctx.config
  const uploads = createResumableUploads(ctx, uploaders.store)
  suspendIdleTimeout(app)
  app.addHook('onClose', uploads.leases.close)
  app.addContentTypeParser('*', async () => undefined)
  const params = Type.Object({ id: Id })
  const config = { access }
  app.route({ method: ['POST', 'OPTIONS'], url, config, handler: handleTus })
  const one = { url: `${url}/:id`, config, schema: { params }, handler: handleTus }
  app.route({ method: 'HEAD', ...one })
  app.route({ method: ['PATCH', 'DELETE'], ...one })

  async function handleTus(request: FastifyRequest, reply: FastifyReply) {
    const uploader = await uploaders.getUploader(request)
    // A guest has no session that says whose share this counts against.
    return payFor(uploader, () => serveUploader(uploader, request, reply))
  }

  async function serveUploader(uploader: Uploader, request: FastifyRequest, reply: FastifyReply) {
    const failures: TusError[] = []
    if (request.method === 'HEAD')
      await uploads.finishIfComplete(uploader, (request.params as { id: string }).id)
    // Loaded with the first upload, because an idle server does not need it.
    const library = await import('@tus/server')
    const lock = createLock(request)
    const tus = new library.Server({
      path: pathOf(request),
      datastore: createStore(uploader, request, lock, library),
      locker: lock,
      lockDrainTimeout: TIME_TO_END_MS,
      maxSize: maxUploadBytes,
      relativeLocation: true,
      allowedOrigins: () => false,
      namingFunction: () => newId(),
      async onUploadFinish(_request, { id }) {
        await uploaders.requireAccess(request)
        await uploads.finish(uploader, id)
        return { headers: { 'X-File-Id': id } }
      },
      onResponseError: (_request, error) => void failures.push(error as TusError),
    })
    // For the library, every body that ends with an error was aborted.
    let tooSlow: Error | undefined
    request.raw.once('error', (error) => {
      if (error instanceof BodyTooSlow) tooSlow = error
    })
    const response = await tus.handleWeb(toWebRequest(request))
    if (tooSlow) throw tooSlow
    const [failure] = failures
    if (failure) throw toPorticoError(failure)
    if (response.status >= 400)
      throw toPorticoError({ status_code: response.status, body: await response.text() })
    for (const [name, value] of response.headers) if (RESPONSE_HEADERS.test(name)) reply.header(name, value)
    return reply.code(response.status).send('')
  }

  /** A client that resumes ends its previous request, whose connection may only seem to be open. */
  function createLock({ method }: FastifyRequest) {
    let lease: UploadLease | undefined
    const take = async (id: string, options?: Parameters<typeof uploads.leases.take>[1]) => {
      lease ??= await uploads.leases.take(id, options)
      return lease
    }
    return {
      take,
      newLock: (id: string): Lock => ({
        async lock(signal, endRequest) {
          // Nobody else knows the id of an upload that is being created.
          if (method !== 'POST') await take(id, { signal, endRequest: () => void endRequest() })
        },
        async unlock() {
          if (lease) await uploads.leases.giveBack(lease)
        },
      }),
    }
  }

  /** The library knows ids alone, so each request has a store that finds what its actor can reach. */
  function createStore(
    actor: Uploader,
    request: FastifyRequest,
    lock: ReturnType<typeof createLock>,
    { DataStore, ERRORS, Upload }: Library,
  ) {
    let found: FoundUpload | undefined
    return Object.assign(new DataStore(), {
      extensions: ['creation', 'creation-with-upload', 'expiration', 'termination'],
      getExpiration: () => UPLOAD_LIFETIME_MS,
      async create(upload: Upload) {
        const metadata = await uploaders.getMetadata(request, upload.metadata ?? {})
        upload.id = await uploads.create(actor, upload.id, upload.size ?? 0, metadata)
        return upload
      },
      async getUpload(id: string) {
        found = await uploads.find(actor, id)
        const { size, offset, createdAt } = found
        return new Upload({ id, size, offset, creation_date: createdAt })
      },
      async write(bytes: Readable, id: string, offset: number) {
        const lease = await lock.take(id)
        found ??= await uploads.find(actor, id)
        // A client that missed the last response sends its end again.
        if (found.state !== 'receiving') return offset
        if (!lease) throw new UploadNotFound()
        if (found.offset !== offset) throw ERRORS.INVALID_OFFSET
        return uploads.append(found, lease, bytes)
      },
      remove: (id: string) => uploads.cancel(actor, id),
    })
  }

  /** Errors of the library have a status and a text; those of our store stay as they are. */
  function toPorticoError(failure: TusError) {
    const { status_code, body = '' } = failure
    if (status_code === undefined) return failure
    if (body.startsWith('Maximum size')) return fileTooLarge(maxUploadBytes)
    if (status_code === 404 || status_code === 410) return new UploadNotFound()
    const why = status_code === 413 ? 'This is more than was announced.' : body.trim()
    const refused = new UploadNotAccepted(why || 'This upload cannot go on like that.')
    // For the library, an extension that is switched off is "not implemented".
    return Object.assign(refused, { statusCode: status_code === 501 ? 400 : status_code })
  }
}

type Library = typeof import('@tus/server')
type TusError = Partial<FastifyError> & { status_code?: number; body?: string }

/** The path of a request without the id of an upload. */
function pathOf({ url, params }: FastifyRequest) {
  const [path = ''] = url.split('?', 1)
  return (params as { id?: string }).id ? path.slice(0, path.lastIndexOf('/')) : path
}

function toWebRequest(request: FastifyRequest) {
  const { method, params, headers, raw } = request
  const { id } = params as { id?: string }
  const sent = Object.entries(headers).filter(([name]) => REQUEST_HEADERS.test(name)) as [string, string][]
  const hasBody = method === 'PATCH' || (method === 'POST' && headers['content-type'] !== undefined)
  return new Request(`http://portico${pathOf(request)}${id ? `/${id}` : ''}`, {
    method,
    headers: sent,
    ...(hasBody && { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' as const }),
  })
}
