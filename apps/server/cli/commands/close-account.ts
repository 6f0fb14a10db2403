import { writeFile } from 'node:fs/promises'
import type { receipts } from '@portico/contract'
import { closeAccount, findAccountToClose } from '../../src/features/accounts/close-account.service.ts'
import { mapStripeError } from '../../src/features/billing/stripe-errors.ts'
import { listReceiptsOfAccount } from '../../src/features/receipts/receipts.service.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { type Command, WrongUsage } from '../command.ts'
import { confirm, printLine, printResult } from '../terminal.ts'
import { withBilling } from '../with-billing.ts'

export const command: Command = {
  usage: '--email ADDRESS [--receipts FILE] [--yes] [--json]',
  about: [
    'Closes an account for good: ends its subscription at Stripe, signs everybody out and deletes everything under it,',
    'files included.',
  ].join('\n'),
  options: {
    email: { type: 'string' },
    receipts: { type: 'string' },
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  optionHelp: {
    '--email': 'whose account',
    '--receipts': 'save the receipts of what was approved here first, as /verify reads them',
    '--yes': 'do not ask',
    '--json': 'print what was deleted as JSON',
  },

  async run({ values: { email, receipts: path, yes, json } }) {
    if (typeof email !== 'string' || !email)
      throw new WrongUsage('Say whose account: npx portico close-account --email ada@example.com [--yes]')
    await withBilling(async (ctx) => {
      const account = await findAccountToClose(ctx, email)
      if (!account) throw new CannotStart(`Nobody has an account with the address ${email}.`)
      const { name, clients, projects, files } = account
      if (!json)
        printLine(`${name} <${account.email}>: clients ${clients}, projects ${projects}, files ${files}.`)
      const receipts = await listReceiptsOfAccount(ctx, account.id)
      if (typeof path === 'string') await saveReceipts(path, receipts)
      if (!json && receipts.length > 0)
        printLine(
          path === undefined
            ? `Receipts of what was approved: ${receipts.length}. They go too, and the clients get them by email; --receipts FILE saves them first.`
            : `Receipts of what was approved: ${receipts.length}, saved in ${path}. The clients get them by email.`,
        )
      if (!yes)
        await confirm(
          'This cannot be undone. Type the address again to close it: ',
          account.email,
          'Nothing was closed',
        )
      await closeAccount(ctx, account)
      printResult(json, { name, email: account.email, clients, projects, files, receipts: receipts.length }, [
        'The account is closed: subscription ended, everybody signed out, nothing of it can be reached.',
        'Its data leaves the database and the storage within minutes, or when Portico starts next.',
      ])
    }).catch((error) => {
      throw mapStripeError(error)
    })
  },
}

/** Nothing is closed when they cannot be saved. */
async function saveReceipts(path: string, receipts: receipts.Receipt[]) {
  await writeFile(path, `${JSON.stringify(receipts, null, 2)}\n`, { flag: 'wx' }).catch((error) => {
    throw new CannotStart(`Nothing was closed: the receipts could not be saved in ${path}: ${error.message}`)
  })
}
