import { JOB_STATES, type JobState, listJobs } from '../../src/platform/jobs/operate-jobs.ts'
import { type Command, WrongUsage } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '[--state STATE] [--name NAME] [--limit N] [--json]',
  about: [
    'Lists jobs, the oldest first: those that wait for their time, run, failed and are tried again, or are dead, which',
    'have failed for the last time. Payloads are ids.',
  ].join('\n'),
  options: {
    state: { type: 'string' },
    name: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  },
  optionHelp: {
    '--state STATE': `one of ${JOB_STATES.join(', ')}`,
    '--name NAME': 'only jobs of this name',
    '--limit N': 'at most as many; 100 by default',
    '--json': 'print the result as JSON',
  },

  async run({ values: { state, name, limit = '100', json } }) {
    if (state !== undefined && !JOB_STATES.includes(state as JobState))
      throw new WrongUsage(`--state is one of ${JOB_STATES.join(', ')}.`)
    if (!/^[1-9]\d{0,5}$/.test(String(limit))) throw new WrongUsage('--limit is a whole number from 1 on.')
    await withDatabase('warn', async ({ db, clock }) => {
      const filter = {
        ...(state !== undefined && { state: state as JobState }),
        ...(name !== undefined && { name: String(name) }),
        limit: Number(limit),
        now: clock.now(),
      }
      const { jobs, total } = await listJobs(db, filter)
      const lines = jobs.map(
        (job) =>
          `${job.id}  ${job.state.padEnd(7)}  ${job.name}  ${job.attempts}/${job.maxAttempts}  ${job.runAt}${job.error ? `  ${firstLine(job.error)}` : ''}`,
      )
      printResult(json, { total, jobs }, [
        ...lines,
        total === jobs.length ? `${total} jobs.` : `${jobs.length} of ${total} jobs.`,
      ])
    })
  },
}

const firstLine = (text: string) => text.split('\n', 1).join('').slice(0, 200)
