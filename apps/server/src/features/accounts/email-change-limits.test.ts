import { accounts } from '@portico/contract'
import { sql } from 'kysely'
import { createTestContext } from '../../../test/context.ts'
import { expect, test as fixtures } from '../../../test/fixtures.ts'
import { type TestFreelancer, uniqueEmail } from '../../../test/given.ts'

const test = fixtures
  .extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
    const testContext = await createTestContext({ LIMIT_LOGIN: '3/900', LIMIT_MAIL: '2/3600' })
    onCleanup(testContext.close)
    return testContext
  })
  .extend(
    'ask',
    ({ api }) =>
      (ada: TestFreelancer, email: string, currentPassword = ada.password) =>
        api.as(ada).call(accounts.changeEmail, { body: { email, currentPassword } }),
  )

test('counts a wrong password at a change of email as a failed login', async ({ ask, given }) => {
  const ada = await given.freelancer()

  const statuses: number[] = []
  for (let n = 0; n < 4; n++) statuses.push((await ask(ada, uniqueEmail('new'), `wrong ${n}`)).status)

  expect(statuses).toEqual([400, 400, 400, 429])
})

test('mails no link over the limit of the new address, says so, and changes nothing', async ({
  api,
  ask,
  emails,
  given,
}) => {
  const ada = await given.freelancer()
  const [email, other] = [uniqueEmail('new'), uniqueEmail('other')]
  await ask(ada, email)
  await api.as(ada).call(accounts.resendEmailChange)
  await ask(ada, other)

  const limited = await ask(ada, email)

  expect(limited).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect((await api.as(ada).call(accounts.me)).body.pendingEmail?.email).toBe(other)
  // The first job found that another change had taken the place of its own.
  expect(await emails.to(email)).toEqual([])
})

test('announces a change to the old address over its limit too, as soon as there is room', async ({
  api,
  ask,
  clock,
  ctx,
  emails,
  given,
}) => {
  const ada = await given.freelancer()
  const count = { purpose: 'address', mailbox: ada.email, account: ada.id } as const
  for (let n = 0; n < 2; n++)
    await ctx.outbox.queue(ctx.db, 'mailEmailChanged', { undoId: ada.id, at: '', device: null }, count)
  const email = uniqueEmail('new')
  await ask(ada, email)
  const text = (await emails.to(email))[0]?.text ?? ''
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? ''

  await api.as(null).call(accounts.confirmEmailChange, { body: { token } })

  expect(await emails.to(ada.email)).toEqual([])
  clock.forward({ seconds: 3_601 })
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(ctx.db)
  expect((await emails.to(ada.email))[0]?.text).toMatch(/undo-email\?token=/)
})
