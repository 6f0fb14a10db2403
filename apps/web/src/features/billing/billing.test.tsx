import type { billing } from '@portico/contract'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { expectComplaint, open, problem, serve, toasts } from '../../../test/fixtures.tsx'
import { BillingNotice } from './BillingNotice.tsx'
import BillingSuccessPage from './BillingSuccessPage.tsx'
import CancelSubscriptionPage from './CancelSubscriptionPage.tsx'
import { PlanModalRoute } from './PlanModalRoute.tsx'
import { PlanSection } from './PlanSection.tsx'

const free: billing.BillingStatus = {
  plan: 'free',
  subscriptionStatus: 'active',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  trialEndsAt: null,
  nextPlan: null,
  hasCard: false,
  lastCharge: null,
  ended: null,
}
const end = '2026-12-18T12:00:00.000Z'
const pro: billing.BillingStatus = { ...free, plan: 'pro', currentPeriodEnd: end }
const preview: billing.Preview = {
  plan: 'enterprise',
  trialDays: 0,
  dueNow: 357,
  credit: 0,
  monthly: 1_200,
  nextPaymentAt: end,
}
const people = ['Maya', 'Tom'].map((firstName, i) => ({
  id: `c${i}`,
  firstName,
  lastName: 'Okafor',
  email: `${firstName}@example.test`,
  company: null,
  createdAt: end,
}))

function HeadingAndNotice() {
  return (
    <main id="main">
      <h1 tabIndex={-1}>Dashboard</h1>
      <BillingNotice />
    </main>
  )
}

function PlansAndNotice() {
  return (
    <>
      <BillingNotice />
      <PlanModalRoute />
    </>
  )
}

const status = (now: billing.BillingStatus) => () => Response.json(now)

test.for([
  ['/?plans=pro', free, 'Pro'],
  ['/?plans=starter', pro, 'Starter'],
  ['/?plans=gold', pro, 'Pro'],
] as const)('%s opens the plan window with the plan chosen', async ([path, now, title]) => {
  serve({ 'GET /billing/status': status(now), 'POST /stripe/preview': () => Response.json(preview) })
  open(path, { '/': <PlanModalRoute /> })

  const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: title })
  expect(chosen.checked).toBe(true)
  await expect.poll(() => document.activeElement).toBe(chosen)
})

test('marks the current plan, and shows the changes and the price of another before it is confirmed', async () => {
  serve({ 'GET /billing/status': status(pro), 'POST /stripe/preview': () => Response.json(preview) })
  open('/?plans', { '/': <PlanModalRoute /> })

  expect(await screen.findByRole('heading', { name: 'Choose Your Plan' })).toBeDefined()
  const current = await screen.findByRole<HTMLInputElement>('radio', { name: 'Pro' })
  expect(current.checked).toBe(true)
  expect(document.getElementById(current.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '£8 a month',
  )
  await expect.poll(() => document.activeElement).toBe(current)
  expect(screen.getByText('Your plan')).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Enterprise' }))

  expect(
    await screen.findByText(
      'Enterprise adds five clients, seven members and priority support. £3.57 today, worked out to the day. Then £12 a month, next on 18 December 2026.',
    ),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: /Change to Enterprise/ })).toBeDefined()
})

test('offers the checkout for a first purchase alone, and shows why it fails', async () => {
  serve({
    'GET /billing/status': status(free),
    'POST /stripe/preview': () =>
      Response.json({ ...preview, plan: 'pro', trialDays: 7, dueNow: 0, nextPaymentAt: null }),
    'POST /stripe/create-checkout-session': () =>
      problem(503, 'STRIPE_AWAY', 'Payments cannot be reached just now.'),
  })
  open('/?plans', { '/': <PlanModalRoute /> })

  await userEvent.click(await screen.findByRole('radio', { name: 'Pro' }))
  await userEvent.click(screen.getByRole('button', { name: /Continue to checkout/ }))

  await expect
    .poll(toasts)
    .toEqual([{ kind: 'error', title: 'Payments cannot be reached just now.', detail: undefined }])
})

test('lists what changes with Free, with every client, and switches at once', async () => {
  const asked = serve({
    'GET /billing/status': status(pro),
    'GET /clients': () => Response.json({ clients: people }),
    'POST /billing/downgrade': status(free),
  })
  const router = open('/?plans', { '/': <PlanModalRoute /> })
  await userEvent.click(await screen.findByRole('radio', { name: 'Free' }))
  await userEvent.click(screen.getByRole('button', { name: /Change to Free/ }))

  expect(screen.getByText('You will lose access to premium features.')).toBeDefined()
  expect(await screen.findByText(/Ends with Maya Okafor and Tom Okafor/)).toBeDefined()
  expect(screen.getByText(/all stay, with every file and message/)).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Switch to Free now/ }))

  await expect.poll(() => toasts()[0]?.title).toBe('Successfully switched to Free Plan')
  expect(router.state.location.search).toBe('')
  expect(asked.mock.calls.some(([path]) => path === '/api/billing/downgrade')).toBe(true)
})

test('offers Free now and at the end of the period as two equal buttons', async () => {
  const asked = serve({
    'GET /billing/status': status(pro),
    'GET /clients': () => Response.json({ clients: [] }),
    'POST /stripe/cancel-subscription': () =>
      Response.json({ message: 'Subscription canceled successfully' }),
  })
  open('/?plans=free', { '/': <PlanModalRoute /> })
  await userEvent.click(await screen.findByRole('button', { name: /Change to Free/ }))

  const now = screen.getByRole('button', { name: /Switch to Free now/ })
  const later = screen.getByRole('button', { name: /Keep Pro until 18 December, then Free/ })
  expect(now.className).toBe(later.className)
  await userEvent.click(later)

  await expect.poll(() => toasts()[0]?.title).toBe('You keep Pro until 18 December, then Free')
  expect(asked.mock.calls.some(([path]) => path === '/api/stripe/cancel-subscription')).toBe(true)
  expect(asked.mock.calls.some(([path]) => path === '/api/billing/downgrade')).toBe(false)
})

test('offers Free only at once where no period is left to wait for', async () => {
  serve({
    'GET /billing/status': status({ ...pro, currentPeriodEnd: null }),
    'GET /clients': () => Response.json({ clients: [] }),
  })
  open('/?plans=free', { '/': <PlanModalRoute /> })
  await userEvent.click(await screen.findByRole('button', { name: /Change to Free/ }))

  expect(screen.getByRole('button', { name: /Switch to Free now/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /Keep Pro until/ })).toBeNull()
})

test('asks when a smaller plan begins, and shows the price of both choices', async () => {
  let now = pro
  const credit = { ...preview, plan: 'starter', dueNow: 0, credit: 210, monthly: 500 }
  const asked = serve({
    'GET /billing/status': () => Response.json(now),
    'GET /clients': () => Response.json({ clients: people }),
    'POST /stripe/preview': () => Response.json(credit),
    'POST /stripe/schedule-change': () => {
      now = { ...pro, nextPlan: 'starter' }
      return Response.json(now)
    },
    'POST /stripe/resume-subscription': () => {
      now = pro
      return Response.json({ message: 'Your subscription continues.' })
    },
  })
  open('/?plans', { '/': <PlansAndNotice /> })
  await userEvent.click(await screen.findByRole('radio', { name: 'Starter' }))
  await userEvent.click(screen.getByRole('button', { name: /Change to Starter/ }))

  expect(await screen.findByText(/Ends with Maya Okafor and Tom Okafor/)).toBeDefined()
  expect(await screen.findByText(/£2.10 that you have paid already is taken off/)).toBeDefined()
  expect(
    screen.getByRole<HTMLInputElement>('radio', { name: /At the end, on 18 December 2026/ }).checked,
  ).toBe(true)
  expect(screen.getByText(/Then £5 a month\.$/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /Change to Starter/ }))

  expect(await screen.findByText(/Pro changes to Starter on 18 December 2026, for £5 a month/)).toBeDefined()
  expect(toasts()[0]?.title).toBe('Your plan changes when the period ends')
  expect(asked.mock.calls.some(([path]) => path === '/api/stripe/schedule-change')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: /Keep Pro/ }))

  await expect.poll(() => screen.queryByText(/Pro changes to Starter/)).toBeNull()
})

test('changes to a smaller plan at once on Stripe’s page', async () => {
  const asked = serve({
    'GET /billing/status': status(pro),
    'GET /clients': () => Response.json({ clients: [] }),
    'POST /stripe/preview': () => Response.json(preview),
    'POST /stripe/create-checkout-session': () => problem(503, 'STRIPE_AWAY', 'Please try again.'),
  })
  open('/?plans=starter', { '/': <PlanModalRoute /> })
  await userEvent.click(await screen.findByRole('button', { name: /Change to Starter/ }))

  await userEvent.click(screen.getByRole('radio', { name: /Now/ }))
  await userEvent.click(screen.getByRole('button', { name: /Change to Starter/ }))

  await expect.poll(() => toasts()[0]?.title).toBe('Please try again.')
  const [, init] = asked.mock.calls.find(([path]) => path === '/api/stripe/create-checkout-session') ?? []
  expect(JSON.parse(String(init?.body))).toEqual({ plan: 'starter' })
})

test('offers only to keep the plan while a change or an end is scheduled', async () => {
  let now: billing.BillingStatus = { ...pro, nextPlan: 'starter' }
  serve({
    'GET /billing/status': () => Response.json(now),
    'POST /stripe/preview': () => Response.json(preview),
    'POST /stripe/resume-subscription': () => {
      now = pro
      return Response.json({ message: 'Your subscription continues.' })
    },
  })
  open('/?plans', { '/': <PlanModalRoute /> })

  expect(await screen.findByText('From 18 December')).toBeDefined()
  expect(
    screen.getByText('You are on Pro until 18 December 2026. Then Starter for £5 a month.'),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Enterprise' }))
  expect(screen.getByText(/Keep Pro first, then choose another plan/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Change to Enterprise/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Keep Pro/ }))

  expect(await screen.findByRole('button', { name: /Change to Enterprise/ })).toBeDefined()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('radio', { name: 'Enterprise' }))
})

test('shows why a plan ended until it is dismissed, and then focuses the heading', async () => {
  const ended = { plan: 'pro', at: end, reason: 'payment_failed', dismissed: false } as const
  let now: billing.BillingStatus = { ...free, ended }
  serve({
    'GET /billing/status': () => Response.json(now),
    'POST /billing/dismiss-end': () => {
      now = { ...free, ended: { ...ended, dismissed: true } }
      return Response.json(now)
    },
  })
  open('/', { '/': <HeadingAndNotice /> })

  const text = 'Your Pro plan ended on 18 December 2026 because the payment failed.'
  expect(await screen.findByText(new RegExp(text))).toBeDefined()
  expect(screen.getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe('/?plans=')
  await userEvent.click(screen.getByRole('button', { name: /Dismiss/ }))

  await expect.poll(() => screen.queryByText(new RegExp(text))).toBeNull()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { name: 'Dashboard' }))
})

test('shows the end of a plan in the settings and the plan window after it is dismissed', async () => {
  const ended = { plan: 'pro', at: end, reason: 'trial_ended', dismissed: true } as const
  serve({ 'GET /billing/status': status({ ...free, ended }) })
  open('/?plans', {
    '/': (
      <>
        <PlanSection />
        <PlansAndNotice />
      </>
    ),
  })

  const messages = await screen.findAllByText(
    /Your free trial of Pro ended on 18 December 2026, and there was no/,
  )
  expect(messages).toHaveLength(2)
})

test.for([
  [{ hasCard: true }, /Your card is charged £8 that day/, 'Card and invoices'],
  [{ hasCard: false }, /There is no card yet. Add one to go on with Pro/, 'Add a card'],
  [{ hasCard: false, nextPlan: 'starter' }, /Add one to go on with Starter for £5/, 'Add a card'],
] as const)('the notice of a trial with %j shows: %s', async ([part, text, action]) => {
  serve({ 'GET /billing/status': status({ ...pro, trialEndsAt: end, ...part }) })
  open('/', { '/': <HeadingAndNotice /> })

  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('button', { name: new RegExp(action) })).toBeDefined()
})

test.for([
  [{ nextPlan: 'starter' }, 'Keep Pro'],
  [{ cancelAtPeriodEnd: true }, 'Keep Subscription'],
] as const)(
  'undoes a scheduled change of %j from its notice, and moves the focus on',
  async ([part, name]) => {
    let now: billing.BillingStatus = { ...pro, ...part }
    serve({
      'GET /billing/status': () => Response.json(now),
      'POST /stripe/resume-subscription': () => {
        now = pro
        return Response.json({ message: 'Your subscription continues.' })
      },
    })
    open('/', { '/': <HeadingAndNotice /> })
    const keep = await screen.findByRole('button', { name: new RegExp(name) })
    keep.focus()

    await userEvent.keyboard('{Enter}')

    await expect.poll(() => screen.queryByRole('button', { name: new RegExp(name) })).toBeNull()
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { name: 'Dashboard' }))
  },
)

test('shows success only after Stripe has confirmed the payment', async () => {
  let now = free
  serve({ 'POST /billing/refresh': () => Response.json(now) })
  open('/billing-success', { '/billing-success': <BillingSuccessPage /> })

  expect(await screen.findByText(/Waiting for Stripe to confirm/)).toBeDefined()
  expect(screen.queryByText('Payment Successful')).toBeNull()
  expect(document.title).toBe('Portico | One moment')
  now = { ...pro, trialEndsAt: end, lastCharge: { amount: 0, at: bought } }

  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeDefined()
  expect(document.title).toBe('Portico | Payment Successful')
  expect(
    screen.getByText(
      /^The payment was £0: your free trial runs until 18 December 2026\. You are on Pro\. Five clients, three members and live chat\. There is no card yet/,
    ),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/')
})

const bought = '2026-11-18T12:00:00.000Z'

test.for<[string, Partial<billing.BillingStatus>, RegExp]>([
  [
    'Payment Successful',
    { lastCharge: { amount: 357, at: bought } },
    /^£3\.57 was charged on 18 November 2026\./,
  ],
  ['Payment Successful', { lastCharge: { amount: 0, at: bought } }, /^The payment was £0\. You are on Pro\./],
  [
    'Your payment failed',
    { subscriptionStatus: 'past_due' },
    /^You are on Pro\. .+The payment is tried again/,
  ],
  [
    'You are on Pro',
    { currentPeriodEnd: null },
    /^You are on Pro\. Five clients, three members and live chat\.$/,
  ],
])('shows "%s" after the return from Stripe', async ([heading, part, text]) => {
  serve({ 'POST /billing/refresh': () => Response.json({ ...pro, ...part }) })
  open('/billing-success', { '/billing-success': <BillingSuccessPage /> })

  expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
  expect(document.title).toBe(`Portico | ${heading}`)
  expect(screen.getByRole('status').textContent?.trim()).toMatch(text)
})

const WAIT_OPTIONS = { timeout: 50_000 }

test('shows no payment for an account on Free, not even in the title', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  serve({ 'POST /billing/refresh': () => Response.json(free) })
  open('/billing-success', { '/billing-success': <BillingSuccessPage /> })
  await screen.findByText(/Waiting for Stripe to confirm/)

  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(31_000)
    expect(screen.getByRole('heading', { name: 'No payment has arrived yet' })).toBeDefined()
    expect(document.title).toBe('Portico | No payment has arrived yet')
  }, WAIT_OPTIONS)
})

test('shows a load failure as neither a success nor a wait', async () => {
  expectComplaint('error')
  serve({ 'POST /billing/refresh': () => problem(503, 'NOT_READY', 'Portico is not ready just now.') })
  open('/billing-success', { '/billing-success': <BillingSuccessPage /> })

  expect(await screen.findByText('Your plan did not load')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Your Plan' })).toBeDefined()
  expect(document.title).toBe('Portico | Your Plan')
})

test('shows until when a cancelled plan works, and can undo the cancellation', async () => {
  let now = pro
  serve({
    'GET /billing/status': () => Response.json(now),
    'GET /clients': () => Response.json({ clients: people }),
    'POST /stripe/cancel-subscription': () => {
      now = { ...pro, cancelAtPeriodEnd: true }
      return Response.json({ message: 'Subscription canceled successfully' })
    },
    'POST /stripe/resume-subscription': () => {
      now = pro
      return Response.json({ message: 'Your subscription continues.' })
    },
  })
  open('/cancel-subscription', { '/cancel-subscription': <CancelSubscriptionPage /> })

  expect(await screen.findByRole('heading', { name: 'Cancel Subscription?' })).toBeDefined()
  expect(screen.getByText('18 December 2026')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Keep Subscription' }).getAttribute('href')).toBe('/')
  await userEvent.click(screen.getByRole('button', { name: /Cancel Subscription/ }))
  const cancelled = await screen.findByRole('heading', { name: 'Your subscription ends' })
  await expect.poll(() => document.activeElement).toBe(cancelled)
  await userEvent.click(screen.getByRole('button', { name: /Keep Subscription/ }))

  const resumed = await screen.findByRole('heading', { name: 'Cancel Subscription?' })
  await expect.poll(() => document.activeElement).toBe(resumed)
  expect(toasts().map(({ title }) => title)).toEqual([
    'Subscription canceled successfully',
    'Your subscription continues',
  ])
})

test('says that an account on Free has nothing to cancel', async () => {
  serve({ 'GET /billing/status': status(free) })
  open('/cancel-subscription', { '/cancel-subscription': <CancelSubscriptionPage /> })

  await screen.findByRole('heading', { name: 'There is nothing to cancel' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('shows an error when the cancellation fails, and leaves the page unchanged', async () => {
  serve({
    'GET /billing/status': status(pro),
    'GET /clients': () => Response.json({ clients: people }),
    'POST /stripe/cancel-subscription': () =>
      problem(503, 'STRIPE_AWAY', 'Payments cannot be reached just now.'),
  })
  open('/cancel-subscription', { '/cancel-subscription': <CancelSubscriptionPage /> })

  await userEvent.click(await screen.findByRole('button', { name: /Cancel Subscription/ }))

  await expect.poll(toasts).toEqual([
    {
      kind: 'error',
      title: 'Failed to cancel subscription',
      detail: 'Payments cannot be reached just now.',
    },
  ])
  expect(screen.getByRole('heading', { name: 'Cancel Subscription?' })).toBeDefined()
})

test('offers only Free and the payment while a payment is due', async () => {
  serve({
    'GET /billing/status': status({ ...pro, subscriptionStatus: 'past_due' }),
    'GET /clients': () => Response.json({ clients: people }),
  })
  open('/?plans', { '/': <PlanModalRoute /> })

  await userEvent.click(await screen.findByRole('radio', { name: 'Enterprise' }))
  expect(screen.getByText(/Your last payment failed. Pay it first/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Change to Enterprise/ })).toBeNull()
  expect(screen.getByRole('button', { name: /Pay now/ })).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Free' }))

  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: /Change to Free/ }).getAttribute('aria-disabled'),
  ).toBeNull()
})

test('shows that the plan did not load', async () => {
  expectComplaint('error')
  serve({ 'GET /billing/status': () => problem(503, 'NOT_READY', 'Portico is not ready just now.') })
  open('/?plans', { '/': <PlanModalRoute /> })

  expect(await screen.findByText('Your plan did not load')).toBeDefined()
})
