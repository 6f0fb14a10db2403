// Prepares the checkout: installs packages, builds, finds the programs that tests need. Prints nothing when all is there.
// It runs before anything is installed, so it is plain JavaScript for Node 18 and imports only Node's own modules.
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, installBrowser } from './browser.mjs'
import {
  buildHashFile,
  compileCache,
  compileHashFile,
  isBuilt,
  isCompiled,
  serverSourcesHash,
  webSourcesHash,
} from './built.mjs'
import { installHashFile, isInstalled, linkPrograms, lockfileHash } from './installed.mjs'
import { withLockFile } from './lock-file.mjs'
import { findNginx, installNginx } from './nginx.mjs'
import { findPgRestore, installPgRestore } from './pg-restore.mjs'
import { findRedis, installRedis } from './redis.mjs'
import { run, runNpm, SetupError } from './run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

try {
  refuseOldNode()
  await runIfNeeded(() => !isInstalled(), 'Installing what Portico needs (once; about a minute)', install)
  if (process.argv.includes('--build')) {
    await runIfNeeded(() => !isBuilt(), 'Building the web app (its sources have changed)', build)
    await runIfNeeded(() => !isCompiled(), 'Compiling the server (its sources have changed)', compile)
  }
  if (process.argv.includes('--browser')) {
    await runIfNeeded(
      async () => !(await findBrowser()),
      'Installing a browser for the tests (once)',
      installBrowser,
    )
    await runIfNeeded(() => !findRedis(), 'Installing redis-server for the tests (once)', installRedis)
    await runIfNeeded(() => !findPgRestore(), 'Unpacking pg_restore for the tests (once)', installPgRestore)
    await runIfNeeded(() => !findNginx(), 'Unpacking nginx for the tests (once)', installNginx)
  }
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}

/** Checks again under the lock: another process may have done it meanwhile. */
async function runIfNeeded(isNeeded, label, action) {
  if (!(await isNeeded())) return
  await withLockFile(join(root, '.setup.lock'), async () => {
    if (!(await isNeeded())) return
    const startedAt = Date.now()
    console.info(`${label} …`)
    await action()
    console.info(`… done in ${Math.round((Date.now() - startedAt) / 1000)} s`)
  })
}

async function install() {
  const hash = lockfileHash()
  await rm(installHashFile, { force: true })
  // Install scripts do not run: linkPrograms does what is needed of them. Development packages build the web app, so they
  // are installed in production too.
  await runNpm(['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
  linkPrograms()
  if (hasNodePackage()) await run(join(root, 'node_modules/.bin/node'), ['--version'])
  await writeFile(installHashFile, hash)
}

async function build() {
  const hash = webSourcesHash()
  await rm(buildHashFile, { force: true })
  await runNpm(['run', 'build', '--workspace', 'apps/web'], { NODE_ENV: 'production' })
  await writeFile(buildHashFile, hash)
}

async function compile() {
  const hash = serverSourcesHash()
  const node = hasNodePackage() ? join(root, 'node_modules/.bin/node') : process.execPath
  await run(node, ['apps/server/src/main.ts', '--only-load'], { NODE_COMPILE_CACHE: compileCache })
  await writeFile(compileHashFile, hash)
}

/** Where npm has a package of Node, that is used. Elsewhere a recent Node has to be installed. */
function refuseOldNode() {
  if (hasNodePackage() || Number.parseInt(process.versions.node, 10) >= 24) return
  throw new SetupError(
    `Portico needs Node 24 or later on this system, and this is ${process.versions.node}: see https://nodejs.org.`,
  )
}

function hasNodePackage() {
  return (
    process.platform === 'linux' &&
    ['x64', 'arm64'].includes(process.arch) &&
    !existsSync('/etc/alpine-release')
  )
}
