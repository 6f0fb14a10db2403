import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotAllowed } from '../http/access.ts'
import { NotFound } from '../http/errors.ts'
import { requireLoopback } from '../http/loopback.ts'

export async function stripePagesRoutes(app: FastifyInstance) {
  const { config, payments } = app.ctx
  if (!config.simulatesStripe) return

  app.addHook('onRequest', requireLoopback)
  app.addHook('onRequest', requireSameOrigin)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  for (const url of ['/dev/stripe', '/dev/stripe.json', '/dev/stripe/*']) {
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: async ({ method, url, body }, reply) => {
        const simulator = await payments.simulator()
        if (!simulator) throw new NotFound()
        const response = await fetch(`http://${simulator.host}:${simulator.port}${url.split('?', 1)[0]}`, {
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
