import { expect, onTestFinished, test } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { freePort } from '../../../test/free-port.ts'
import { createGiven } from '../../../test/given.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { buildApp } from '../../app.ts'
import { getProfile } from '../../features/accounts/accounts.service.ts'
import { resendLogin } from '../../features/clients/clients.service.ts'
import { work } from '../../work.ts'
import { runDueJobs } from '../jobs/runner.ts'

test('reports a mail server that is down, and sends the waiting emails when it responds', async () => {
  const { ctx, clock, ada, resendTo, runJobs, readiness, port } = await porticoWithMailServer()
  await resendTo('maya@example.test')
  await resendTo('ben@example.test')

  await runJobs()
  const atFirst = await readiness()
  clock.forward({ seconds: 15 * 60 })

  expect(atFirst).toMatchObject({ status: 200, body: { mail: 'ok' } })
  expect(await readiness()).toMatchObject({ status: 200, body: { status: 'ready', mail: 'failing' } })
  expect((await getProfile(ctx, ada)).emailsDelayedSince).toEqual(expect.any(String))

  const smtp = await mailServer({}, port)
  await ctx.jobs.add(ctx.db, 'retryOneEmail', {})
  await runJobs()
  await runJobs()

  expect(smtp.received.flatMap(({ recipients }) => recipients).sort()).toEqual([
    'ben@example.test',
    'maya@example.test',
  ])
  expect(await readiness()).toMatchObject({ body: { mail: 'ok' } })
  expect((await getProfile(ctx, ada)).emailsDelayedSince).toBeNull()
})

test('does not blame the mail server for a mailbox that is full', async () => {
  const { ctx, ada, resendTo, runJobs, port } = await porticoWithMailServer()
  await mailServer(
    { onRcptTo: (_to, _session, done) => done(Object.assign(new Error('full'), { responseCode: 452 })) },
    port,
  )
  await resendTo('maya@example.test')

  await runJobs()

  expect((await getProfile(ctx, ada)).emailsDelayedSince).toBeNull()
})

async function porticoWithMailServer() {
  const port = await freePort()
  const { ctx, clock, connection, close } = await createTestContext({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  })
  onTestFinished(close)
  const app = await buildApp(ctx, { web: false })
  onTestFinished(() => app.close())
  const given = createGiven(ctx)
  const ada = await given.freelancer()
  const runJobs = () => runDueJobs(ctx, connection, work)
  return {
    ctx,
    clock,
    ada,
    port,
    runJobs,
    async resendTo(email: string) {
      const { id } = await given.client(ada, { email })
      await resendLogin(ctx, ada, id, '127.0.0.1')
    },
    async readiness() {
      const response = await app.inject('/readyz')
      return { status: response.statusCode, body: response.json() }
    },
  }
}

async function mailServer(...options: Parameters<typeof startSmtp>) {
  const smtp = await startSmtp(...options)
  onTestFinished(smtp.stop)
  return smtp
}
