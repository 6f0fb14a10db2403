// Makes the checkout ready: installs, builds, finds a browser; says so, and is silent when there is nothing to do.
// Runs before anything is installed, so: plain JavaScript for Node 18, and nothing but Node itself.
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, installBrowser } from './browser.mjs'
import {
  builtMark,
  compiled,
  compiledMark,
  isBuilt,
  isCompiled,
  serverSourcesHash,
  webSourcesHash,
} from './built.mjs'
import { installedMark, isInstalled, linkPrograms, lockfileHash } from './installed.mjs'
import { findNginx, installNginx } from './nginx.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { findPgRestore, installPgRestore } from './pg-restore.mjs'
import { findRedis, installRedis } from './redis.mjs'
import { CannotSetUp, run, runNpm } from './run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

try {
  refuseOldNode()
  await onceIf(() => !isInstalled(), 'Installing what Portico needs (once; about a minute)', install)
  if (process.argv.includes('--build')) {
    await onceIf(() => !isBuilt(), 'Building the web app (its sources have changed)', build)
    await onceIf(() => !isCompiled(), 'Compiling the server (its sources have changed)', compile)
  }
  if (process.argv.includes('--browser')) {
    await onceIf(
      async () => !(await findBrowser()),
      'Installing a browser for the tests (once)',
      installBrowser,
    )
    await onceIf(() => !findRedis(), 'Installing redis-server for the tests (once)', installRedis)
    await onceIf(() => !findPgRestore(), 'Unpacking pg_restore for the tests (once)', installPgRestore)
    await onceIf(() => !findNginx(), 'Unpacking nginx for the tests (once)', installNginx)
  }
} catch (error) {
  console.error(error instanceof CannotSetUp ? error.message : error)
  process.exitCode = 1
}

/** Asks again once it is our turn: whoever was before us may have done it. */
async function onceIf(needed, what, doIt) {
  if (!(await needed())) return
  await oneAtATime(join(root, '.setup.lock'), async () => {
    if (!(await needed())) return
    const since = Date.now()
    console.info(`${what} …`)
    await doIt()
    console.info(`… done in ${Math.round((Date.now() - since) / 1000)} s`)
  })
}

async function install() {
  const hash = lockfileHash()
  await rm(installedMark, { force: true })
  // No package's own script runs. Those we need do no more than linkPrograms does, and the builder of the web app is
  // wanted even where NODE_ENV is production.
  await runNpm(['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
  linkPrograms()
  if (bringsNode()) await run(join(root, 'node_modules/.bin/node'), ['--version'])
  await writeFile(installedMark, hash)
}

async function build() {
  const hash = webSourcesHash()
  await rm(builtMark, { force: true })
  await runNpm(['run', 'build', '--workspace', 'apps/web'], { NODE_ENV: 'production' })
  await writeFile(builtMark, hash)
}

async function compile() {
  const hash = serverSourcesHash()
  const node = bringsNode() ? join(root, 'node_modules/.bin/node') : process.execPath
  await run(node, ['apps/server/src/main.ts', '--only-load'], { NODE_COMPILE_CACHE: compiled })
  await writeFile(compiledMark, hash)
}

/** npm brings the Node we run on, where there is a package of it; elsewhere it must be there already. */
function refuseOldNode() {
  if (bringsNode() || Number.parseInt(process.versions.node, 10) >= 24) return
  throw new CannotSetUp(
    `Portico needs Node 24 or later on this system, and this is ${process.versions.node}: see https://nodejs.org.`,
  )
}

function bringsNode() {
  return (
    process.platform === 'linux' &&
    ['x64', 'arm64'].includes(process.arch) &&
    !existsSync('/etc/alpine-release')
  )
}
