import { resumeUser } from '../../src/features/accounts/operate-users.ts'
import type { Command } from '../command.ts'
import { namedEmail, unknownUser } from '../named-user.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: 'EMAIL [--json]',
  about: 'Lets a freelancer in again who was suspended.',
  options: { json: { type: 'boolean' } },
  positionals: 1,
  optionHelp: { '--json': 'print the result as JSON' },

  async run(input) {
    const email = namedEmail(input, 'user resume')
    await withDatabase('warn', async (ctx) => {
      const done = await resumeUser(ctx, email)
      if (!done) throw unknownUser(email)
      printResult(input.values.json, done, [
        `${done.email}: ${done.changed ? 'may log in again' : 'not suspended'}.`,
      ])
    })
  },
}
