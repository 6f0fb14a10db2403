import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Contains the hash of the sources that the web app was built from. */
export const buildHashFile = 'apps/web/build/sources'

export function isBuilt() {
  return existsSync(buildHashFile) && readFileSync(buildHashFile, 'utf8') === webSourcesHash()
}

/** Of the sources, and of the lockfile for the tools. */
export const webSourcesHash = () => hashOf('apps/web', 'packages/contract')

/** Where `npm start` finds compiled code. Without it, a start takes a second more and 20 MB of memory. */
export const compileCache = 'node_modules/.cache/node'
/** Contains the hash of the sources that were compiled. */
export const compileHashFile = `${compileCache}/sources`

export function isCompiled() {
  return existsSync(compileHashFile) && readFileSync(compileHashFile, 'utf8') === serverSourcesHash()
}

export const serverSourcesHash = () => hashOf('apps/server/src', 'packages/contract')

function hashOf(...folders) {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...folders.flatMap(filesIn)]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const GENERATED_FOLDERS = new Set(['node_modules', 'build', '.react-router'])

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !GENERATED_FOLDERS.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
}
