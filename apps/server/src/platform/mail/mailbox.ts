import type { FastifyInstance, FastifyReply } from 'fastify'
import { NotFound } from '../http/errors.ts'
import { type Html, toText } from '../http/html.ts'
import { findCaptured, listCaptured } from './captured.ts'
import { emailPage, listPage, SANDBOX, STYLE_HASH } from './mailbox-pages.ts'
import { capturedMailDir } from './mailer.ts'
import {
  COLOUR_SCHEMES,
  type ColourScheme,
  forceColourScheme,
  type Preview,
  previewListPage,
  previewPage,
} from './preview-pages.ts'

type Previews = () => Promise<Preview[]>

/** The development mailbox with the captured emails, which contain links that sign people in. */
export async function mailboxRoutes(app: FastifyInstance, { previews }: { previews: Previews }) {
  const { config } = app.ctx
  if (!config.showsMailbox) return
  const dir = capturedMailDir(config.dataDir)

  app.get('/mailbox', async (_request, reply) => sendPage(reply, listPage(await listCaptured(dir))))

  app.get<{ Querystring: { to?: unknown } }>('/mailbox.json', async ({ query: { to } }, reply) => {
    const emails = await listCaptured(dir)
    reply.header('cache-control', 'no-store')
    return to === undefined ? emails : emails.filter((email) => isSameAddress(email.to.address, to))
  })

  app.get<{ Params: { id: string } }>('/mailbox/:id', async ({ params }, reply) =>
    sendPage(reply, emailPage(await findEmail(params.id))),
  )

  app.get<{ Params: { id: string } }>('/mailbox/:id/email', async ({ params }, reply) =>
    sendEmail(reply, (await findEmail(params.id)).html),
  )

  app.get('/emails', async (_request, reply) => sendPage(reply, previewListPage(await previews())))

  app.get<{ Params: { n: string } }>('/emails/:n', async ({ params: { n } }, reply) =>
    sendPage(reply, previewPage(await findPreview(n), Number(n))),
  )

  app.get<{ Params: { n: string; scheme: ColourScheme } }>(
    '/emails/:n/:scheme',
    async ({ params: { n, scheme } }, reply) => {
      if (!COLOUR_SCHEMES.includes(scheme)) throw new NotFound()
      const { html } = (await findPreview(n)).write()
      return sendEmail(reply, forceColourScheme(html, scheme))
    },
  )

  async function findPreview(n: string) {
    const preview = /^\d{1,4}$/.test(n) ? (await previews())[Number(n)] : undefined
    if (!preview) throw new NotFound()
    return preview
  }

  async function findEmail(id: string) {
    const email = /^[\da-f-]{36}$/.test(id) ? await findCaptured(dir, id) : undefined
    if (!email) throw new NotFound()
    return email
  }
}

/**
 * Emails run no scripts and fetch nothing but a logo from here. The sandbox gives them an opaque origin; it allows scripts only for tools that
 * inspect the frame, such as accessibility checks, while `default-src 'none'` blocks the email's own.
 */
const EMAIL_CSP = [
  "default-src 'none'",
  // The logo of a workspace.
  "img-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  `sandbox ${SANDBOX}`,
].join('; ')

const PAGE_CSP = [
  "default-src 'none'",
  `style-src '${STYLE_HASH}'`,
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function sendEmail(reply: FastifyReply, email: string) {
  return reply
    .header('content-security-policy', EMAIL_CSP)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(email.replace('<head>', '<head><base target="_blank">'))
}

function sendPage(reply: FastifyReply, page: Html) {
  return reply
    .header('content-security-policy', PAGE_CSP)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(toText(page))
}

function isSameAddress(address: string, to: unknown) {
  return typeof to === 'string' && address.toLowerCase() === to.toLowerCase()
}
