import pg from 'pg'
import { onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { applyPlan } from './billing.service.ts'

test('notifies listeners of a changed plan only', async ({ ctx, testContext, given }) => {
  const ada = await given.freelancer({ plan: 'pro' })
  const other = await given.freelancer({ plan: 'free' })
  const notifications: (string | undefined)[] = []
  const listener = new pg.Client(testContext.connection)
  onTestFinished(() => listener.end())
  listener.on('notification', ({ payload }) => notifications.push(payload))
  await listener.connect()
  await listener.query('listen plan_changed')

  await applyPlan(ctx, ada.id, 'pro')
  await applyPlan(ctx, other.id, 'enterprise')

  await expect.poll(() => notifications).toEqual([other.id])
})
