import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { hashPassword } from '../../src/features/accounts/passwords.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { migrate } from '../../src/platform/sql/migrations.ts'
import type { Command } from '../command.ts'
import { printLine } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

const PASSWORD = 'correct horse battery'

export const command: Command = {
  usage: '[--freelancers=20000]',
  about: [
    'Fills an empty database with 20,000 freelancers, 200,000 projects, 1,000,000 files and 5,000,000 messages, to measure',
    'on: 4 GB, in a few minutes. The files have no bytes.',
  ].join('\n'),
  options: { freelancers: { type: 'string', default: '20000' } },
  optionHelp: { '--freelancers': 'fewer or more, with everything in proportion' },

  async run({ values: { freelancers } }) {
    await withDatabase('warn', async ({ connection, log }) => {
      await migrate(connection, log)
      const client = new pg.Client(connection)
      await client.connect()
      try {
        await fill(client, String(freelancers))
      } finally {
        await client.end()
      }
    })
    printLine(
      'The files have no bytes, so the first start refuses the empty storage: run `npx portico storage adopt` then.',
    )
    printLine(`Log in as freelancer1@large.example with the password: ${PASSWORD}`)
  },
}

async function fill(client: pg.Client, freelancers: string) {
  await client.query('begin; lock table freelancer, file')
  const { rowCount } = await client.query('select from freelancer union all select from file limit 1')
  if (rowCount) throw new CannotStart('The database is not empty.')
  await client.query(
    `select set_config('seed.freelancers', $1, false), set_config('seed.password', $2, false)`,
    [freelancers, await hashPassword(PASSWORD, '')],
  )
  const script = await readFile(join(import.meta.dirname, '../../seed/large.sql'), 'utf8')
  const [preparation = '', ...parts] = script.split(/^-- (?=[A-Z][a-z]+$)/m)
  await client.query(preparation)
  for (const part of parts) {
    const start = performance.now()
    const [title = ''] = part.split('\n', 1)
    await client.query(part.slice(title.length))
    printLine(`${title.padEnd(12)} ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  }
  await client.query('commit')
}
