import type Stripe from 'stripe'
import type { Stored } from './serialized.ts'

export type PortalSession = Stored<Stripe.BillingPortal.Session> & { configuration: string }
export type Configuration = Stored<Stripe.BillingPortal.Configuration> & { metadata: Record<string, string> }
export type TestClock = Stored<Stripe.TestHelpers.TestClock>

export function buildConfiguration(
  id: string,
  now: number,
  sent: Pick<Configuration, 'metadata' | 'features' | 'default_return_url'>,
): Configuration {
  return {
    id,
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    name: null,
    updated: now,
    ...sent,
  }
}

export function buildPortalSession(
  id: string,
  now: number,
  sent: Pick<PortalSession, 'configuration' | 'customer' | 'flow' | 'return_url' | 'url'>,
): PortalSession {
  return {
    id,
    object: 'billing_portal.session',
    created: now,
    customer_account: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    ...sent,
  }
}

export function buildTestClock(now: number): TestClock {
  return {
    id: 'clock_portico',
    object: 'test_helpers.test_clock',
    created: now,
    deletes_after: now + 30 * 86_400,
    frozen_time: now,
    livemode: false,
    name: 'The clock of everything in here',
    status: 'ready',
    status_details: {},
  }
}
