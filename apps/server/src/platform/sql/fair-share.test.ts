import { accounts, projects, requests, search } from '@portico/contract'
import { KEYS_PATH } from '@portico/contract/receipt-hash'
import { sql } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import type { TestFreelancer, TestUser } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { type Payer, payFor } from './current-account.ts'
import type { Db } from './database.ts'

/** A third of the pool. */
const SHARE = 4

/** Holds so many connections as this payer until the returned function is called. */
async function hold(db: Db, payer: Payer, count: number) {
  const ended = Promise.withResolvers<void>()
  const begun = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const held = begun.map(({ resolve }) =>
    payFor(payer, () =>
      db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx)
        resolve()
        await ended.promise
      }),
    ),
  )
  await Promise.all(begun.map(({ promise }) => promise))
  return async () => {
    ended.resolve()
    await Promise.all(held)
  }
}

const holdAll = (db: Db, { id }: TestFreelancer) => hold(db, { workspaceId: id }, SHARE)

test('one person’s changes that wait for a lock leave database connections for others', async ({
  api,
  ctx,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const [logo] = await given.requests(maya.freelancer, project, ['Logo'])

  const replies = await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('project').select('id').where('id', '=', project.id).forUpdate().execute()
    const replies = Array.from({ length: 12 }, (_, i) =>
      api.as(maya).call(requests.answer, { params: { id: logo.id }, body: { text: `${i}` } }),
    )
    await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(SHARE), WAIT_OPTIONS)
    await given.client(await given.freelancer())
    return replies
  })

  expect((await Promise.all(replies)).map(({ status }) => status)).toContain(200)
})

test('an answer by a guest’s form counts for the account of the link', async ({ app, ctx, given }) => {
  const maya = await given.client(await given.freelancer())
  const [hours] = await given.requests(maya.freelancer, await given.project(maya), [
    { title: 'Opening hours', kind: 'text' },
  ])
  const { token } = await given.guestLink(maya, hours)
  const release = await holdAll(ctx.db, maya.freelancer)

  const answer = app.inject({
    method: 'POST',
    url: `/give/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'name=Sam&text=Eight+to+six',
  })
  const first = await Promise.race([answer, app.inject(`/give/${token}`)])
  await release()

  // The page itself is for nobody's account yet.
  expect(first.statusCode).toBe(200)
  expect((await answer).statusCode).toBe(201)
})

test('the keys of receipts count for the address that asks', async ({ app, ctx, given }) => {
  const ask = (remoteAddress: string) => app.inject({ url: KEYS_PATH, remoteAddress })
  const release = await hold(ctx.db, { address: '10.0.0.1' }, SHARE - 1)

  const settled: number[] = []
  const reply = ask('10.0.0.1').then(({ statusCode }) => settled.push(statusCode))
  expect((await ask('10.0.0.2')).statusCode).toBe(200)
  await given.client(await given.freelancer())
  expect(settled).toEqual([])

  await release()
  await reply
  expect(settled).toEqual([200])
})

test('a caller without an account waits five seconds for both their turns together', async ({ ctx }) => {
  const releaseOne = await hold(ctx.db, { address: '10.0.0.1' }, 1)
  const releaseOthers = await hold(ctx.db, { address: '10.0.0.1' }, SHARE - 2)
  const releaseAnother = await hold(ctx.db, { address: '10.0.0.2' }, 1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const ask = (address: string) => payFor({ address }, () => sql`select 1`.execute(ctx.db))
  const waiting = ask('10.0.0.1').then(
    () => 'served',
    (error) => error.code,
  )

  // The turn of the address is free, and that of all callers without an account is taken by another address.
  await vi.advanceTimersByTimeAsync(4_000)
  const next = hold(ctx.db, { address: '10.0.0.3' }, 1)
  await releaseOne()
  const releaseNext = await next
  await vi.advanceTimersByTimeAsync(1_000)

  expect(await waiting).toBe('TOO_MUCH_AT_ONCE')
  await Promise.all([releaseOthers(), releaseAnother(), releaseNext()])
})

test('a freelancer, their clients and their guests share one third of the connections', async ({
  api,
  ctx,
  given,
}) => {
  const ada = await given.freelancer()
  const [maya, lin] = [await given.client(ada), await given.client(await given.freelancer())]
  const project = await given.project(maya)
  const release = await holdAll(ctx.db, ada)
  const title = { params: { id: project.id }, body: { title: 'Menu' } }
  const calls: [TestUser, () => Promise<{ status: number }>][] = [
    [ada, () => api.as(ada).call(projects.update, title)],
    [ada, () => api.as(ada).call(search.search, { querystring: { q: 'menu' } })],
    [maya, () => api.as(maya).call(search.search, { querystring: { q: 'menu' } })],
  ]

  const settled: number[] = []
  const replies = calls.map(([, call]) => call().then(({ status }) => settled.push(status)))
  // Others are served meanwhile, and so is everybody who logs in.
  const { email, password } = ada
  const others = await Promise.all([
    api.as(lin).call(search.search, { querystring: { q: 'menu' } }),
    api.as(lin.freelancer).call(search.search, { querystring: { q: 'menu' } }),
    api.as(null).call(accounts.login, { body: { email, password } }),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(settled).toEqual([])

  await release()
  await Promise.all(replies)
  expect(settled).toEqual([200, 200, 200])
})
