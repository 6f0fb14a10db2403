import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CompressedText, compressText, sendCompressed } from '../platform/http/compressed-text.ts'
import { NotFound } from '../platform/http/errors.ts'
import { readPageStyles } from '../platform/http/page-styles.ts'

export async function docsRoutes(app: FastifyInstance) {
  const { publicUrl, hasPlans } = app.ctx.config
  const open = { config: { access: 'anyone' } } as const

  const openApi = once(async () => {
    const { createOpenApi } = await import('./openapi.ts')
    return hasPlans
      ? createOpenApi(publicUrl)
      : (await import('./without-plans.ts')).withoutPlans(createOpenApi(publicUrl))
  })
  const json = once(async () => compressText(JSON.stringify(await openApi())))
  const page = once(async () => compressText((await import('./render-page.ts')).renderPage(await openApi())))
  const styles = once(async () => compressText(await readPageStyles(new URL('./page.css', import.meta.url))))

  app.get('/openapi.json', open, async (request, reply) =>
    send(request, reply, 'application/json; charset=utf-8', await json()),
  )
  app.get('/docs', open, async (request, reply) =>
    send(request, reply.header('content-security-policy', CSP), 'text/html; charset=utf-8', await page()),
  )
  app.get('/docs/style.css', open, async (request, reply) =>
    send(request, reply, 'text/css; charset=utf-8', await styles()),
  )
  app.get<{ Params: { name: string } }>('/docs/fonts/:name', open, async ({ params }, reply) => {
    const find = FONTS.get(params.name)
    if (!find) throw new NotFound()
    const bytes = await readFile(fileURLToPath(find()))
    return reply.header('cache-control', 'public, max-age=604800').type('font/woff2').send(bytes)
  })
}

const FONTS = new Map([
  [
    'inter.woff2',
    () => import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  ],
  [
    'fraunces.woff2',
    () => import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2'),
  ],
])

/** The page needs no scripts and no external resources. */
const CSP = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function send(request: FastifyRequest, reply: FastifyReply, type: string, text: CompressedText) {
  return sendCompressed(request, reply.type(type), text)
}

/** Creates the value on the first call. A failed attempt is retried by the next call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
