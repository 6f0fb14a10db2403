import { defineConfig } from '@playwright/test'

/** Each worker starts the production server on a database of its own (e2e/fixtures.ts); browsers reach no other host. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/cluster.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'], ['line']] : [['list']],
  outputDir: 'test-results',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    launchOptions: {
      // Without a locale Chromium cannot save a file under a name with other than English letters.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      executablePath: process.env.HEADLESS_SHELL_PATH || process.env.CHROME_PATH || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        // There is none, and imitating one takes half of a processor.
        '--disable-gpu',
        '--disable-gpu-compositing',
        '--disable-software-rasterizer',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
})
