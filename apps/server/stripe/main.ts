import { readConfig } from '../src/config.ts'
import { ensureCatalogue } from '../src/features/billing/catalogue.ts'
import { inOurWords } from '../src/features/billing/stripe-errors.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { createPayments } from '../src/platform/payments.ts'

/** Puts products, prices and the settings of the portal in place at Stripe. It can be run again at any time. */
try {
  const { STRIPE_SECRET_KEY, STRIPE_URL } = process.env
  if (!STRIPE_SECRET_KEY) {
    throw new CannotStart(
      'Set STRIPE_SECRET_KEY first. Without one Portico makes its own catalogue in its own Stripe.',
    )
  }
  // Webhooks are of no concern here, and their secret may not exist yet.
  const config = readConfig({
    STRIPE_SECRET_KEY,
    STRIPE_URL,
    STRIPE_WEBHOOK_SECRET: `whsec_${'0'.repeat(32)}`,
  })
  const { done } = await ensureCatalogue(await createPayments(config, ensureCatalogue).stripe())
  process.stdout.write(
    done.length > 0 ? done.map((line) => `Stripe: ${line}.\n`).join('') : 'Stripe: all is in place.\n',
  )
} catch (error) {
  const { message, stack } = inOurWords(error) as Error
  const known = error instanceof CannotStart || message.startsWith('Payments cannot')
  const reason =
    error instanceof Error && known && !(error instanceof CannotStart) ? ` (${error.message})` : ''
  process.stderr.write(`${known ? message + reason : stack}\n`)
  process.exitCode = 1
}
