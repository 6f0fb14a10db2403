import { accounts, audit } from '@portico/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { addJob } from '../src/platform/jobs/jobs.ts'
import { runCommand } from './command.ts'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'
import { createGiven } from './given.ts'

async function open() {
  const { ctx, connection, close } = await createTestContext()
  const app = await buildApp(ctx, { web: false })
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  const env = {
    DATABASE_URL: urlOf(connection),
    DATA_DIR: ctx.config.dataDir,
    APP_SECRET: ctx.config.appSecret,
  }
  const run = async (...args: string[]) => JSON.parse((await runCommand([...args, '--json'], env)).stdout)
  const fail = (...args: string[]) =>
    runCommand(args, env).then(
      () => undefined,
      (error) => error,
    )
  return { ctx, app, given: createGiven(ctx), run, fail }
}

test('people are listed, shown, suspended, let in again and given a plan, which their log says', async () => {
  const { app, given, run, fail } = await open()
  const ada = await given.freelancer()
  await given.client(ada)
  const get = async (url: string, token = ada.token) => {
    const reply = await app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })
    return { status: reply.statusCode, body: reply.json() }
  }
  const logIn = async () => {
    const payload = { email: ada.email, password: ada.password }
    const reply = await app.inject({ method: 'POST', url: `/api${accounts.login.url}`, payload })
    return { status: reply.statusCode, body: reply.json() }
  }

  expect(await run('user', 'list', ada.email.slice(0, 12).toUpperCase())).toMatchObject({
    total: 1,
    users: [{ email: ada.email, suspendedAt: null, secondFactor: false }],
  })
  expect(await run('user', 'list', '%')).toEqual({ total: 0, users: [] })
  expect(await run('user', 'show', ada.email)).toMatchObject({
    id: ada.id,
    clients: 1,
    projects: 0,
    files: 0,
  })

  expect(await run('user', 'suspend', ada.email.toUpperCase())).toMatchObject({ changed: true, sessions: 1 })
  expect(await run('user', 'suspend', ada.email)).toMatchObject({ changed: false })
  expect(await logIn()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } })
  await expect.poll(async () => (await get('/projects')).status).toBe(401)

  expect(await run('user', 'resume', ada.email)).toMatchObject({ changed: true })
  const { body } = await logIn()
  expect(await run('user', 'set-plan', ada.email, 'starter')).toMatchObject({ to: 'starter' })
  const log = await get(audit.list.url, body.token)
  expect(log.body.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['account.suspended', 'account.resumed', 'plan.changed']),
  )

  for (const command of ['show', 'suspend', 'resume', 'reset-password'])
    expect(await fail('user', command, 'nobody@x.example')).toMatchObject({
      code: 1,
      stderr: 'Nobody has an account with the address nobody@x.example.\n',
    })
  expect(await fail('user', 'set-plan', ada.email, 'gold')).toMatchObject({ code: 2 })
  expect(await fail('user', 'suspend')).toMatchObject({ code: 2 })
})

test('a link for a new password is queued', async () => {
  const { ctx, given, run } = await open()
  const ada = await given.freelancer()

  await run('user', 'reset-password', ada.email)

  expect((await run('jobs', 'list', '--name', 'mailPasswordReset')).total).toBe(1)
  expect(await ctx.db.selectFrom('freelancer').select('id').where('id', '=', ada.id).execute()).toHaveLength(
    1,
  )
})

test('jobs are listed, run again and deleted, and those that are not dead are kept', async () => {
  const { ctx, run, fail } = await open()
  await sql`delete from graphile_worker._private_jobs`.execute(ctx.db)
  for (let count = 0; count < 3; count++) await addJob(ctx.db, 'emptyBin', {}, { maxAttempts: 2 })
  const [one, two, three] = (await run('jobs', 'list')).jobs.map(({ id }: { id: string }) => id)
  await sql`
    update graphile_worker._private_jobs set attempts = 2, last_error = 'no disk' where id in (${one}, ${two})`.execute(
    ctx.db,
  )

  expect(await run('jobs', 'list', '--state', 'dead')).toMatchObject({
    total: 2,
    jobs: [
      { id: one, name: 'emptyBin', state: 'dead', attempts: 2, maxAttempts: 2, error: 'no disk' },
      { id: two, state: 'dead' },
    ],
  })
  expect(await run('jobs', 'retry', one)).toEqual({ retried: [one], missing: [] })
  expect(await fail('jobs', 'retry', three)).toMatchObject({ code: 1 })
  expect(await fail('jobs', 'purge', '--dead')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was deleted/),
  })
  expect(await run('jobs', 'purge', one, three)).toEqual({ purged: [] })
  expect(await run('jobs', 'purge', '--dead', '--yes')).toEqual({ purged: [two] })
  expect((await run('jobs', 'list')).jobs.map(({ state }: { state: string }) => state)).toEqual([
    'due',
    'due',
  ])
  for (const wrong of [
    ['jobs', 'retry'],
    ['jobs', 'retry', 'x'],
    ['jobs', 'purge', '--dead', one],
    ['jobs', 'list', '--state', 'x'],
  ])
    expect(await fail(...wrong), wrong.join(' ')).toMatchObject({ code: 2 })
})
