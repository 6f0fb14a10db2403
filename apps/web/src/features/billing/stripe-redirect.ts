const STRIPE_ORIGINS = ['https://checkout.stripe.com', 'https://billing.stripe.com']

/** Goes to a page of Stripe's, or of the one that stands in for it on our own origin; to nowhere else, whatever was answered. */
export function redirectToStripe(url: string) {
  if (!isStripeUrl(url)) throw new Error('This is no page of Stripe’s.')
  window.location.assign(url)
  // The browser is on its way: whoever waits shows that, until this page is gone or shown again as it was left.
  return new Promise<void>((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }))
}

export function isStripeUrl(url: string) {
  const { origin, pathname } = URL.parse(url) ?? {}
  if (!origin || !pathname) return false
  return (
    STRIPE_ORIGINS.includes(origin) ||
    (origin === window.location.origin && pathname.startsWith('/dev/stripe/'))
  )
}
