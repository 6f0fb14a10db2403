import { parseArgs } from 'node:util'
import { type Work, works } from './works.ts'

export type Options = ReturnType<typeof readOptions>

const USAGE = `npm run bench -- [--work a,b] [--rounds 9] [--seconds 1] [--times 1] [--quick]
  --work     which of ${Object.keys(works).join(', ')}, files; all of them unless told
  --rounds   how often each server has its turn; --seconds how long a turn is
  --times    10: ten times the rows, own and other people's
  --quick    two works, three rounds of a second`

export function readOptions(args = process.argv.slice(2)) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        work: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        times: { type: 'string', default: '1' },
        quick: { type: 'boolean', default: false },
      },
    })
    const { work, rounds, seconds, times, quick } = values
    const all = `${Object.keys(works).join()},files`
    const names = (work ?? (quick ? 'list-projects,project' : all)).split(',')
    return {
      works: named(names.filter((name) => name !== 'files')),
      files: names.includes('files'),
      quick,
      rounds: positive('rounds', rounds ?? (quick ? '3' : '9')),
      seconds: positive('seconds', seconds ?? '1'),
      times: positive('times', times),
      /** Seconds. A server that was just started reads up to twice as slow. */
      warmup: 3,
      /** V8 optimises code by how often it has run, so a slow work is warmed up for longer. */
      warmupRequests: quick ? 1 : 8_000,
      connections: 32,
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`)
    process.exit(2)
  }
}

function named(names: string[]): Work[] {
  return names.map((name) => {
    if (!Object.hasOwn(works, name)) throw new Error(`There is no work called ${name}.`)
    return name as Work
  })
}

function positive(name: string, value: string) {
  const number = Number(value)
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0.`)
  return number
}
