import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { billing } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'
import { deliverWebhook, findCustomerId, listEvents } from '../../../test/stripe-events.ts'
import {
  advanceStripeClock,
  buyPlan,
  CARDS,
  freeStatusAfter,
  scheduleAtStripe,
  submitStripePage,
} from '../../../test/subscriptions.ts'
import { startCheckout } from './checkout.service.ts'

test('follows a whole subscription by the event types that the README lists', async ({
  ctx,
  app,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  const stripe = await ctx.payments.stripe()
  const listed = await eventsInReadme()
  const subscription = async () => {
    const [found] = (await stripe.subscriptions.list({ customer: await findCustomerId(ctx, ada) })).data
    return found?.id ?? ''
  }
  const portal = async () => (await api.as(ada).call(billing.portal)).body.url
  const life: [expected: object, happens: () => Promise<unknown>][] = [
    [{ plan: 'pro', hasCard: false }, () => buyPlan(ctx, ada, 'none')],
    [{ hasCard: true }, () => keepCard(portal)],
    [{ subscriptionStatus: 'past_due' }, () => advanceStripeClock(ctx, 8)],
    [{ subscriptionStatus: 'active' }, () => payIn(portal)],
    [{ nextPlan: 'starter' }, async () => scheduleAtStripe(ctx, await subscription(), 'pro', 'starter')],
    [{ plan: 'starter', nextPlan: null }, () => advanceStripeClock(ctx, 31)],
    [{ nextPlan: null }, () => advanceStripeClock(ctx, 31)],
    [{ cancelAtPeriodEnd: true }, async () => cancelAtEnd(await subscription())],
    [freeStatusAfter('starter', 'cancelled'), () => advanceStripeClock(ctx, 31)],
    [{ plan: 'enterprise', ended: null }, () => buyAgain()],
    [{ plan: 'free' }, async () => stripe.customers.del(await findCustomerId(ctx, ada))],
  ]

  const seen = new Set<string>()
  for (const [expected, happens] of life) {
    await happens()
    for (const event of await listEvents(ctx, ada)) {
      if (seen.has(event.id)) continue
      seen.add(event.id)
      if (listed.includes(event.type)) expect(await deliverWebhook(app, event)).toBe(200)
    }
    expect((await api.as(ada).call(billing.status)).body).toMatchObject(expected)
  }

  async function keepCard(open: typeof portal) {
    await submitStripePage(ctx, `${await open()}/card`, { card: CARDS.failsLater })
  }

  async function payIn(open: typeof portal) {
    const url = await open()
    await submitStripePage(ctx, `${url}/card`, { card: CARDS.good })
    const [invoice] = (await stripe.invoices.list({ customer: await findCustomerId(ctx, ada) })).data
    await submitStripePage(ctx, `${url}/pay/${invoice?.id}`)
  }

  function cancelAtEnd(id: string) {
    return stripe.subscriptions.update(id, { cancel_at_period_end: true })
  }

  async function buyAgain() {
    const { url } = await startCheckout(ctx, ada, 'enterprise')
    await submitStripePage(ctx, url, { card: CARDS.good })
  }
})

async function eventsInReadme() {
  const readme = await readFile(join(import.meta.dirname, '../../../../../README.md'), 'utf8')
  return [...readme.matchAll(/`((?:checkout|customer|invoice|subscription_schedule)\.[\w.]+)`/g)].map(
    ([, name]) => name,
  )
}
