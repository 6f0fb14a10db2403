import { activity, projects } from '@portico/contract'
import type { KyselyPlugin } from 'kysely'
import { vi } from 'vitest'
import { expect } from '../../../../test/fixtures.ts'
import { countLockWaits } from '../../../../test/lock-waits.ts'
import { FIVE_MINUTES, test } from '../../../../test/notification-emails.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'
import type { AppContext } from '../../../platform/context.ts'
import { queueNotificationEmails } from './queue-emails.service.ts'

test('emails an event that is committed while the job finds nothing to email', async ({
  api,
  clock,
  pair: { maya, ada, menu },
  ctx,
  emailsTo,
  given,
}) => {
  await given.file(ada, menu, { name: 'read.pdf' })
  const upTo = (await api.as(maya).call(activity.notifications)).body[0]?.id ?? ''
  await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { title: 'Summer menu' } })
  await api.as(maya).call(activity.markRead, { body: { upTo } })
  clock.forward(FIVE_MINUTES)

  const during = runAfterPlan(ctx, () => given.file(ada, menu, { name: 'late.pdf' }))
  await queueNotificationEmails({ ...ctx, db: during.db }, {})
  await during.finished
  expect(await emailsTo(maya)).toEqual([])
  clock.forward(FIVE_MINUTES)

  expect((await emailsTo(maya)).map(({ subject }) => subject)).toEqual(['Summer menu: Ada uploaded late.pdf'])
})

/** Calls `run` after the due rows were read, and waits until it is done or waits for a lock. */
function runAfterPlan({ db }: AppContext, run: () => Promise<unknown>) {
  const { promise: finished, resolve } = Promise.withResolvers<unknown>()
  let state: 'before' | 'running' | 'done' = 'before'
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (state === 'before' && result.rows[0] && 'workDue' in result.rows[0]) {
        state = 'running'
        resolve(run().finally(() => (state = 'done')))
        await vi.waitFor(
          async () => expect(state === 'done' || (await countLockWaits(db)) > 0).toBe(true),
          WAIT_OPTIONS,
        )
      }
      return result
    },
  }
  return { db: db.withPlugin(plugin), finished }
}
