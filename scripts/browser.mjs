import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

const PLACES = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium that runs here: one of the system's, else the one Playwright downloaded; null without any. */
export async function findBrowser() {
  return PLACES.find((place) => place && existsSync(place) && runs(place)) ?? (await findPlaywrights())
}

export async function installBrowser() {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    try {
      const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
      await run('apt-get', ['update', '-qq'], quietly)
      await run(
        'apt-get',
        ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
        quietly,
      )
      if (await findBrowser()) return
    } catch (error) {
      console.error(error.message)
    }
  }
  await run('npx', ['playwright', 'install', 'chromium'])
}

/** Ubuntu's package is an empty shell that asks for a snap; only one that answers counts. */
function runs(place) {
  return spawnSync(place, ['--version'], { stdio: 'ignore', timeout: 15_000 }).status === 0
}

async function findPlaywrights() {
  const { chromium } = await import('@playwright/test')
  const place = chromium.executablePath()
  return existsSync(place) ? place : null
}
