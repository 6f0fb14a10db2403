import { readUpgradePlan, refuseBreaking } from '../../src/platform/process/upgrade-plan.ts'
import { migrate } from '../../src/platform/sql/migrations.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '[--json]',
  about: [
    'Brings the database up to date, as a start does without MIGRATE=no. Run it before processes of this version start.',
    'Processes of the release before go on working meanwhile, unless `npx portico upgrade --check` says otherwise.',
  ].join('\n'),
  options: { json: { type: 'boolean' } },
  optionHelp: { '--json': 'say what was done as JSON' },

  run: ({ values: { json } }) =>
    withDatabase(
      'info',
      async ({ db, connection, log }) => {
        const plan = await readUpgradePlan(db)
        refuseBreaking(plan)
        await migrate(connection, log)
        const migrated = plan.pending.map(({ name }) => name)
        printResult(json, { migrated }, [
          migrated.length > 0 ? `Migrated: ${migrated.join(', ')}.` : 'The database was up to date.',
        ])
      },
      { leavesOld: true },
    ),
}
