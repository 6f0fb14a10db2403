// Everything that is held true of this tree: `npm test`; with --quick the part that takes seconds: `npm run check`.
// The last line is always `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.mjs'
import { endSteps, runSteps } from './steps.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
// Everything temporary that any of it makes lies in here, and goes with us.
const temporary = mkdtempSync(join(tmpdir(), 'portico-check-'))
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
process.env.TMPDIR = temporary

/** Reads the sources, and nothing else. */
const quick = [
  { name: 'format and lint', command: ['biome', 'ci', '--colors=off'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: ['npm', 'run', 'typecheck', '-w', 'apps/web'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'contrast of the colours', command: ['node', 'apps/web/src/styles/check-contrast.mjs'] },
]
const build = { name: 'web build', command: ['node', 'scripts/setup.mjs', '--build'] }
const size = { name: 'size budget', command: ['npm', 'run', 'size', '-w', 'apps/web'] }

const vitestReport = join(temporary, 'vitest.json')
const vitest = {
  name: 'server and web tests',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  count() {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = read(vitestReport)
    return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites }
  },
}

// The steps of a group run side by side on two processors; those that use both stand alone.
const groups = process.argv.includes('--quick')
  ? [quick]
  : [[build, ...quick], [size], [vitest], [await browserTests()]]

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, async () => {
    await endSteps()
    process.exit(130)
  })
}

const since = Date.now()
const total = { passed: 0, failed: 0 }
for (const group of groups) {
  const { passed, failed } = await runSteps(group, 2)
  total.passed += passed
  total.failed += failed
}
console.info(`in ${Math.round((Date.now() - since) / 1000)} s`)
console.info(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0

async function browserTests() {
  const report = join(temporary, 'playwright.json')
  return {
    name: 'browser tests',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROME_PATH: (await findBrowser()) ?? '' },
    count() {
      const { stats, errors } = read(report)
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
    },
  }
}

function read(report) {
  return JSON.parse(readFileSync(report, 'utf8'))
}
