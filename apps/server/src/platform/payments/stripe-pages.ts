import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotAllowed } from '../http/access.ts'
import { NotFound } from '../http/errors.ts'

/**
 * The overview of the simulator is behind the key of the development pages. Checkout, portal and invoices are not: every
 * freelancer is sent to theirs, whose address ends in a secret of its own, and would learn the key from it.
 */
export async function stripePagesRoutes(app: FastifyInstance) {
  const { config, payments } = app.ctx
  if (!config.simulatesStripe) return

  app.addHook('onRequest', requireSameOrigin)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  const overview = `/dev/${config.devKey}`
  const pages = ['/stripe', '/stripe.json', '/stripe/clock'].map(
    (path) => [overview + path, overview] as const,
  )
  const hostedPages = ['checkout', 'portal', 'invoice'].map(
    (name) => [`/dev/stripe/${name}/*`, '/dev'] as const,
  )
  for (const [url, base] of [...pages, ...hostedPages]) {
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: async ({ method, url, body }, reply) => {
        const simulator = await payments.simulator()
        if (!simulator) throw new NotFound()
        const path = `/dev${url.split('?', 1)[0]?.slice(base.length)}`
        const response = await fetch(`http://${simulator.host}:${simulator.port}${path}`, {
          method,
          redirect: 'manual',
          ...(typeof body === 'string' && { body }),
        })
        for (const name of FORWARDED_HEADERS) {
          const value = response.headers.get(name)
          if (value !== null) reply.header(name, value)
        }
        return reply.code(response.status).send(await response.text())
      },
    })
  }
}

const FORWARDED_HEADERS = ['content-type', 'content-security-policy', 'cache-control', 'location']

/** Protects the forms from other sites. */
async function requireSameOrigin({ method, headers }: FastifyRequest) {
  const from = headers['sec-fetch-site']
  if (method === 'POST' && from !== undefined && from !== 'same-origin') throw new NotAllowed()
}
