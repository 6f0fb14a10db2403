import { expect, test } from 'vitest'
import { isStripeUrl, redirectToStripe } from './stripe-redirect.ts'

test.for([
  'https://checkout.stripe.com/c/pay/cs_test_1',
  'https://billing.stripe.com/p/session/x',
  `${window.location.origin}/dev/stripe/checkout/cs_test_1`,
])('accepts %s', (url) => {
  expect(isStripeUrl(url)).toBe(true)
})

test.for([
  'https://checkout.stripe.com.evil.test/c/pay',
  'http://checkout.stripe.com/c/pay',
  'https://evil.test/dev/stripe/checkout/x',
  `${window.location.origin}/dev/stripes`,
  'javascript:alert(1)',
  '/dev/stripe/checkout/x',
  '',
])('rejects %s', (url) => {
  expect(isStripeUrl(url)).toBe(false)
  expect(() => redirectToStripe(url)).toThrow()
})
