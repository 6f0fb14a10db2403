import createError from '@fastify/error'
import multipart from '@fastify/multipart'
import { files } from '@portico/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendJson } from '../../platform/json.ts'
import { letBodyRunOut } from '../../platform/late-bodies.ts'
import { stayIn } from '../accounts/sessions.service.ts'
import { type Part, receiveForm, tooLarge } from './uploads.service.ts'

const NotAForm = createError('UNSUPPORTED_MEDIA_TYPE', 'Please send multipart/form-data.', 415)

const BrokenForm = createError('MALFORMED_BODY', 'The request could not be read.', 400)

/** As RFC 2046 has it. */
const BOUNDARY = /boundary=("[^"]{1,70}"|[^\s;"]{1,70})\s*(;|$)/i

/** What stands around a file in a form. */
const AROUND = 64 * 1_024
const CHUNK = 256 * 1_024
const LIMITS = { fieldNameSize: 100, fieldSize: 100, fields: 10, files: 10, parts: 20, headerPairs: 20 }

/** Uploads as forms: the plain API. They are read as they arrive, so no part of one is ever in memory whole. */
export async function uploadRoutes(app: FastifyInstance) {
  const { ctx } = app
  const { maxUploadBytes } = ctx.config

  await app.register(multipart, {
    limits: { ...LIMITS, fileSize: Number.POSITIVE_INFINITY },
    highWaterMark: CHUNK,
    fileHwm: CHUNK,
    preservePath: true,
    throwFileSizeLimit: false,
  } as Parameters<typeof multipart>[1])
  letBodyRunOut(app)

  for (const { schema, ...endpoint } of [files.upload, files.uploadAsClient]) {
    app.route({ ...endpoint, schema: { response: schema.response }, handler: receive })
  }

  app.addContentTypeParser('*', async () => undefined)

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const { raw, headers, person, claims } = request
    if (!request.isMultipart()) throw new NotAForm()
    if (!BOUNDARY.test(headers['content-type'] ?? '')) throw new BrokenForm()
    if (Number(headers['content-length']) > maxUploadBytes + AROUND) throw tooLarge(maxUploadBytes)

    let arrived = 0
    raw.on('data', (part: Buffer) => {
      arrived += part.length
      if (arrived > maxUploadBytes + 2 * AROUND) raw.destroy()
    })
    const file = await receiveForm(ctx, person, request.parts() as AsyncIterable<Part>, async (size) => {
      // The parser cuts what is too long around the file, and goes on.
      if (arrived - size > AROUND) throw new BrokenForm()
      await stayIn(ctx, claims)
    }).catch(inOurTerms)
    return sendJson(reply.code(201), file)
  }
}

/** The parser's own complaints are bare sentences. */
function inOurTerms(error: Error & { code?: string }): never {
  throw !error.code && /multipart|boundary|content-type/i.test(error.message) ? new BrokenForm() : error
}
