import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { inlineScript } from './apps/web/scripts/inline-script.ts'

/** Stories of crashes, full disks, outages and several processes: minutes, and seldom what a change is about. */
const SYSTEM = 'apps/server/test/**/*.system.test.ts'

const onTheServer = {
  globalSetup: 'apps/server/test/cluster.ts',
  setupFiles: 'apps/server/test/random-seed.ts',
  // Each test makes its own people and things (test/fixtures.ts), so loading the server again for each file proves nothing.
  isolate: false,
  env: { NODE_ENV: 'test' },
  // Both processors may be busy with everything at once, and a disk be slow for a whole PostgreSQL.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    // Tests wait for databases and processes as much as they compute.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: [...configDefaults.exclude, SYSTEM],
          ...onTheServer,
        },
      },
      { test: { name: 'system', include: [SYSTEM], ...onTheServer } },
      {
        // Without a bundler the build for Node would be taken, which cannot read a File of a browser.
        plugins: [inlineScript()],
        resolve: { alias: { 'tus-js-client': 'tus-js-client/lib.es5/browser/index.js' } },
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A new jsdom and new modules for each file, in one process: starting a process for each took twice the time.
          pool: 'vmThreads',
          setupFiles: ['apps/web/test/setup.ts', 'apps/server/test/random-seed.ts'],
          // The reader's time zone, as in the browser tests.
          env: { TZ: 'Europe/London' },
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
