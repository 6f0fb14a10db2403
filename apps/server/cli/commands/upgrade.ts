import { readUpgradePlan, refuseBreaking, type UpgradePlan } from '../../src/platform/process/upgrade-plan.ts'
import { refuseNewer } from '../../src/platform/sql/schema-status.ts'
import { type Command, WrongUsage } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '--check [--json]',
  about: [
    'Says what an upgrade to this version would do to the database, and changes nothing. It fails when the upgrade would:',
    'when the database is of a newer version, or when processes run that the upgrade would break.',
  ].join('\n'),
  options: { check: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: { '--check': 'change nothing', '--json': 'say it as JSON' },

  run: ({ values: { check, json } }) => {
    if (!check) throw new WrongUsage('Add --check: `npx portico migrate`, or a start, is what upgrades.')
    return withDatabase(
      'silent',
      async ({ db }) => {
        const plan = await readUpgradePlan(db)
        printResult(json, plan, describe(plan))
        refuseNewer(plan)
        refuseBreaking(plan)
      },
      { leavesOld: true },
    )
  },
}

function describe({ version, state, pending, processes }: UpgradePlan) {
  return [
    `This is version ${version}. The database is ${state === 'ok' ? 'up to date' : state}.`,
    ...pending.map(({ name, kind }) =>
      kind === 'expand' ? `  ${name}` : `  ${name}: processes of earlier versions have to stop first`,
    ),
    ...processes.map(({ host, pid, version }) => `Process ${pid} on ${host} runs version ${version}.`),
  ]
}
