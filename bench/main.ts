import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from './compare.ts'
import { benchFiles } from './files.ts'
import { readOptions } from './options.ts'
import { residentMiB } from './processes.ts'
import { heading, idle, row } from './report.ts'
import { baseline, portico, splitByReviews, startSide } from './sides.ts'

/** It is more than requests, so it is measured on its own. */
if (process.argv.includes('chat')) {
  await import('./chat/main.ts')
  process.exit()
}

/** Compares Portico with a baseline: both on fresh databases with the same rows, measured in turn. */
const options = readOptions()
const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
let closing: Promise<void> | undefined
const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await closeAll()
    process.exit(130)
  })
}

try {
  const sides = []
  for (const kind of [baseline, portico]) {
    const side = await startSide(kind, join(folder, kind.name), options.times)
    opened.push(side.stop)
    sides.push(side)
  }
  const [base, ours] = sides as [(typeof sides)[0], (typeof sides)[0]]

  print(idle(residentMiB(base.pid), residentMiB(ours.pid)))
  if (options.works.length > 0) print(heading(options))
  for (const work of options.works) {
    const [left, right] = work === 'list-files' ? splitByReviews(ours) : [base, ours]
    const result = await compare(left, right, work, options)
    print(row(work, result))
    for (const failure of result.failures) {
      process.exitCode = 1
      process.stderr.write(`! ${work}: ${failure}\n`)
    }
  }
  if (options.files) print(await benchFiles(ours, join(folder, 'files'), options))
} finally {
  await closeAll()
}

/** Closes everything once, the last first. A second call waits for the first. */
function closeAll() {
  closing ??= (async () => {
    for (const close of opened.reverse()) await close()
  })()
  return closing
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}
