import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** What a start prints when everything answers. */
export function printAddresses(config: Config, log: Pick<Logger, 'warn'>) {
  if (config.linksOnlyWorkHere) {
    log.warn(`links in emails lead to ${config.publicUrl}, which works on this machine only: set PUBLIC_URL`)
  }
  const { publicUrl, host, port, role, dataDir, showsMailbox, smtpUrl } = config
  const developmentPages = `${publicUrl}/dev/${config.devKey}`
  const mail = smtpUrl
    ? 'is sent by SMTP'
    : showsMailbox
      ? `is captured: ${developmentPages}/mailbox`
      : 'is NOT sent, only captured with the data: set SMTP_URL'
  const address =
    role === 'worker' ? `runs jobs; its health is at ${host}:${port}/readyz` : `is at ${publicUrl}`
  process.stdout.write(
    `\n  Portico ${address}\n  Data is in    ${dataDir}\n  Billing ${describeBilling(config, developmentPages)}\n  Mail ${mail}\n\n`,
  )
}

function describeBilling({ hasPlans, stripeSecretKey, simulatesStripe }: Config, developmentPages: string) {
  if (!hasPlans) return 'is off'
  if (stripeSecretKey) return 'goes to Stripe'
  return simulatesStripe ? `is simulated: ${developmentPages}/stripe` : 'is NOT set up: set STRIPE_SECRET_KEY'
}
