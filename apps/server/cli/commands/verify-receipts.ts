import { verifyReceipts } from '../../src/features/receipts/verify-receipts.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '[--json]',
  about:
    'Checks the hash and the signature of every receipt in the database, and the chain of every project. Changes nothing.',
  options: { json: { type: 'boolean' } },
  optionHelp: { '--json': 'print JSON' },

  async run({ values: { json } }) {
    const { count, unsigned, wrong } = await withDatabase('warn', ({ db }) => verifyReceipts(db))
    printResult(json, { receipts: count, unsigned, wrong }, [
      ...wrong.map(
        ({ projectId, number, problem }) => `Project ${projectId}, receipt ${number}: ${problem}.`,
      ),
      ...(unsigned > 0
        ? [`Not signed: ${unsigned}. The next start of Portico signs those that are unchanged.`]
        : []),
      `Receipts: ${count}. Wrong: ${wrong.length}.`,
    ])
    if (wrong.length > 0) throw new CannotStart('Receipts were changed or removed outside Portico.')
  },
}
