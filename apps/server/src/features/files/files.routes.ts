import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { files } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { contentRoutes, sendZip } from './contents.routes.ts'
import {
  getFile,
  listFileVersions,
  listProjectFiles,
  makeZipLink,
  removeFile,
  renameFile,
} from './files.service.ts'
import { formUploadRoutes } from './form-uploads.routes.ts'
import { resumableUploadRoutes } from './resumable-uploads.routes.ts'
import { zipForActor } from './zip.service.ts'

export const fileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app
  const { maxUploadBytes } = ctx.config

  app.route({
    ...files.list,
    handler: async (request, reply) => {
      const { person, params, query } = request
      return sendPage(request, reply, await listProjectFiles(ctx, person, params.id, pageParams(query)))
    },
  })

  app.route({
    ...files.get,
    handler: async ({ person, params }, reply) => sendJson(reply, await getFile(ctx, person, params.id)),
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
      sendJson(reply, await renameFile(ctx, person, params.id, body.fileName)),
  })

  app.route({
    ...files.remove,
    handler: async ({ person, params }, reply) => {
      await removeFile(ctx, person, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({ ...files.limits, handler: async () => ({ maxUploadBytes }) })

  app.route({
    ...files.zipLink,
    handler: ({ person, params, query }) => makeZipLink(ctx, person, params.id, query.versions),
  })

  app.route({
    ...files.zip,
    handler: async ({ person, params, query }, reply) =>
      sendZip(reply, await zipForActor(ctx, person, params.id, query.versions)),
  })

  await app.register(formUploadRoutes)
  await app.register(resumableUploadRoutes)
  await app.register(contentRoutes)
}
