import { findAccountToClose } from '../../src/features/accounts/close-account.service.ts'
import { findUsers } from '../../src/features/accounts/operate-users.ts'
import type { Command } from '../command.ts'
import { namedEmail, unknownUser } from '../named-user.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: 'EMAIL [--json]',
  about:
    'Shows one freelancer: since when, last seen, plan, second factor, and how much is theirs. Nothing that they wrote.',
  options: { json: { type: 'boolean' } },
  positionals: 1,
  optionHelp: { '--json': 'print the result as JSON' },

  async run(input) {
    const email = namedEmail(input, 'user show')
    await withDatabase('warn', async ({ db }) => {
      const [user] = (await findUsers(db, { email, limit: 1 })).users
      if (!user) throw unknownUser(email)
      const { clients, projects, files } = (await findAccountToClose({ db } as never, email)) ?? {}
      const shown = { ...user, clients: Number(clients), projects: Number(projects), files: Number(files) }
      const lines = Object.entries(shown).map(([name, value]) => `${name.padEnd(16)}  ${value ?? '-'}`)
      printResult(input.values.json, shown, lines)
    })
  },
}
