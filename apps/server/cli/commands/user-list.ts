import { findUsers } from '../../src/features/accounts/operate-users.ts'
import { type Command, WrongUsage } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '[SEARCH] [--limit N] [--json]',
  about: 'Lists freelancers, the newest first; SEARCH is a part of the name or address.',
  options: { limit: { type: 'string' }, json: { type: 'boolean' } },
  positionals: 1,
  optionHelp: { '--limit N': 'at most as many; 100 by default', '--json': 'print the result as JSON' },

  async run({ positionals: [search = ''], values: { limit = '100', json } }) {
    if (!/^[1-9]\d{0,5}$/.test(String(limit))) throw new WrongUsage('--limit is a whole number from 1 on.')
    await withDatabase('warn', async ({ db, config }) => {
      const { users, total } = await findUsers(db, { search, limit: Number(limit) })
      const lines = users.map(({ email, name, createdAt, plan, suspendedAt }) =>
        [email, name, `since ${createdAt.slice(0, 10)}`, config.hasPlans && plan, suspendedAt && 'suspended']
          .filter(Boolean)
          .join('  '),
      )
      printResult(json, { total, users }, [
        ...lines,
        total === users.length ? `${total} people.` : `${users.length} of ${total} people.`,
      ])
    })
  },
}
