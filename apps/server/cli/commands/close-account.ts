import { closeAccount, findAccountToClose } from '../../src/features/accounts/close-account.service.ts'
import { mapStripeError } from '../../src/features/billing/stripe-errors.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { type Command, WrongUsage } from '../command.ts'
import { confirm, printLine, printResult } from '../terminal.ts'
import { withBilling } from '../with-billing.ts'

export const command: Command = {
  usage: '--email ADDRESS [--yes] [--json]',
  about: [
    'Closes an account for good: ends its subscription at Stripe, signs everybody out and deletes everything under it,',
    'files included.',
  ].join('\n'),
  options: { email: { type: 'string' }, yes: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: {
    '--email': 'whose account',
    '--yes': 'do not ask',
    '--json': 'print what was deleted as JSON',
  },

  async run({ values: { email, yes, json } }) {
    if (typeof email !== 'string' || !email)
      throw new WrongUsage('Say whose account: npx portico close-account --email ada@example.com [--yes]')
    await withBilling(async (ctx) => {
      const account = await findAccountToClose(ctx, email)
      if (!account) throw new CannotStart(`Nobody has an account with the address ${email}.`)
      const { name, clients, projects, files } = account
      if (!json)
        printLine(`${name} <${account.email}>: clients ${clients}, projects ${projects}, files ${files}.`)
      if (!yes)
        await confirm(
          'This cannot be undone. Type the address again to close it: ',
          account.email,
          'Nothing was closed',
        )
      await closeAccount(ctx, account)
      printResult(json, { name, email: account.email, clients, projects, files }, [
        'The account is closed: subscription ended, everybody signed out, everything deleted.',
        'Files leave the storage within moments, or when Portico starts next.',
      ])
    }).catch((error) => {
      throw mapStripeError(error)
    })
  },
}
