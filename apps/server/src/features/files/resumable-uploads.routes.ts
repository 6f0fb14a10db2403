import { Readable } from 'node:stream'
import createError, { type FastifyError } from '@fastify/error'
import { files, Id } from '@portico/contract'
import type { MemoryLocker, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import { suspendIdleTimeout } from '../../platform/http/idle-timeout.ts'
import { requireLiveSession } from '../accounts/sessions.service.ts'
import { cleanUpAbandonedUploads } from './abandoned-uploads.ts'
import { createResumable, LIFETIME, UploadNotFound } from './resumable-uploads.service.ts'
import { fileTooLarge } from './uploads.service.ts'

const { RESUMABLE_URL } = files
const UploadNotAccepted = createError<[string]>('UPLOAD_NOT_ACCEPTED', '%s', 400)

const OURS = /^(content-(length|type)|tus-resumable|upload-.*)$/
const THEIRS = /^(location|tus-.*|upload-.*|x-file-id)$/

/** Uploads that survive a broken line, in the tus protocol: the library speaks it, we decide and keep. */
export async function resumableUploadRoutes(app: FastifyInstance) {
  const { ctx } = app
  const { maxUploadBytes } = ctx.config
  const uploads = createResumable(ctx)
  /** Whoever comes back makes a connection let go that only seems to be alive. */
  let locker: MemoryLocker | undefined

  suspendIdleTimeout(app)
  cleanUpAbandonedUploads(app)
  app.addContentTypeParser('*', async () => undefined)
  const params = Type.Object({ id: Id })
  const config = { access: 'either' } as const
  app.route({ method: ['POST', 'OPTIONS'], url: RESUMABLE_URL, config, handler: speak })
  const one = { url: `${RESUMABLE_URL}/:id`, config, schema: { params }, handler: speak }
  app.route({ method: 'HEAD', ...one })
  app.route({ method: ['PATCH', 'DELETE'], ...one })

  async function speak(request: FastifyRequest, reply: FastifyReply) {
    const failures: Refusal[] = []
    if (request.method === 'HEAD') await uploads.settle(request.person, (request.params as { id: string }).id)
    // Large, and an idle server does without.
    const library = await import('@tus/server')
    locker ??= new library.MemoryLocker()
    const tus = new library.Server({
      path: `/api${RESUMABLE_URL}`,
      datastore: storeFor(request.person, library),
      locker,
      maxSize: maxUploadBytes,
      relativeLocation: true,
      allowedOrigins: () => false,
      namingFunction: () => newId(),
      async onUploadFinish(_request, { id }) {
        await requireLiveSession(ctx, request.claims)
        await uploads.finish(request.person, id)
        return { headers: { 'X-File-Id': id } }
      },
      onResponseError: (_request, error) => void failures.push(error as Refusal),
    })
    const answer = await tus.handleWeb(forTheWeb(request))
    const [failure] = failures
    if (failure) throw inOurTerms(failure)
    if (answer.status >= 400) throw inOurTerms({ status_code: answer.status, body: await answer.text() })
    for (const [name, value] of answer.headers) if (THEIRS.test(name)) reply.header(name, value)
    return reply.code(answer.status).send('')
  }

  /** The library asks by id alone; what this person cannot reach is not there. */
  function storeFor(person: Actor, { DataStore, Upload }: Library) {
    return Object.assign(new DataStore(), {
      extensions: ['creation', 'creation-with-upload', 'expiration', 'termination'],
      getExpiration: () => LIFETIME,
      async create(upload: Upload) {
        await uploads.begin(person, upload.id, upload.size ?? 0, upload.metadata ?? {})
        return upload
      },
      async getUpload(id: string) {
        const { size, offset, createdAt } = await uploads.find(person, id)
        return new Upload({ id, size, offset, creation_date: createdAt })
      },
      write: (bytes: Readable, id: string, offset: number) => uploads.append(id, offset, bytes),
      remove: (id: string) => uploads.cancel(person, id),
    })
  }

  /** The library's refusals are a status and a text; ours are errors already. */
  function inOurTerms(failure: Refusal) {
    const { status_code, body = '' } = failure
    if (status_code === undefined) return failure
    if (body.startsWith('Maximum size')) return fileTooLarge(maxUploadBytes)
    if (status_code === 404 || status_code === 410) return new UploadNotFound()
    const why = status_code === 413 ? 'This is more than was announced.' : body.trim()
    const refused = new UploadNotAccepted(why || 'This upload cannot go on like that.')
    // What it calls "not implemented" was asked for in vain; nothing is wrong with us.
    return Object.assign(refused, { statusCode: status_code === 501 ? 400 : status_code })
  }
}

type Library = typeof import('@tus/server')
type Refusal = Partial<FastifyError> & { status_code?: number; body?: string }

function forTheWeb({ method, params, headers, raw }: FastifyRequest) {
  const { id } = params as { id?: string }
  const asked = Object.entries(headers).filter(([name]) => OURS.test(name)) as [string, string][]
  const brings = method === 'PATCH' || (method === 'POST' && headers['content-type'] !== undefined)
  return new Request(`http://portico/api${RESUMABLE_URL}${id ? `/${id}` : ''}`, {
    method,
    headers: asked,
    ...(brings && { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' as const }),
  })
}
