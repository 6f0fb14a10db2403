import { files } from '@portico/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { suspendIdleTimeout } from '../../platform/http/idle-timeout.ts'
import { acceptMultipartForms, readForm } from '../../platform/http/multipart-form.ts'
import { problem } from '../../platform/http/problem.ts'
import { sendJson } from '../../platform/sql/json.ts'
import { requireLiveSession } from '../accounts/session-tokens.ts'
import { FORM_OVERHEAD_BYTES, uploadForm } from './form-uploads.service.ts'
import { fileTooLarge } from './uploads.service.ts'

const NotAForm = problem('UNSUPPORTED_MEDIA_TYPE', 415, 'Please send multipart/form-data.')

/** An upload as a form in one request: the plain API. */
export async function formUploadRoutes(app: FastifyInstance) {
  const { ctx } = app
  const { maxUploadBytes } = ctx.config
  const maxFormBytes = maxUploadBytes + FORM_OVERHEAD_BYTES

  suspendIdleTimeout(app)

  for (const { schema, ...endpoint } of [files.upload, files.uploadAsClient]) {
    app.route({ ...endpoint, schema: { response: schema.response }, handler: receive })
  }

  // Without the parser for JSON, a JSON body gets the same refusal as any other type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async () => undefined)
  await acceptMultipartForms(app)

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const { headers, person, claims } = request
    if (!request.isMultipart()) throw new NotAForm()
    const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (Number.isFinite(length) && length > maxFormBytes) throw fileTooLarge(maxUploadBytes)

    const createTooLarge = () => fileTooLarge(maxUploadBytes)
    const form = { parts: readForm(request, { maxBytes: maxFormBytes, createTooLarge }), length }
    return sendJson(
      reply.code(201),
      await uploadForm(ctx, person, form, () => requireLiveSession(ctx, claims)),
    )
  }
}
