import type { FastifyInstance, FastifyReply } from 'fastify'
import { NotFound } from '../http/errors.ts'
import { type Html, toText } from '../http/html.ts'
import { fromThisMachine } from '../http/loopback.ts'
import { findCaptured, listCaptured } from './captured.ts'
import { inScheme, type Preview, previewPage, previewsPage, type Scheme, schemes } from './letter-pages.ts'
import { letterPage, listPage, SANDBOX, STYLE_HASH } from './mailbox-pages.ts'
import { capturedMailDir } from './mailer.ts'

type Previews = () => Promise<Preview[]>

/** The letters that were captured instead of being sent, as a person would read them. Only ever for this very machine. */
export async function mailboxRoutes(app: FastifyInstance, { previews }: { previews: Previews }) {
  const { config } = app.ctx
  if (!config.showsMailbox) return
  const dir = capturedMailDir(config.dataDir)

  // Letters hold links that let people in.
  app.addHook('onRequest', fromThisMachine)

  app.get('/dev/mailbox', async (_request, reply) => sendPage(reply, listPage(await listCaptured(dir))))

  app.get<{ Querystring: { to?: unknown } }>('/dev/mailbox.json', async ({ query: { to } }, reply) => {
    const letters = await listCaptured(dir)
    reply.header('cache-control', 'no-store')
    return to === undefined ? letters : letters.filter((letter) => isSame(letter.to.address, to))
  })

  app.get<{ Params: { id: string } }>('/dev/mailbox/:id', async ({ params }, reply) =>
    sendPage(reply, letterPage(await theLetter(params.id))),
  )

  /** What the page of a letter shows in its frame. */
  app.get<{ Params: { id: string } }>('/dev/mailbox/:id/letter', async ({ params }, reply) =>
    sendLetter(reply, (await theLetter(params.id)).html),
  )

  app.get('/dev/letters', async (_request, reply) => sendPage(reply, previewsPage(await previews())))

  app.get<{ Params: { n: string } }>('/dev/letters/:n', async ({ params: { n } }, reply) =>
    sendPage(reply, previewPage(await thePreview(n), Number(n))),
  )

  app.get<{ Params: { n: string; scheme: Scheme } }>(
    '/dev/letters/:n/:scheme',
    async ({ params: { n, scheme } }, reply) => {
      if (!schemes.includes(scheme)) throw new NotFound()
      const { html } = (await thePreview(n)).write()
      return sendLetter(reply, inScheme(html, scheme))
    },
  )

  async function thePreview(n: string) {
    const preview = /^\d{1,4}$/.test(n) ? (await previews())[Number(n)] : undefined
    if (!preview) throw new NotFound()
    return preview
  }

  async function theLetter(id: string) {
    const letter = /^[\da-f-]{36}$/.test(id) ? await findCaptured(dir, id) : undefined
    if (!letter) throw new NotFound()
    return letter
  }
}

/**
 * Nothing runs and nothing is fetched; links open beside it. The sandbox gives it an origin of its own. That it names
 * scripts is for programs that look into the frame, such as checks of accessibility: the first line still refuses them all.
 */
const letterPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  `sandbox ${SANDBOX}`,
].join('; ')

const pagePolicy = [
  "default-src 'none'",
  `style-src '${STYLE_HASH}'`,
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function sendLetter(reply: FastifyReply, letter: string) {
  return reply
    .header('content-security-policy', letterPolicy)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(letter.replace('<head>', '<head><base target="_blank">'))
}

function sendPage(reply: FastifyReply, page: Html) {
  return reply
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(toText(page))
}

function isSame(address: string, asked: unknown) {
  return typeof asked === 'string' && address.toLowerCase() === asked.toLowerCase()
}
