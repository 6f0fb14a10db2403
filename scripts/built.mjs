import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Holds the hash of the sources that the web app was built from. */
export const builtMark = 'apps/web/build/sources'

export function isBuilt() {
  return existsSync(builtMark) && readFileSync(builtMark, 'utf8') === webSourcesHash()
}

/** Everything that the built web app is made of, its tools included. */
export const webSourcesHash = () => hashOf('apps/web', 'packages/contract')

/** Where `npm start` finds its code compiled. Doing that itself, it takes a second more, and 20 MB that it keeps. */
export const compiled = 'node_modules/.cache/node'
/** Holds the hash of what is compiled there. */
export const compiledMark = `${compiled}/sources`

export function isCompiled() {
  return existsSync(compiledMark) && readFileSync(compiledMark, 'utf8') === serverSourcesHash()
}

export const serverSourcesHash = () => hashOf('apps/server/src', 'packages/contract')

function hashOf(...folders) {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...folders.flatMap(filesIn)]) {
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
