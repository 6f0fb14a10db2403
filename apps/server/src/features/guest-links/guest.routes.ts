import { guestLinks } from '@portico/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { suspendIdleTimeout } from '../../platform/http/idle-timeout.ts'
import { acceptMultipartForms, readForm } from '../../platform/http/multipart-form.ts'
import { hashSecret } from '../../platform/http/secrets.ts'
import { createPayloadParser } from '../../platform/http/validation.ts'
import { payFor } from '../../platform/sql/current-account.ts'
import { FORM_OVERHEAD_BYTES } from '../files/form-uploads.service.ts'
import { serveResumableUploads } from '../files/resumable-uploads.routes.ts'
import { fileTooLarge, parseClientUploadId } from '../files/uploads.service.ts'
import type { OpenLink } from './guest.repository.ts'
import {
  answerAsGuest,
  authorOf,
  openLink,
  requireName,
  requireOpenLink,
  toGuestRequest,
  uploaderOf,
} from './guest.service.ts'
import { giveFiles, guestUploadId, storeGuestFile } from './guest-files.service.ts'
import { hideFromGuest } from './hide-from-guest.ts'

/** The name, the id, all files that a link takes, and one more, so that giveFiles can say how many it takes. */
const MAX_FORM_PARTS = guestLinks.MAX_USES + 3
const parseAnswer = createPayloadParser<guestLinks.GuestAnswer>(guestLinks.GuestAnswer)

/** The endpoints for guests. The token in the URL decides what they reach. */
export async function guestRoutes(app: FastifyInstance) {
  const { ctx } = app
  suspendIdleTimeout(app)
  await acceptMultipartForms(app)

  await app.register(guestUploadRoutes)

  const { open, give } = guestLinks
  app.route<{ Params: { token: string } }>({
    ...open,
    handler: async ({ params, ip }) => toGuestRequest(await openLink(ctx, params.token, ip)),
  })

  const { params, response } = give.schema
  app.route<{ Params: { token: string } }>({
    ...give,
    // A form has no body to validate before it is read.
    schema: { params, response, body: {} },
    async handler(request, reply) {
      const link = await openLink(ctx, request.params.token, request.ip)
      return reply.code(201).send(await receive(request, link))
    },
  })

  function receive(request: FastifyRequest, link: OpenLink) {
    return payFor({ workspaceId: link.workspaceId }, () =>
      hideFromGuest(async () =>
        request.isMultipart()
          ? giveFiles(ctx, link, readFiles(request))
          : answerAsGuest(ctx, link, parseAnswer(request.body)),
      ),
    )
  }
}

/** Resumable uploads of guests. Each upload belongs to its link. */
async function guestUploadRoutes(app: FastifyInstance) {
  const { ctx } = app
  const findLink = (request: FastifyRequest) => {
    const { token } = request.params as { token: string }
    return request.method === 'POST'
      ? openLink(ctx, token, request.ip)
      : requireOpenLink(ctx, hashSecret(token))
  }
  serveResumableUploads(app, {
    url: '/give/:token/tus',
    access: 'anyone',
    getUploader: async (request) => uploaderOf(await findLink(request)),
    async getMetadata(request, { filename, filetype, clientUploadId, ...sent }) {
      const { token } = request.params as { token: string }
      const link = await requireOpenLink(ctx, hashSecret(token))
      const { projectId, requestId } = link
      const guestName = authorOf(requireName((sent as { name?: unknown }).name), link)
      const ownId = parseClientUploadId(clientUploadId ?? undefined)
      return {
        projectId,
        requestId,
        filename,
        filetype,
        guestName,
        clientUploadId: guestUploadId(link, ownId),
      }
    },
    requireAccess: async () => {},
    store: storeGuestFile,
  })
}

export function readFiles(request: FastifyRequest) {
  const { maxUploadBytes } = request.server.ctx.config
  const maxFormBytes = maxUploadBytes + FORM_OVERHEAD_BYTES
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (Number.isFinite(length) && length > maxFormBytes) throw fileTooLarge(maxUploadBytes)
  const createTooLarge = () => fileTooLarge(maxUploadBytes)
  return {
    parts: readForm(request, { maxBytes: maxFormBytes, createTooLarge, maxParts: MAX_FORM_PARTS }),
    length,
  }
}
