const STRIPE_ORIGINS = ['https://checkout.stripe.com', 'https://billing.stripe.com']

/** Opens a page of Stripe, or of the simulator on our own origin. Any other URL is rejected. */
export function redirectToStripe(url: string) {
  if (!isStripeUrl(url)) throw new Error('This is no page of Stripe’s.')
  window.location.assign(url)
  // Pending until the page is left, or restored by the Back button: buttons stay busy meanwhile.
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
