import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // They wait for databases and processes as much as they compute.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.mjs'],
          globalSetup: 'apps/server/test/cluster.ts',
          // Each file has a world of its own (test/fixtures.ts); loading the server anew for it would show nothing more.
          isolate: false,
          env: { NODE_ENV: 'test' },
          // Two processors may be busy with everything at once, and a disk be slow for a whole PostgreSQL.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Pages show days and times where the reader is; in the browser tests that is there, too.
          env: { TZ: 'Europe/London' },
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
