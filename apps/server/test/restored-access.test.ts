import { accounts, calendar, clients, guestLinks, projects, reviews } from '@portico/contract'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { finishRestore } from '../src/features/files/installation.service.ts'
import { expect, tokenFromUrl } from './fixtures.ts'
import { test } from './one-project.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

test('a restore ends everything that gives access, and passwords go on working', async ({
  ctx,
  app,
  api,
  emails,
  given,
  clock,
}) => {
  clock.reset()
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const menu = await given.project(maya)
  const [photo] = await given.requests(ada, menu, ['Photo of the shopfront'])
  const guest = await given.guestLink(maya, photo)
  const preview = await given.preview(maya)
  const feed = new URL((await api.as(maya).call(calendar.renew)).body.url)
  await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email } })
  const [resetEmail] = await emails.to(ada.email)
  const resetToken = /reset-password\?token=([\w-]+)/.exec(resetEmail?.text ?? '')?.[1] ?? ''
  const review = await given.review(ada, await given.file(ada, menu), { needsCode: true })
  await api.as(maya).call(reviews.sendCode, { params: { id: review.id } })
  await emails.to(maya.email)
  const statuses = async () => ({
    freelancer: (await api.as(ada).call(projects.list)).status,
    client: (await api.as(maya).call(projects.listForClient)).status,
    preview: (await api.as(preview).call(projects.listForClient)).status,
    loginLink: (
      await api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(maya.loginUrl) } })
    ).status,
    guest: (await api.as(null).call(guestLinks.open, { params: { token: guest.token } })).status,
    calendar: (await app.inject(feed.pathname + feed.search)).statusCode,
  })
  const before = await statuses()

  const { ended } = await finishRestore(ctx)

  const reset = await api
    .as(null)
    .call(accounts.resetPassword, { body: { token: resetToken, password: 'a quite different password' } })
  expect(before).toEqual({
    freelancer: 200,
    client: 200,
    preview: 200,
    loginLink: 200,
    guest: 200,
    calendar: 200,
  })
  // This server remembers the sessions until the database notifies it.
  await vi.waitFor(
    async () =>
      expect(await statuses()).toEqual({
        freelancer: 401,
        client: 401,
        preview: 401,
        loginLink: 401,
        guest: 404,
        calendar: 404,
      }),
    WAIT_OPTIONS,
  )
  expect(reset).toMatchObject({ status: 401, body: { code: 'RESET_NOT_VALID' } })
  expect(ended).toMatchObject({ guestLinks: 1, calendarAddresses: 1, passwordResets: 1, decisionCodes: 1 })
  const { email, password } = ada
  expect((await api.as(null).call(accounts.login, { body: { email, password } })).status).toBe(200)
})

test('a restore deletes every row of a table with a secret, unless that lets nobody in', async ({
  ctx,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const later = new Date(Date.now() + 60_000).toISOString()
  const subscription = {
    session_id: maya.sessionId,
    endpoint: 'https://push.example/1',
    p256dh: '',
    auth: '',
  }
  await ctx.db
    .insertInto('push_subscription')
    .values({ ...subscription, created_at: later })
    .execute()
  const confirmation = { token_hash: Buffer.alloc(32), freelancer_id: maya.freelancer.id, expires_at: later }
  await ctx.db.insertInto('email_confirmation').values(confirmation).execute()
  const { rows: secrets } = await sql<{ column: string; table: string }>`
    select table_name || '.' || column_name as column, table_name as table from information_schema.columns
    where table_schema = 'public' and column_name ~ '(hash|token|secret|endpoint)'`.execute(ctx.db)

  await finishRestore(ctx)

  const rowsLeft = await Promise.all(
    ['session', 'push_subscription', 'email_confirmation', 'login_link'].map(async (table) => {
      const { rows } = await sql`select from ${sql.table(table)}`.execute(ctx.db)
      return rows.length
    }),
  )
  expect(rowsLeft).toEqual([0, 0, 0, 0])
  const letIn = secrets.filter(({ column }) => !HARMLESS.includes(column)).map(({ table }) => table)
  expect([...new Set(letIn)].filter((table) => !ENDED.includes(table))).toEqual([])
})

/** A new table with a secret belongs here and into `accessTables`, or its column into the list below. */
const ENDED = [
  'calendar_feed',
  'email_change',
  'email_confirmation',
  'email_undo',
  'login_link',
  'member_invitation_code',
  'member_invitation_link',
  'password_reset',
  'push_subscription',
  'guest_link',
  'review_code',
  'remembered_browser',
  'factor_challenge',
]
const HARMLESS = [
  'freelancer.password_hash',
  'installation.secret_check',
  'process.secret_check',
  // They are asked for besides the password.
  'authenticator.secret',
  'recovery_code.code_hash',
]
