import { type Env, invalid, oneOf, parseOrigin, read, required } from './environment.ts'
import type { ServerConfig } from './server.ts'

export function readPaymentsConfig(
  env: Env,
  { showsDevelopmentPages }: ServerConfig,
  { processes }: { processes: number },
) {
  const hasPlans = oneOf(env, 'BILLING', ['stripe', 'none'], 'stripe') === 'stripe'
  const stripeSecretKey = read(
    env,
    'STRIPE_SECRET_KEY',
    hasPlans ? parseSecretKey : () => invalid('must not be set when BILLING is none'),
    null,
  )
  return {
    /** Off: nothing is sold, so nothing is limited, and no page or call names plans or prices. */
    hasPlans,
    /** Null: the simulator on this machine, or none in production. */
    stripeSecretKey,
    stripeWebhookSecret: read(
      env,
      'STRIPE_WEBHOOK_SECRET',
      parseWebhookSecret,
      stripeSecretKey ? required('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY is set') : null,
    ),
    /** Another Stripe than Stripe itself, for tests. */
    stripeUrl: read(env, 'STRIPE_URL', parseOrigin, 'https://api.stripe.com'),
    /** The simulator runs, and its overview is at /dev/{devKey}/stripe. Several processes cannot share it. */
    simulatesStripe: hasPlans && showsDevelopmentPages && !stripeSecretKey && processes === 1,
  }
}

// The messages must not repeat these values.

function parseSecretKey(value: string) {
  return /^[sr]k_(test|live)_\w+$/.test(value)
    ? value
    : invalid('must be a secret key of Stripe’s, like sk_test_…')
}

function parseWebhookSecret(value: string) {
  return /^whsec_\w{16,}$/.test(value)
    ? value
    : invalid('must be the signing secret of a webhook, like whsec_…')
}
