import { readFile } from 'node:fs/promises'
import { guestLinks, linkPaths } from '@portico/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CompressedText, compressText, sendCompressed } from '../../../platform/http/compressed-text.ts'
import { logProblem, toProblem } from '../../../platform/http/errors.ts'
import { suspendIdleTimeout } from '../../../platform/http/idle-timeout.ts'
import { acceptMultipartForms } from '../../../platform/http/multipart-form.ts'
import { readPageStyles } from '../../../platform/http/page-styles.ts'
import { shareConnections } from '../../../platform/http/share-connections.ts'
import { createPayloadParser } from '../../../platform/http/validation.ts'
import { payFor } from '../../../platform/sql/current-account.ts'
import { LinkNotWorking } from '../../access/not-found.ts'
import type { OpenLink } from '../guest.repository.ts'
import { readFiles } from '../guest.routes.ts'
import { answerAsGuest, openLink } from '../guest.service.ts'
import { giveFiles } from '../guest-files.service.ts'
import { hideFromGuest } from '../hide-from-guest.ts'
import { POLICY, renderFailure, renderForm, renderGone, renderThanks, type Typed } from './render-page.ts'

declare module 'fastify' {
  interface FastifyRequest {
    guestLink: OpenLink | null
  }
}

interface Guest {
  Params: { token: string }
}

const parseAnswer = createPayloadParser<guestLinks.GuestAnswer>(guestLinks.GuestAnswer)
/** 10,000 characters of up to twelve bytes each in an encoded form. */
const MAX_TEXT_BYTES = 128 * 1_024

/** The guest's page: a form that works without scripts. It stores nothing in the browser. */
export async function guestPageRoutes(app: FastifyInstance) {
  const { ctx } = app
  const { maxUploadBytes } = ctx.config
  suspendIdleTimeout(app)
  app.removeContentTypeParser('application/json')
  await acceptMultipartForms(app)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  app.decorateRequest('guestLink', null)
  await app.register(shareConnections)
  app.setErrorHandler(showFailure)

  for (const [url, type, text] of ASSETS) {
    let compressed: Promise<CompressedText> | undefined
    app.get(url, async (request, reply) => {
      compressed ??= text().then(compressText)
      return sendCompressed(request, reply.type(type), await compressed)
    })
  }

  app.get<Guest>(linkPaths.give(':token'), async ({ params, ip }, reply) =>
    sendPage(reply, renderForm({ link: await openLink(ctx, params.token, ip), maxUploadBytes })),
  )

  app.post<Guest>(linkPaths.give(':token'), async (request, reply) => {
    const link = await openLink(ctx, request.params.token, request.ip)
    request.guestLink = link
    const given = await payFor({ workspaceId: link.workspaceId }, () =>
      hideFromGuest(() =>
        request.isMultipart()
          ? giveFiles(ctx, link, readFiles(request))
          : answerAsGuest(ctx, link, parseAnswer(withoutCarriageReturns(request.body))),
      ),
    )
    return sendPage(reply.code(201), renderThanks(link, given))
  })

  function showFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    const problem = toProblem(error, request)
    logProblem(request.log, problem, { err: error })
    reply.code(problem.statusCode)
    if (problem.statusCode === 408) reply.header('connection', 'close')
    if (problem.statusCode === 503) reply.header('retry-after', 2)
    if (error instanceof LinkNotWorking) return sendPage(reply, renderGone())
    const { guestLink: link, body } = request
    const typed = (body ?? {}) as Typed
    if (!link) return sendPage(reply, renderFailure(problem, typed))
    return sendPage(reply, renderForm({ link, maxUploadBytes, problem, typed }))
  }
}

function sendPage(reply: FastifyReply, page: string) {
  return reply
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Browsers send a line break in a form as CR LF. */
function withoutCarriageReturns(body: unknown) {
  const fields = Object.entries((body ?? {}) as Record<string, string>)
  return Object.fromEntries(fields.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}

const here = (file: string) => new URL(file, import.meta.url)
const ASSETS = [
  ['/give/style.css', 'text/css; charset=utf-8', () => readPageStyles(here('./page.css'))],
  ['/give/send.js', 'text/javascript; charset=utf-8', () => readFile(here('./send.js'), 'utf8')],
] as const
