import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { paths } from '@portico/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { NotFound } from './errors.ts'
import { createPageHandler, robots, sitemap } from './public-pages.ts'

const BUILD = fileURLToPath(new URL('../../../../web/build/client', import.meta.url))

/** Written by the web build (apps/web/scripts/finish-build.ts). */
interface Pages {
  /** By path. */
  known: Record<string, Page>
  notFound: Page
}
interface Page {
  file: string
  /** The hashes of its inline scripts for the Content-Security-Policy. */
  scriptHashes: string[]
  /** It contains its own address, for search engines and shared links. */
  hasAddress: boolean
}

interface Options {
  /** The brand of the page that a login link opens, by the token of the link; null without one. */
  findBrandOfLink(ctx: AppContext, token: string): Promise<object | null>
}

/** Serves the built web app: pages with a CSP each, immutable assets, and a 404 page for every other path. */
export async function webRoutes(app: FastifyInstance, { findBrandOfLink }: Options) {
  const { publicUrl, filesUrl, hasPlans } = app.ctx.config
  const { known, notFound } = await readPages()
  const pagesAboutPlans = hasPlans
    ? []
    : [
        paths.pricing,
        paths.billingCancelled,
        paths.freelancer.billingSuccess,
        paths.freelancer.cancelSubscription,
      ]
  for (const path of pagesAboutPlans) {
    delete known[path]
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (_request, reply) => reply.redirect('/', 302),
    })
  }
  const fileOrigins = [filesUrl, app.ctx.storage.downloadOrigin]
    .map((origin) => (origin ? ` ${origin}` : ''))
    .join('')

  await app.register(fastifyStatic, {
    root: BUILD,
    serve: true,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.json', '**/*.br', '**/*.gz', 'pdfjs/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlFor(path))
      // It runs under the policy of its own response, and loads the icon of notifications.
      if (isPushWorker(path))
        reply.header('content-security-policy', "default-src 'none'; img-src 'self'; frame-ancestors 'none'")
    },
  })
  // Hundreds of files that few read, without a route each. Their address contains the version.
  await app.register(fastifyStatic, {
    root: `${BUILD}/pdfjs`,
    prefix: '/pdfjs/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      // The worker obeys the policy of its own response; its decoders are WebAssembly.
      reply.header('content-security-policy', isPdfWorker(path) ? PDF_WORKER_POLICY : "default-src 'none'")
    },
  })

  for (const [url, page] of Object.entries(known)) {
    const sendPage = createPageHandler(`${BUILD}/${page.file}`, app.ctx.config)
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) =>
        sendPage(request, withHeaders(reply, page), await findBrand(request)),
    })
  }
  async function findBrand({ url, log }: FastifyRequest) {
    const [path, query] = url.split('?')
    const token = path === paths.clientLogin && new URLSearchParams(query).get('token')
    if (!token) return null
    // Without it the page works all the same.
    return findBrandOfLink(app.ctx, token).catch((error) => {
      log.warn({ err: error }, 'the brand of a login link was not found out')
      return null
    })
  }
  const publicPaths = Object.keys(known).filter((path) => known[path]?.hasAddress)
  const textRoutes: Record<string, (reply: FastifyReply) => FastifyReply> = {
    '/faq': (reply) => reply.redirect('/FAQ', 308),
    '/robots.txt': (reply) => reply.type('text/plain').send(robots(publicUrl)),
    '/sitemap.xml': (reply) => reply.type('application/xml').send(sitemap(publicUrl, publicPaths)),
  }
  for (const [url, respond] of Object.entries(textRoutes)) {
    app.route({ method: ['GET', 'HEAD'], url, handler: async (_request, reply) => respond(reply) })
  }
  const sendNotFound = createPageHandler(`${BUILD}/${notFound.file}`, app.ctx.config)
  const pathsByLowerCase = new Map(Object.keys(known).map((path) => [path.toLowerCase(), path]))
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new NotFound()
    // People type other capitals, or a slash at the end.
    const [path = '', ...query] = request.url.split('?')
    const canonicalPath = pathsByLowerCase.get(path.toLowerCase().replace(/\/$/, ''))
    if (canonicalPath && canonicalPath !== path)
      return reply.redirect([canonicalPath, ...query].join('?'), 308)
    return sendNotFound(request, withHeaders(reply.code(404), notFound))
  })

  function withHeaders(reply: FastifyReply, { scriptHashes }: Page) {
    return reply
      .header('content-security-policy', contentSecurityPolicy(scriptHashes, publicUrl, fileOrigins))
      .header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
      .header('x-frame-options', 'DENY')
  }
}

const PDF_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

const isPdfWorker = (path: string) => /\.worker\.min\.mjs(\.\w+)?$/.test(path)

/** The names of assets contain a hash. The service worker must be revalidated each time, as pages are. */
function cacheControlFor(path: string) {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return isPushWorker(path) ? 'no-cache' : 'public, max-age=3600'
}

const isPushWorker = (path: string) => /\/push-worker\.js(\.\w+)?$/.test(path)

async function readPages(): Promise<Pages> {
  return JSON.parse(await readFile(`${BUILD}/pages.json`, 'utf8'))
}

function contentSecurityPolicy(scriptHashes: string[], publicUrl: string, fileOrigins: string) {
  const socket = new URL(publicUrl)
  socket.protocol = socket.protocol === 'https:' ? 'wss:' : 'ws:'
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob:${fileOrigins}`,
    // A frame of a video that is uploaded is drawn from a `blob:`.
    `media-src 'self' blob:${fileOrigins}`,
    "worker-src 'self'",
    `connect-src 'self' ${socket.origin}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
