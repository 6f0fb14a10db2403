import { suspendUser } from '../../src/features/accounts/operate-users.ts'
import type { Command } from '../command.ts'
import { namedEmail, unknownUser } from '../named-user.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: 'EMAIL [--json]',
  about: [
    'Lets a freelancer in no more: every session ends at once, and neither password, passkey nor link opens a new one.',
    'Nothing is deleted, their clients still read what they have, and colleagues work on.',
  ].join('\n'),
  options: { json: { type: 'boolean' } },
  positionals: 1,
  optionHelp: { '--json': 'print the result as JSON' },

  async run(input) {
    const email = namedEmail(input, 'user suspend')
    await withDatabase('warn', async (ctx) => {
      const done = await suspendUser(ctx, email)
      if (!done) throw unknownUser(email)
      printResult(input.values.json, done, [
        `${done.email}: ${done.changed ? `suspended; ${done.sessions} sessions have ended` : 'suspended already'}.`,
      ])
    })
  },
}
