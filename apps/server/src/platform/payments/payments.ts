import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Outage, Simulator } from '@portico/stripe-simulator'
import type Stripe from 'stripe'
import type { Config } from '../../config.ts'
import { problem } from '../http/problem.ts'

export const BillingNotSetUp = problem(
  'BILLING_NOT_SET_UP',
  503,
  'Payments are not set up on this Portico.',
  { when: 'There is no key for Stripe, or its products and prices have not been made.' },
)

export interface Payments {
  /** The SDK is large, so it is loaded with the first call. */
  stripe(): Promise<Stripe>
  webhookSecret: string
  /** The simulator's address; undefined when there is none. */
  simulator(): Promise<SimulatorAddress | undefined>
  /** Where the simulator delivers its events from now on. */
  setWebhookUrl(url: string): Promise<void>
  close(): Promise<void>
}

interface SimulatorAddress {
  host: string
  port: number
  fail(how: Outage): void
}

/** A person waits for the response, and the account is locked meanwhile: with the retry, ten seconds at most. */
const TIMEOUT_MS = 4_500
const MAX_RETRIES = 1

/** `prepare` creates prices and portal in a new simulator. */
export function createPayments(config: Config, prepare: (stripe: Stripe) => Promise<unknown>): Payments {
  const folder = join(config.dataDir, 'stripe')
  const secretKey = config.stripeSecretKey ?? 'sk_test_simulated'
  const webhookSecret = config.stripeWebhookSecret ?? deriveWebhookSecret(config.appSecret)
  let simulator: Promise<Simulator> | undefined
  let connected: Promise<Stripe> | undefined
  let webhookUrl: string | null = null

  const payments: Payments = {
    webhookSecret,
    stripe() {
      connected ??= connect().catch((error) => {
        connected = undefined
        throw error
      })
      return connected
    },
    async simulator() {
      if (!config.simulatesStripe) return
      await payments.stripe()
      return simulator
    },
    async setWebhookUrl(url) {
      webhookUrl = url
      // Delivers the events that were outstanding when the process last ended.
      if (config.simulatesStripe && existsSync(folder)) await payments.stripe()
    },
    async close() {
      await connected?.catch(() => {})
      await (await simulator)?.close()
    },
  }
  return payments

  async function connect(): Promise<Stripe> {
    if (config.stripeSecretKey) return createStripe(new URL(config.stripeUrl))
    if (!config.simulatesStripe) throw new BillingNotSetUp()
    simulator ??= startOwnSimulator()
    const { host, port } = await simulator
    const stripe = await createStripe(new URL(`http://${host}:${port}`))
    await prepare(stripe)
    return stripe
  }

  async function createStripe({ hostname, port, protocol }: URL) {
    const { default: Stripe } = await import('stripe')
    return new Stripe(secretKey, {
      apiVersion: '2026-10-28.endive',
      host: hostname,
      port: port || (protocol === 'http:' ? 80 : 443),
      protocol: protocol === 'http:' ? 'http' : 'https',
      maxNetworkRetries: MAX_RETRIES,
      timeout: TIMEOUT_MS,
      telemetry: false,
      appInfo: { name: 'Portico' },
    })
  }

  async function startOwnSimulator() {
    const { startSimulator } = await import('@portico/stripe-simulator')
    return startSimulator({
      folder,
      secretKey,
      pages: `${config.publicUrl}/dev/stripe`,
      webhook: webhookUrl === null ? null : { url: webhookUrl, secret: webhookSecret },
    })
  }
}

function deriveWebhookSecret(appSecret: string) {
  return `whsec_${createHmac('sha256', appSecret).update('stripe webhooks').digest('hex')}`
}
