import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { closeAccount, findForClosing } from '../src/features/accounts/closing.service.ts'
import type { BillingContext } from '../src/features/billing/account.ts'
import { inOurWords } from '../src/features/billing/stripe-errors.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { open } from './open.ts'

/** Closes an account for good, with everything under it. For the operator, when support is asked to. */
try {
  const { email, yes } = asked()
  const house = await open(process.env)
  try {
    await close(house.ctx, email, yes)
  } finally {
    await house.close()
  }
} catch (error) {
  const { message, stack } = inOurWords(error) as Error
  const known = error instanceof CannotStart || message.startsWith('Payments ')
  process.stderr.write(`${known ? message : stack}\n`)
  process.exitCode = 1
}

function asked() {
  try {
    const { values } = parseArgs({ options: { email: { type: 'string' }, yes: { type: 'boolean' } } })
    if (values.email) return { email: values.email, yes: values.yes ?? false }
  } catch {
    // Said below, as for everything else that is not understood.
  }
  throw new CannotStart('Say whose account: npm run close-account -- --email ada@example.com [--yes]')
}

async function close(ctx: BillingContext, email: string, yes: boolean) {
  const account = await findForClosing(ctx, email)
  if (!account) throw new CannotStart(`Nobody has an account with the address ${email}.`)
  const { name, clients, projects, files } = account
  say(`${name} <${account.email}>: clients ${clients}, projects ${projects}, files ${files}.`)
  if (!yes) await confirm(account.email)
  await closeAccount(ctx, account)
  say('The account is closed: subscription ended, everybody signed out, everything deleted.')
  say('Files leave the storage within moments, or when Portico starts next.')
}

async function confirm(email: string) {
  if (!process.stdin.isTTY) throw new CannotStart('Nothing was closed: add --yes where nobody can be asked.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('This cannot be undone. Type the address again to close it: ')
  terminal.close()
  if (answer.trim().toLowerCase() !== email.toLowerCase()) throw new CannotStart('Nothing was closed.')
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
