import { countChosen, purgeJobs } from '../../src/platform/jobs/operate-jobs.ts'
import { chosenJobs, jobOptionHelp, jobOptions } from '../chosen-jobs.ts'
import type { Command } from '../command.ts'
import { confirm, printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '(ID… | --dead [--name NAME]) [--yes] [--json]',
  about: [
    'Deletes dead jobs, which have failed for the last time. What they should have done, such as an email, is never done.',
    'Without it they are deleted after 30 days.',
  ].join('\n'),
  options: { ...jobOptions, yes: { type: 'boolean' } },
  positionals: 1_000,
  optionHelp: { ...jobOptionHelp, '--yes': 'do not ask', '--json': 'print the result as JSON' },

  async run(input) {
    const chosen = chosenJobs(input)
    await withDatabase('warn', async ({ db }) => {
      const count = await countChosen(db, chosen)
      if (count > 0 && !input.values.yes)
        await confirm(`Delete ${count} dead jobs for good? Type "purge": `, 'purge', 'Nothing was deleted')
      const purged = await purgeJobs(db, chosen)
      printResult(input.values.json, { purged }, [`Deleted: ${purged.length}.`])
    })
  },
}
