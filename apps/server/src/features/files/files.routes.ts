import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { files } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { contentDisposition } from './content-disposition.ts'
import { contentRoutes, sendZip } from './contents.routes.ts'
import {
  getContents,
  getFile,
  getSomeFiles,
  listFileVersions,
  listProjectFiles,
  makeZipLink,
  removeFile,
  renameFile,
  summarizeFiles,
} from './files.service.ts'
import { formUploadRoutes } from './form-uploads.routes.ts'
import { fileKey } from './keys.ts'
import { requireWholeFile } from './lost-files.ts'
import { getPicture } from './pictures.service.ts'
import { resumableUploadRoutes } from './resumable-uploads.routes.ts'
import { sectionRoutes } from './sections.routes.ts'
import { sendBytes } from './send-bytes.ts'
import { setUploaderThumbnail } from './uploader-thumbnails.service.ts'
import { zipForActor } from './zip.service.ts'

export const fileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app
  const { maxUploadBytes } = ctx.config

  app.route({
    ...files.list,
    handler: async (request, reply) => {
      const { person, params } = request
      const { search = '', sort, section, fromClient, ...page } = request.query
      const filter = { search: search.normalize('NFC').trim(), sort, section, fromClient }
      return sendPage(
        request,
        reply,
        await listProjectFiles(ctx, person, params.id, filter, pageParams(page)),
      )
    },
  })

  app.route({
    ...files.summary,
    handler: async ({ person, params }, reply) =>
      sendJson(reply, await summarizeFiles(ctx, person, params.id)),
  })

  app.route({
    ...files.get,
    handler: async ({ person, params }, reply) => sendJson(reply, await getFile(ctx, person, params.id)),
  })

  app.route({
    ...files.some,
    handler: async ({ person, query }, reply) => sendJson(reply, await getSomeFiles(ctx, person, query.ids)),
  })

  app.route({ ...files.picture, handler: ({ person, params }) => getPicture(ctx, person, params.id) })

  // Served from our own origin and never redirected, so that a page can read it wherever the bytes are stored.
  app.route({
    ...files.read,
    handler: async (request, reply) => {
      const { id } = request.params
      const file = await getContents(ctx, request.person, id)
      await requireWholeFile(ctx, { ...file, id })
      const disposition = contentDisposition(file.name)
      const contentType = 'application/octet-stream'
      return sendBytes(request, reply, ctx, {
        ...file,
        id,
        key: fileKey(id),
        contentType,
        disposition,
        cacheControl: 'no-store',
      })
    },
  })

  app.route({
    ...files.versions,
    handler: async (request, reply) => {
      const { person, params, query } = request
      return sendPage(request, reply, await listFileVersions(ctx, person, params.id, pageParams(query)))
    },
  })

  app.route({
    ...files.rename,
    handler: async ({ person, params, body }, reply) =>
      sendJson(reply, await renameFile(ctx, person, params.id, body)),
  })

  app.route({
    ...files.setThumbnail,
    bodyLimit: 2 * files.MAX_THUMBNAIL_BYTES,
    handler: async ({ person, params, body }, reply) =>
      sendJson(reply, await setUploaderThumbnail(ctx, person, params.id, body.picture)),
  })

  app.route({
    ...files.remove,
    handler: async ({ person, params, query }, reply) => {
      await removeFile(ctx, person, params.id, query.versions)
      return reply.code(204).send(null)
    },
  })

  app.route({ ...files.limits, handler: async () => ({ maxUploadBytes }) })

  app.route({
    ...files.zipLink,
    handler: ({ person, params, query }) => makeZipLink(ctx, person, params.id, query),
  })

  app.route({
    ...files.zip,
    handler: async ({ person, params, query }, reply) =>
      sendZip(reply, await zipForActor(ctx, person, params.id, query)),
  })

  await app.register(formUploadRoutes)
  await app.register(resumableUploadRoutes)
  await app.register(contentRoutes)
  await app.register(sectionRoutes)
}
