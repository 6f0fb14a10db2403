import { expect } from 'vitest'
import { startSimulator } from '../src/index.ts'
import { createStripe, PAGES_URL, SECRET_KEY, test } from './fixtures.ts'

const GOOD = '4242 4242 4242 4242'
const FAILS_LATER = '4000 0000 0000 0341'
const DECLINED = '4000 0000 0000 0002'

test('ends a trial without a card on its last day', async ({ shop }) => {
  await shop.complete((await shop.checkout()).id)
  expect(await shop.subscription()).toMatchObject({ status: 'trialing', default_payment_method: null })

  await shop.days(6)
  expect((await shop.subscription()).status).toBe('trialing')
  await shop.days(2)

  expect((await shop.subscription()).status).toBe('canceled')
})

test('turns a trial with a card into a paid subscription and renews it monthly', async ({ shop, stripe }) => {
  await shop.complete((await shop.checkout()).id, GOOD)

  await shop.days(40)

  const { status, items, trial_end } = await shop.subscription()
  expect(status).toBe('active')
  expect(items.data[0]?.current_period_start).toBeGreaterThan(trial_end ?? 0)
  const { data: invoices } = await stripe.invoices.list({ customer: shop.customer.id })
  expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([500, 500, 0])
})

test('retries a failed payment and cancels the subscription after the last attempt', async ({
  shop,
  stripe,
}) => {
  await shop.complete((await shop.checkout()).id, FAILS_LATER)

  await shop.days(8)
  expect((await shop.subscription()).status).toBe('past_due')
  await shop.days(15)

  expect((await shop.subscription()).status).toBe('canceled')
  const [invoice] = (await stripe.invoices.list({ customer: shop.customer.id })).data
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null })
})

test.for([DECLINED, FAILS_LATER, '5555 5555 5555 4444'])(
  'without a trial, %s buys nothing',
  async (card, { shop, stripe }) => {
    const session = await shop.checkout(0)

    await expect(shop.complete(session.id, card)).rejects.toMatchObject({ code: 'card_declined' })

    expect(await shop.subscription()).toBeUndefined()
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    expect((await stripe.invoices.list({ customer: shop.customer.id })).data).toEqual([])
  },
)

test('charges the price that its preview showed, on the same subscription', async ({ shop, stripe }) => {
  await shop.complete((await shop.checkout(0)).id, GOOD)
  await shop.days(10)
  const { id, items } = await shop.subscription()
  const change = {
    items: [{ id: items.data[0]?.id, price: shop.large.id }],
    proration_behavior: 'always_invoice' as const,
  }

  const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: change })
  await stripe.subscriptions.update(id, change)

  const [invoice] = (await stripe.invoices.list({ customer: shop.customer.id })).data
  expect(invoice?.amount_paid).toBe(preview.amount_due)
  expect(preview.amount_due).toBeGreaterThan(400)
  expect(preview.amount_due).toBeLessThan(700)
  expect((await shop.subscription()).items.data[0]?.price.id).toBe(shop.large.id)
})

test('keeps the rest of a higher price as credit for the next payments', async ({ shop, stripe }) => {
  await shop.complete((await shop.checkout(0)).id, GOOD)
  const { id, items } = await shop.subscription()
  const to = (price: string) => ({
    items: [{ id: items.data[0]?.id, price }],
    proration_behavior: 'always_invoice' as const,
  })
  await stripe.subscriptions.update(id, to(shop.large.id))

  await stripe.subscriptions.update(id, to(shop.small.id))
  const before = (await stripe.customers.retrieve(shop.customer.id)) as { balance: number }
  await shop.days(32)
  const after = (await stripe.customers.retrieve(shop.customer.id)) as { balance: number }

  expect(before.balance).toBeLessThan(-500)
  expect(after.balance).toBe(before.balance + 500)
})

test('cancels at the end of the period, unless the cancellation is taken back', async ({ shop, stripe }) => {
  await shop.complete((await shop.checkout(0)).id, GOOD)
  const { id } = await shop.subscription()

  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  await shop.days(32)
  expect((await shop.subscription()).status).toBe('active')
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await shop.days(32)

  expect((await shop.subscription()).status).toBe('canceled')
})

test('changes the price at the end of the period by a schedule, and refuses other changes until then', async ({
  shop,
  stripe,
}) => {
  await shop.complete((await shop.checkout(0)).id, GOOD)
  const { id } = await shop.subscription()
  const { id: schedule, phases } = await stripe.subscriptionSchedules.create({ from_subscription: id })
  const [now] = phases
  await stripe.subscriptionSchedules.update(schedule, {
    phases: [
      { start_date: now?.start_date ?? 0, end_date: now?.end_date ?? 0, items: [{ price: shop.small.id }] },
      { items: [{ price: shop.large.id }], duration: { interval: 'month' } },
    ],
  })

  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow(/managed by/)
  await expect(stripe.subscriptionSchedules.create({ from_subscription: id })).rejects.toThrow(/already/)
  await shop.days(32)
  const changed = await shop.subscription()
  await shop.days(31)

  expect(changed).toMatchObject({ status: 'active', schedule })
  const { data: invoices } = await stripe.invoices.list({ customer: shop.customer.id })
  expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([1_200, 1_200, 500])
  expect(await shop.subscription()).toMatchObject({ status: 'active', schedule: null })
  expect(await stripe.subscriptionSchedules.retrieve(schedule)).toMatchObject({ status: 'released' })
})

test('redirects a finished checkout, and returns a page at every address', async ({
  shop,
  stripe,
  simulator,
}) => {
  const page = async (url: string | null) => {
    const reply = await fetch(`http://${simulator.host}:${simulator.port}${new URL(url ?? '').pathname}`)
    return `${reply.status} ${await reply.text()}`
  }
  const bought = await shop.checkout()
  const left = await shop.checkout()
  await stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } } })
  const portal = await stripe.billingPortal.sessions.create({ customer: shop.customer.id })

  await shop.complete(bought.id)
  await stripe.checkout.sessions.expire(left.id)

  expect(await page(bought.url)).toMatch(/^200.+been through this checkout.+billing-success\?session_id=/s)
  expect(await page(left.url)).toMatch(/^200.+no longer open.+billing-cancelled/s)
  expect(await page(`${portal.url}/pay/in_1`)).toMatch(/^200.+<h1>Billing<\/h1>/s)
})

test('runs a call once per idempotency key, and refuses the key for another call', async ({
  stripe,
  shop,
}) => {
  const key = { idempotencyKey: 'one' }

  const [first, second] = await Promise.all([
    stripe.customers.create({ email: 'a@example.test' }, key),
    stripe.customers.create({ email: 'a@example.test' }, key),
  ])

  expect(second.id).toBe(first.id)
  await expect(stripe.customers.create({ email: 'b@example.test' }, key)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
  expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([first.id, shop.customer.id])
})

test('pages lists newest first, and expands ids', async ({ stripe, shop }) => {
  for (let n = 0; n < 4; n++) await stripe.customers.create({ name: `${n}` })
  const names: unknown[] = []
  for await (const { name } of stripe.customers.list({ limit: 2 })) names.push(name)
  const session = await shop.checkout()

  const { customer } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer'] })

  expect(names).toEqual(['3', '2', '1', '0', 'Ada Marsh'])
  expect(customer).toMatchObject({ id: shop.customer.id, name: 'Ada Marsh' })
})

test('keeps its state across a restart', async ({ shop, simulator, folder }) => {
  await shop.complete((await shop.checkout()).id, GOOD)
  await shop.days(3)
  const before = await shop.subscription()
  await simulator.close()

  const again = await startSimulator({ folder, secretKey: SECRET_KEY, pages: PAGES_URL, webhook: null })

  const stripe = createStripe(again)
  expect((await stripe.subscriptions.retrieve(before.id)).toString()).toEqual(before.toString())
  const [clock] = (await stripe.testHelpers.testClocks.list()).data
  expect(clock?.frozen_time).toBeGreaterThan(Date.now() / 1_000 + 2 * 86_400)
  await again.close()
})
