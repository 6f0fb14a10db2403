// `npm test` runs everything, `npm run check` (--quick) what takes seconds. The last line is always `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, findHeadlessShell } from './browser.mjs'
import { runTasks, stopTasks } from './tasks.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
// All temporary files of the tasks are here, and are deleted at the end.
const temporaryFolder = mkdtempSync(join(tmpdir(), 'portico-check-'))
process.once('exit', () => rmSync(temporaryFolder, { recursive: true, force: true }))
process.env.TMPDIR = temporaryFolder

/** These only read the sources. */
const quickTasks = [
  { name: 'format and lint', command: ['biome', 'ci', '--colors=off'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: ['npm', 'run', 'typecheck', '-w', 'apps/web'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'order of the features', command: ['node', 'scripts/feature-order.mjs'] },
  { name: 'proof of the ASVS', command: ['node', 'scripts/asvs.mjs'] },
  { name: 'contrast of the colours', command: ['node', 'apps/web/src/styles/check-contrast.mjs'] },
]
const buildTask = { name: 'web build', command: ['node', 'scripts/setup.mjs', '--build'] }
const sizeTask = { name: 'size budget', command: ['npm', 'run', 'size', '-w', 'apps/web'] }

const vitestReport = join(temporaryFolder, 'vitest.json')
const vitestTask = {
  name: 'server and web tests',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  count() {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = readReport(vitestReport)
    return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites }
  },
}

// The tasks of a group share two processors. A task that uses both is a group of its own.
const groups = process.argv.includes('--quick')
  ? [quickTasks]
  : [[buildTask, ...quickTasks], [sizeTask], [vitestTask], [await createBrowserTask()]]

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, async () => {
    await stopTasks()
    process.exit(130)
  })
}

const startedAt = Date.now()
const total = { passed: 0, failed: 0 }
for (const group of groups) {
  const { passed, failed } = await runTasks(group, 2)
  total.passed += passed
  total.failed += failed
}
console.info(`in ${Math.round((Date.now() - startedAt) / 1000)} s`)
console.info(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0

async function createBrowserTask() {
  const report = join(temporaryFolder, 'playwright.json')
  return {
    name: 'browser tests',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      CHROME_PATH: (await findBrowser()) ?? '',
      HEADLESS_SHELL_PATH: findHeadlessShell() ?? '',
    },
    count() {
      const { stats, errors } = readReport(report)
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
    },
  }
}

function readReport(report) {
  return JSON.parse(readFileSync(report, 'utf8'))
}
