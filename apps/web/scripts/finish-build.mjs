// After `react-router build`: says which inline scripts each page may run, takes out of the list of routes what no browser
// reads, and stores every file compressed beside itself.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { files, listOfRoutes, pathOf, read, root, routes } from './built.mjs'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const described = pages()
writeFileSync(join(root, 'pages.json'), `${JSON.stringify(described, null, 2)}\n`)
shortenListOfRoutes()
await compress(Object.values(described.ready))

/**
 * `{ ready: { "/welcome": { file, scriptHashes }, … }, fallback: { file, scriptHashes }, known: ["/projects/:id", …] }`.
 * The fallback draws every known path that is not ready HTML; any other path is worth a 404.
 */
function pages() {
  const ready = {}
  let fallback
  for (const file of files().filter((name) => name.endsWith('.html'))) {
    const html = read(file).toString()
    refuseInlineStyles(file, html)
    const published = html.includes('<link rel="canonical"')
    const page = { file, scriptHashes: inlineScripts(html).map(hash), ...(published && { published }) }
    if (file === 'index.html') fallback = page
    else ready[`/${file.replace(/\/index\.html$/, '')}`] = page
  }
  const all = routes()
  const known = Object.values(all)
    .filter((route) => (route.path || route.index) && !route.path?.includes('*'))
    .map((route) => pathOf(route, all) || '/')
  return { ready, fallback, known }
}

/** Those that run: what `application/ld+json` says is only read. */
function inlineScripts(html) {
  return [
    ...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, text]) => text)
}

/** As it is written in a Content-Security-Policy, quotes apart. */
function hash(script) {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}

/** The policy has no place for them: a page that carries one would be drawn without it. */
function refuseInlineStyles(file, html) {
  const found = html.match(/<style[\s>]|<[^>]+\sstyle="[^"]*"/)
  if (found) throw new Error(`${file} carries an inline style, which its CSP forbids: ${found[0]}`)
}

/**
 * Every page loads the list of all routes. What is false and what each module imports (preloads stand in the ready HTML)
 * says nothing to a browser, and is half of it.
 */
function shortenListOfRoutes() {
  const file = listOfRoutes()
  const source = read(file).toString()
  const [start, end] = [source.indexOf('{'), source.lastIndexOf('}') + 1]
  const list = JSON.parse(source.slice(start, end))
  for (const route of Object.values(list.routes)) {
    if (route.hasLoader || route.hasAction)
      throw new Error(`${route.id} has a loader or an action: see scripts/unreached`)
    delete route.imports
    for (const key of Object.keys(route)) if (route[key] === false) delete route[key]
  }
  writeFileSync(join(root, file), source.slice(0, start) + JSON.stringify(list) + source.slice(end))
}

/** Pages that name their own address are finished, and compressed, by the server. */
async function compress(ready) {
  const later = new Set(ready.filter(({ published }) => published).map(({ file }) => file))
  const worthIt = files().filter(
    (file) => /\.(html|js|css|svg|txt|webmanifest)$/.test(file) && !later.has(file),
  )
  await Promise.all(
    worthIt.map(async (file) => {
      const bytes = read(file)
      writeFileSync(
        join(root, `${file}.br`),
        await brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }),
      )
      writeFileSync(join(root, `${file}.gz`), await gzip(bytes, { level: 9 }))
    }),
  )
}
