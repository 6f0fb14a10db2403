import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { limitConcurrencyOfEach } from '../process/limit-concurrency.ts'

/**
 * Makes a few changes of one person at a time. Those of one project wait for each other, each with a connection to the database:
 * 300 at once by one client left none for anybody else.
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

/** An upload takes as long as its bytes. */
const isChange = ({ method, config }: RouteOptions) =>
  ['POST', 'PUT', 'DELETE'].includes(String(method)) && config?.sends === undefined
