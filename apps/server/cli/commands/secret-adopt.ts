import { adoptSecret } from '../../src/features/files/installation.service.ts'
import type { Command } from '../command.ts'
import { confirm, printLine, printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '[--yes] [--json]',
  about: [
    'Lets the next start go on with another APP_SECRET than before: for one that was lost, or became known to somebody.',
    'All sessions and links to files that were made with the former one end. Stop every Portico on the database first.',
  ].join('\n'),
  options: { yes: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: { '--yes': 'do not ask', '--json': 'say what was done as JSON' },

  run: ({ values: { yes, json } }) =>
    withDatabase('silent', async (ctx) => {
      if (!yes) {
        printLine('The next start takes the APP_SECRET that it has, and everybody has to log in again.')
        await confirm('Type adopt to go on: ', 'adopt', 'Nothing was changed')
      }
      await adoptSecret(ctx)
      printResult(json, { adopted: true }, ['The next start takes the APP_SECRET that it has.'])
    }),
}
