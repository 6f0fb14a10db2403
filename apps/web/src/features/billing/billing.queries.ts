import { billing, type PaidPlan, type Plan } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { formatDayAndMonth } from './billing-text.ts'
import { redirectToStripe } from './stripe-redirect.ts'

export const billingStatus = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => call(billing.status, undefined, { signal }),
})

/** Asks Stripe instead of the database. */
export const refreshedBillingStatus = queryOptions({
  queryKey: ['billing', 'refresh'],
  queryFn: ({ signal }) => call(billing.refresh, undefined, { signal }),
  staleTime: 0,
})

export const planPreview = (plan: Plan) =>
  queryOptions({
    queryKey: ['billing', 'preview', plan],
    queryFn: ({ signal }) => call(billing.preview, { body: { plan } }, { signal }),
    staleTime: 30_000,
  })

export const startCheckout = mutationOptions({
  mutationFn: async (plan: PaidPlan) =>
    redirectToStripe((await call(billing.checkout, { body: { plan } })).url),
  meta: { fallback: 'Checkout failed' },
})

export const openPortal = mutationOptions({
  mutationFn: async () => redirectToStripe((await call(billing.portal)).url),
  meta: { failure: 'Your card and invoices did not open' },
})

export const cancelSubscription = mutationOptions({
  mutationFn: () => call(billing.cancel),
  meta: {
    calls: 'billing.cancel',
    success: 'Subscription canceled successfully',
    failure: 'Failed to cancel subscription',
  },
})

/** Ends the plan with the paid period. The toast repeats the text of the button. */
export const endWithPeriod = (title: string, end: string | null) =>
  mutationOptions({
    mutationFn: () => call(billing.cancel),
    meta: {
      calls: 'billing.cancel',
      success: `You keep ${title} until ${formatDayAndMonth(end ?? '')}, then Free`,
      failure: 'Your plan was not changed',
    },
  })

export const scheduleChange = mutationOptions({
  mutationFn: (plan: PaidPlan) => call(billing.scheduleChange, { body: { plan } }),
  meta: {
    calls: 'billing.scheduleChange',
    success: 'Your plan changes when the period ends',
    failure: 'Your plan was not changed',
  },
})

export const resumeSubscription = mutationOptions({
  mutationFn: () => call(billing.resume),
  meta: {
    calls: 'billing.resume',
    success: 'Your subscription continues',
    failure: 'Your subscription could not be kept',
  },
})

export const dismissPlanEnd = mutationOptions({
  mutationFn: () => call(billing.dismissEnd),
  meta: { calls: 'billing.dismissEnd', failure: 'The notice could not be closed' },
})

export const switchToFree = mutationOptions({
  mutationFn: () => call(billing.downgrade),
  meta: {
    calls: 'billing.downgrade',
    success: 'Successfully switched to Free Plan',
    failure: 'Your plan was not changed',
  },
})
