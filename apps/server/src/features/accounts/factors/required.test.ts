import { generate } from 'otplib'
import { test as base, expect } from 'vitest'
import { createTestContext } from '../../../../test/context.ts'
import { createGiven } from '../../../../test/given.ts'
import { buildApp } from '../../../app.ts'
import { resetFactors } from './factors.service.ts'

const test = base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const testContext = await createTestContext({ REQUIRE_SECOND_FACTOR: 'all' })
  const app = await buildApp(testContext.ctx, { web: false })
  onCleanup(async () => {
    await app.close()
    await testContext.close()
  })
  return { app, ctx: testContext.ctx, given: createGiven(testContext.ctx) }
})

test('a required second factor is set up before anything else, also after the operator has reset it', async ({
  server: { app, ctx, given },
}) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    by = ada.token,
  ) => {
    const headers = { authorization: `Bearer ${by}` }
    const reply = await app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })
    return { status: reply.statusCode, body: reply.body ? reply.json() : null }
  }
  const NEEDED = { status: 403, body: { code: 'SECOND_FACTOR_NEEDED' } }

  expect(await call('GET', '/projects')).toMatchObject(NEEDED)
  expect((await call('GET', '/projects/client', undefined, client.token)).status).not.toBe(403)
  expect(await call('GET', '/auth/factors')).toMatchObject({ status: 200, body: { required: true } })
  const { body } = await call('POST', '/auth/factors/app')
  const code = await generate({ secret: body.secret })
  expect((await call('PUT', '/auth/factors/app', { challenge: body.challenge, code })).status).toBe(200)

  expect((await call('GET', '/projects')).status).toBe(200)
  expect(await call('DELETE', '/auth/factors')).toMatchObject({
    status: 409,
    body: { code: 'FACTOR_REQUIRED' },
  })

  expect(await resetFactors(ctx, ada.email.toUpperCase())).toMatchObject({ had: true })
  expect(await resetFactors(ctx, ada.email)).toMatchObject({ had: false })
  expect(await resetFactors(ctx, 'nobody@example.com')).toBe(undefined)
  expect(await call('GET', '/projects')).toMatchObject(NEEDED)
})
