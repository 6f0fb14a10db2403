import { retryJobs } from '../../src/platform/jobs/operate-jobs.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { chosenJobs, jobOptionHelp, jobOptions } from '../chosen-jobs.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '(ID… | --dead [--name NAME]) [--json]',
  about: 'Runs failed jobs again, now and with all their attempts. Every job is safe to run twice.',
  options: jobOptions,
  positionals: 1_000,
  optionHelp: { ...jobOptionHelp, '--json': 'print the result as JSON' },

  async run(input) {
    const chosen = chosenJobs(input)
    await withDatabase('warn', async ({ db, clock }) => {
      const retried = await retryJobs(db, chosen, clock.now())
      const missing = chosen.ids.filter((id) => !retried.includes(id))
      printResult(input.values.json, { retried, missing }, [`Run again: ${retried.length}.`])
      if (missing.length > 0)
        throw new CannotStart(`These have not failed, run now, or do not exist: ${missing.join(', ')}.`)
    })
  },
}
