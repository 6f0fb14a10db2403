import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { limitConcurrencyOfEach } from '../process/limit-concurrency.ts'

/**
 * Limits how many changes of one person run at a time. Changes of one project wait for each other and hold a database
 * connection meanwhile, so 300 at once by one client left no connection for anybody else.
 */
export const changesInTurn = fp(async (app) => {
  const takeTurn = limitConcurrencyOfEach({ maxConcurrent: 4, maxWaitMs: 15_000 })

  app.addHook('onRoute', (route) => {
    if (!isChange(route)) return
    const { handler } = route
    route.handler = function (request, reply) {
      const handle = async () => handler.call(this, request, reply)
      return request.actor ? takeTurn(request.actor.id, handle) : handle()
    }
  })
})

/** Uploads may take long, so they do not count. */
const isChange = ({ method, config }: RouteOptions) =>
  ['POST', 'PUT', 'DELETE'].includes(String(method)) && config?.sends === undefined
