import pg from 'pg'
import { onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { applyPlan } from './billing.service.ts'

test('whoever listens hears of a plan that changed, and of no other', async ({ ctx, testContext, given }) => {
  const ada = await given.freelancer({ plan: 'pro' })
  const other = await given.freelancer({ plan: 'free' })
  const heard: (string | undefined)[] = []
  const line = new pg.Client(testContext.connection)
  onTestFinished(() => line.end())
  line.on('notification', ({ payload }) => heard.push(payload))
  await line.connect()
  await line.query('listen plan_changed')

  await applyPlan(ctx, ada.id, 'pro')
  await applyPlan(ctx, other.id, 'enterprise')

  await expect.poll(() => heard).toEqual([other.id])
})
