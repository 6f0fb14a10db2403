import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Holds the hash of the sources that the web app was built from. */
export const builtMark = 'apps/web/build/sources'

export function isBuilt() {
  return existsSync(builtMark) && readFileSync(builtMark, 'utf8') === webSourcesHash()
}

/** Everything that the built web app is made of, its tools included. */
export function webSourcesHash() {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...filesIn('apps/web'), ...filesIn('packages/contract')]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const MADE = new Set(['node_modules', 'build', '.react-router'])

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !MADE.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
}
