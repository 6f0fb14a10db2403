import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { files, Id, StrictObject } from '@portico/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { FileNotFound } from '../access/not-found.ts'
import { contentDisposition } from './content-disposition.ts'
import { canBeServedWithoutCsp } from './content-types.ts'
import { findContents } from './contents.repository.ts'
import { showFailuresAsPages } from './failure-page.ts'
import { checkLink, FileLinkNotValid } from './file-links.ts'
import { fileKey, previewKey, thumbnailKey } from './keys.ts'
import { lostFileError, requireWholeFile } from './lost-files.ts'
import { policyFor, sendBytes } from './send-bytes.ts'
import { type Zip, zipProject } from './zip.service.ts'

const signedLink = {
  until: Type.String({ pattern: '^\\d{1,12}$' }),
  signature: Type.String({ maxLength: 100 }),
}
const params = Type.Object({ id: Id })
const linkToFile = { schema: { params, querystring: StrictObject(signedLink) }, attachValidation: true }
/** Not signed: everybody who may view a file may also download it. */
const download = Type.Optional(Type.Literal('1'))
const linkToContent = {
  schema: { params, querystring: StrictObject({ ...signedLink, download }) },
  attachValidation: true,
}

const linkToZip = {
  schema: {
    params,
    querystring: StrictObject({ ...signedLink, ...files.zip.schema.querystring.properties }),
  },
  attachValidation: true,
}

const config = { access: 'anyone', servesFiles: true } as const

/** The bytes of files, by a signed link: a browser tab or an `img` sends no header. */
export const contentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  showFailuresAsPages(app)
  // A missing signature and an unknown parameter get the same refusal as a wrong signature.
  app.addHook('preHandler', async ({ validationError }) => {
    if (validationError?.validationContext === 'querystring') throw new FileLinkNotValid()
    if (validationError) throw validationError
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id/content',
    config,
    ...linkToContent,
    handler: async (request, reply) => {
      const { id } = request.params
      const secondsLeft = checkLink(ctx, 'content', id, request.query)
      const file = await findContents(ctx.db, id)
      if (!file) throw new FileNotFound()
      // S3 would respond to a missing file with XML.
      await requireWholeFile(ctx, { ...file, id })
      const { contentType } = file
      const isDownload = request.query.download !== undefined || !files.isShownInline(file)
      const disposition = contentDisposition(file.name, isDownload ? 'attachment' : 'inline')

      const options = { contentType, disposition, seconds: secondsLeft }
      // The store's address is signed for GET only.
      const mayLeave = canBeServedWithoutCsp(contentType) && request.method === 'GET'
      const elsewhere = mayLeave ? await ctx.storage.createDownloadUrl(fileKey(id), options) : null
      if (elsewhere) return reply.header('cache-control', 'no-store').redirect(elsewhere)
      return sendBytes(request, reply, ctx, {
        ...file,
        id,
        key: fileKey(id),
        disposition,
        cacheControl: cacheFor(secondsLeft),
      })
    },
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id/thumbnail',
    config,
    ...linkToFile,
    handler: (request, reply) =>
      sendPicture('thumbnail', thumbnailKey(request.params.id), request as PictureRequest, reply),
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id/preview',
    config,
    ...linkToFile,
    handler: (request, reply) =>
      sendPicture('preview', previewKey(request.params.id), request as PictureRequest, reply),
  })

  app.route({
    method: 'GET',
    url: '/files/project/:id/zip/content',
    config,
    ...linkToZip,
    handler: async ({ params: { id }, query }, reply) => {
      checkLink(ctx, 'zip', id, query)
      return sendZip(reply, await zipProject(ctx, id, query))
    },
  })

  /** Sends a thumbnail or preview. */
  async function sendPicture(
    kind: 'thumbnail' | 'preview',
    key: string,
    request: PictureRequest,
    reply: FastifyReply,
  ) {
    const { id } = request.params
    const secondsLeft = checkLink(ctx, kind, id, request.query)
    const file = await findContents(ctx.db, id)
    if (!file || (kind === 'thumbnail' && !file.hasThumbnail)) throw new FileNotFound()
    const size = await ctx.storage.getSize(key)
    if (size === undefined) throw await lostFileError(ctx, id, key)
    return sendBytes(request, reply, ctx, {
      ...file,
      id,
      key,
      size: String(size),
      contentType: 'image/webp',
      disposition: 'inline',
      cacheControl: cacheFor(secondsLeft),
    })
  }
}

type PictureRequest = FastifyRequest<{
  Params: { id: string }
  Querystring: { until: string; signature: string }
}>

/** Browsers may cache it as long as the link works. */
const cacheFor = (seconds: number) => `private, max-age=${Math.floor(seconds)}`

/** Not cached, because a later ZIP may contain more files. */
export function sendZip(reply: FastifyReply, { name, bytes, size }: Zip) {
  return reply
    .headers({
      'content-disposition': contentDisposition(name),
      'content-security-policy': policyFor('application/zip'),
      'content-length': size,
    })
    .type('application/zip')
    .send(bytes)
}
