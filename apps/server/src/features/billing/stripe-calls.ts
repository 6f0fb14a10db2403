import type Stripe from 'stripe'

/** What a call to Stripe on behalf of one account needs. */
export interface StripeCalls {
  stripe: Stripe
  /** Equal for the same action on the same revision of the account, so that Stripe does a repeated call only once. */
  key(action: string): { idempotencyKey: string }
}
