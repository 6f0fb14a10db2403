import { push } from '@portico/contract'
import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import { expect } from '../../../../test/fixtures.ts'
import { startPushService } from '../../../../test/push-service.ts'
import { TEN_SECONDS, test } from '../../../../test/pushes.ts'
import type { AppContext } from '../../../platform/context.ts'

async function waitingJobs({ db }: AppContext, sessionId: string) {
  const { rows } = await sql<{ attempts: number; last_error: string }>`
    select attempts, last_error from graphile_worker._private_jobs
    where payload->>'sessionId' = ${sessionId}`.execute(db)
  return rows
}

test('a test arrives at the browser that asks for it', async ({ api, createPair, service, subscribe }) => {
  const { maya } = await createPair()
  const browser = await subscribe(maya)

  const { status } = await api.as(maya).call(push.test)

  expect(status).toBe(204)
  expect(service.received.map(browser.read)).toMatchObject([
    { title: 'It works', url: '/client-dashboard/settings' },
  ])
})

test('a test where push is not on is refused', async ({ api, createPair, subscribe, service }) => {
  const { maya, ada } = await createPair()
  await subscribe(ada)

  expect(await api.as(maya).send(push.test)).toMatchObject({ status: 409, body: { code: 'PUSH_NOT_ON' } })
  expect(service.received).toEqual([])
})

describe('a subscription that the browser has ended is forgotten', () => {
  test.for([404, 410])(
    '%s',
    async (status, { api, clock, createPair, ctx, given, pushes, service, subscribe }) => {
      const { maya, ada, menu } = await createPair()
      await subscribe(maya)
      service.status = status
      await given.file(ada, menu)
      clock.forward(TEN_SECONDS)
      expect(await pushes()).toHaveLength(1)

      expect((await api.as(maya).call(push.get)).body.devices).toEqual([])
      expect(await waitingJobs(ctx, maya.sessionId)).toEqual([])

      await subscribe(maya)
      expect(await api.as(maya).send(push.test)).toMatchObject({ status: 409, body: { code: 'PUSH_ENDED' } })
      expect(await api.as(maya).send(push.test)).toMatchObject({ body: { code: 'PUSH_NOT_ON' } })
    },
  )
})

describe('a push service that refuses us is logged loudly, is not asked again, and keeps its subscriptions', () => {
  test.for([400, 401, 403, 413])(
    '%s',
    async (status, { api, clock, createPair, ctx, given, pushes, service, subscribe }) => {
      const { maya, ada, menu } = await createPair()
      const browser = await subscribe(maya)
      const error = vi.spyOn(ctx.log, 'error')
      service.status = status
      await given.file(ada, menu)
      clock.forward(TEN_SECONDS)

      expect(await pushes()).toHaveLength(1)

      expect(error.mock.calls).toEqual([
        [{ service: 'updates.push.services.mozilla.com', status }, expect.any(String)],
      ])
      expect(JSON.stringify(error.mock.calls)).not.toContain(browser.subscription.endpoint)
      expect(await waitingJobs(ctx, maya.sessionId)).toEqual([])
      expect((await api.as(maya).call(push.get)).body.devices).toHaveLength(1)
      expect(await api.as(maya).send(push.test)).toMatchObject({
        status: 409,
        body: {
          code: 'PUSH_REFUSED',
          message: `The push service of your browser (updates.push.services.mozilla.com) refused it with status ${status}.`,
        },
      })
    },
  )
})

describe('a push service that is busy or has failed is tried again', () => {
  test.for([429, 500, 503])(
    '%s',
    async (status, { api, clock, createPair, ctx, given, pushes, service, subscribe }) => {
      const { maya, ada, menu } = await createPair()
      const browser = await subscribe(maya)
      service.status = status
      await given.file(ada, menu)
      clock.forward(TEN_SECONDS)
      await pushes()

      const [job] = await waitingJobs(ctx, maya.sessionId)
      // Twice on a slow machine, because the jobs are run twice.
      expect([1, 2]).toContain(job?.attempts)
      expect(job?.last_error).not.toContain(browser.subscription.endpoint)
      expect(await api.as(maya).send(push.test)).toMatchObject({
        status: 503,
        body: { code: 'PUSH_SERVICE_AWAY' },
      })

      service.status = 201
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(ctx.db)
      const [first, ...others] = (await pushes()).map(browser.read)
      expect(others.at(-1)).toEqual(first)
      expect(await waitingJobs(ctx, maya.sessionId)).toEqual([])
    },
  )
})

test('follows no redirect', async ({ clock, createPair, ctx, given, pushes, service, subscribe }) => {
  const { maya, ada, menu } = await createPair()
  await subscribe(maya)
  service.status = 307
  service.headers = { location: 'https://updates.push.services.mozilla.com/elsewhere' }
  await given.file(ada, menu)
  clock.forward(TEN_SECONDS)

  expect(await pushes()).toHaveLength(1)
  expect(await waitingJobs(ctx, maya.sessionId)).toEqual([])
})

test('a push service that does not respond times out and is tried again', async ({
  api,
  clock,
  createPair,
  ctx,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  const browser = await subscribe(maya)
  const silent = await startPushService(ctx, { timeoutMs: 200 })
  silent.isSilent = true
  await given.file(ada, menu)
  clock.forward(TEN_SECONDS)

  await pushes()

  const [job] = await waitingJobs(ctx, maya.sessionId)
  expect(job?.last_error).toContain('updates.push.services.mozilla.com did not respond')
  expect(job?.last_error).not.toContain(browser.subscription.endpoint)
  expect(await api.as(maya).send(push.test)).toMatchObject({
    status: 503,
    body: { code: 'PUSH_SERVICE_AWAY' },
  })
})
