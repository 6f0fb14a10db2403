import { replaceSigningKey } from '../../src/features/receipts/receipt-keys.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '[--json]',
  about: [
    'Makes a new key that signs receipts from now on, for when somebody could read the database who must not.',
    'The private key before it is deleted. Its public key stays, so that what it has signed can still be checked.',
  ].join('\n'),
  options: { json: { type: 'boolean' } },
  optionHelp: { '--json': 'print JSON' },

  async run({ values: { json } }) {
    const { id } = await withDatabase('warn', ({ db }) => replaceSigningKey(db))
    printResult(json, { keyId: id }, [`New receipts are signed with the key ${id}.`])
  },
}
