import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

const CHROMIUM_PATHS = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const DEBIAN_PACKAGES = ['chromium', 'chromium-headless-shell', 'fonts-liberation']

const HEADLESS_SHELL_PATHS = [process.env.HEADLESS_SHELL_PATH, '/usr/bin/chromium-headless-shell']

/** The path of the system's Chromium, else of the one that Playwright downloaded; null if neither runs. */
export async function findBrowser() {
  return findInstalled(CHROMIUM_PATHS) ?? (await findPlaywrightChromium())
}

/** The path of Chromium without windows, which takes a quarter less time; undefined if it is not installed. */
export function findHeadlessShell() {
  return findInstalled(HEADLESS_SHELL_PATHS)
}

export async function installBrowser() {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    try {
      const env = { DEBIAN_FRONTEND: 'noninteractive' }
      await run('apt-get', ['update', '-qq'], env)
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES], env)
      if (await findBrowser()) return
    } catch (error) {
      console.error(error.message)
    }
  }
  await run('npx', ['playwright', 'install', 'chromium'])
}

function findInstalled(paths) {
  return paths.find((path) => path && existsSync(path) && canRun(path))
}

/** Ubuntu's package is only a script that asks for a snap. */
function canRun(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 15_000 }).status === 0
}

async function findPlaywrightChromium() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : null
}
