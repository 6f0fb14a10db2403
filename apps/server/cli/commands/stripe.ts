import { readConfig } from '../../src/config.ts'
import { ensureCatalogue } from '../../src/features/billing/catalogue.ts'
import { mapStripeError } from '../../src/features/billing/stripe-errors.ts'
import { createPayments } from '../../src/platform/payments/payments.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'

export const command: Command = {
  usage: '[--json]',
  about: [
    'Puts products, prices and the settings of the customer portal in place at Stripe. It can be run again at any time.',
    'STRIPE_SECRET_KEY says where.',
  ].join('\n'),
  options: { json: { type: 'boolean' } },
  optionHelp: { '--json': 'print what was done as JSON' },

  async run({ values: { json } }) {
    const { STRIPE_SECRET_KEY, STRIPE_URL } = process.env
    if (!STRIPE_SECRET_KEY)
      throw new CannotStart(
        'Set STRIPE_SECRET_KEY first. Without one Portico makes its own catalogue in its own Stripe.',
      )
    // The secret of the webhook may not exist yet, and this command does not need it.
    const config = readConfig({
      STRIPE_SECRET_KEY,
      STRIPE_URL,
      STRIPE_WEBHOOK_SECRET: `whsec_${'0'.repeat(32)}`,
    })
    const { changes: done } = await createCatalogue(config).catch((error) => {
      const { message } = mapStripeError(error) as Error
      if (!message.startsWith('Payments cannot')) throw error
      throw new CannotStart(`${message} (${(error as Error).message})`)
    })
    printResult(
      json,
      { done },
      done.length > 0 ? done.map((line) => `Stripe: ${line}.`) : ['Stripe: all is in place.'],
    )
  },
}

async function createCatalogue(config: Parameters<typeof createPayments>[0]) {
  return ensureCatalogue(await createPayments(config, ensureCatalogue).stripe())
}
