import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from './compare.ts'
import { benchFiles } from './files.ts'
import { readOptions } from './options.ts'
import { residentMiB } from './processes.ts'
import { heading, idle, row } from './report.ts'
import { floor, portico, startSide } from './sides.ts'

/** Chat is people on open lines, not requests: it has a harness of its own. */
if (process.argv.includes('chat')) {
  await import('./chat/main.ts')
  process.exit()
}

/** What Portico costs beside the floor it stands on: both on fresh databases with the same rows, asked in turn. */
const options = readOptions()
const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
let closing: Promise<void> | undefined
const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await letGo()
    process.exit(130)
  })
}

try {
  const sides = []
  for (const kind of [floor, portico]) {
    const side = await startSide(kind, join(folder, kind.name), options.times)
    opened.push(side.stop)
    sides.push(side)
  }
  const [base, ours] = sides as [(typeof sides)[0], (typeof sides)[0]]

  say(idle(residentMiB(base.pid), residentMiB(ours.pid)))
  if (options.works.length > 0) say(heading(options))
  for (const work of options.works) {
    const result = await compare(base, ours, work, options)
    say(row(work, result))
    for (const complaint of result.complaints) {
      process.exitCode = 1
      process.stderr.write(`! ${work}: ${complaint}\n`)
    }
  }
  if (options.files) say(await benchFiles(ours, join(folder, 'files'), options))
} finally {
  await letGo()
}

/** Closes what is open, the last first; asked twice, it is done once and both wait for it. */
function letGo() {
  closing ??= (async () => {
    for (const close of opened.reverse()) await close()
  })()
  return closing
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}
