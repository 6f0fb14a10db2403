import cluster from 'node:cluster'
import { readConfig } from './config.ts'
import { describeStartError } from './platform/process/describe-start-error.ts'

// The set-up fills the compile cache with it, which makes the first start faster.
const onlyLoads = process.argv.includes('--only-load')

if (onlyLoads) {
  await Promise.all([import('./server-process.ts'), import('./supervisor.ts')])
  process.exit()
}

const stopRequested = waitForStopSignal()
try {
  // A supervisor does without most of the code.
  if (cluster.isPrimary && readConfig(process.env).processes > 1)
    await (await import('./supervisor.ts')).superviseProcesses(stopRequested)
  else await (await import('./server-process.ts')).serveUntil(stopRequested)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${describeStartError(error as Error)}\n`)
  process.exit(1)
}

/** The listeners stay, because Ctrl-C arrives twice: from the terminal and from npm. */
function waitForStopSignal() {
  return new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}
