import createError from '@fastify/error'
import { files } from '@portico/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BrokenForm, partsOf } from '../../platform/http/form-reader.ts'
import { suspendIdleTimeout } from '../../platform/http/idle-timeout.ts'
import { sendJson } from '../../platform/sql/json.ts'
import { requireLiveSession } from '../accounts/sessions.service.ts'
import { tooLarge } from './receiving.ts'
import { AROUND, receiveForm } from './uploads.service.ts'

const NotAForm = createError('UNSUPPORTED_MEDIA_TYPE', 'Please send multipart/form-data.', 415)

/** As RFC 2046 has it. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i

/** Uploads as forms: the plain API. They are read as they arrive, so no part of one is ever in memory whole. */
export async function uploadRoutes(app: FastifyInstance) {
  const { ctx } = app
  const { maxUploadBytes } = ctx.config

  suspendIdleTimeout(app)

  for (const { schema, ...endpoint } of [files.upload, files.uploadAsClient]) {
    app.route({ ...endpoint, schema: { response: schema.response }, handler: receive })
  }

  // JSON too: whatever is in it, it is no form.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async () => undefined)

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const { raw, headers, person, claims } = request
    const type = headers['content-type'] ?? ''
    if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw new NotAForm()
    const [, quoted, bare] = BOUNDARY.exec(type) ?? []
    const boundary = quoted ?? bare
    if (!boundary) throw new BrokenForm()
    const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (Number.isFinite(length) && length > maxUploadBytes + AROUND) throw tooLarge(maxUploadBytes)

    const form = { parts: partsOf(raw, boundary), length }
    return sendJson(
      reply.code(201),
      await receiveForm(ctx, person, form, () => requireLiveSession(ctx, claims)),
    )
  }
}
