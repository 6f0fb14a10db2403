// What `react-router build` left behind, read for the scripts beside this file.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../build/client/', import.meta.url))

export const read = (file) => readFileSync(join(root, file))

/** Every file below the built folder, as paths from it, with forward slashes. */
export function files() {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
    .sort()
}

/** React Router's own list of routes, a script that every page with scripts loads. */
export const listOfRoutes = () => files().find((file) => /^assets\/manifest-.*\.js$/.test(file))

/** Path, parent and module of every route. */
export function routes() {
  const source = read(listOfRoutes()).toString()
  return JSON.parse(source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1)).routes
}

/** A route's full path, as it stands in routes.ts. */
export function pathOf(route, all) {
  const own = route.path ? `/${route.path}` : ''
  return route.parentId ? `${pathOf(all[route.parentId], all)}${own}` : own
}

/** These modules and all that they import statically, each once. */
export function importsOf(modules) {
  const byKey = JSON.parse(read('.vite/manifest.json').toString())
  const byFile = Object.fromEntries(Object.values(byKey).map((chunk) => [chunk.file, chunk]))
  const wanted = new Set()
  const follow = (file) => {
    if (wanted.has(file)) return
    wanted.add(file)
    for (const key of byFile[file]?.imports ?? []) follow(byKey[key].file)
  }
  for (const file of modules) follow(file)
  return [...wanted]
}
