// After `react-router build`: says which inline scripts each page may run, takes out of the list of routes what no browser
// reads, and stores every file compressed beside itself.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { earlyScript } from '../src/app/early-reads.ts'
import { files, importsOf, listOfRoutes, pathOf, read, root, routes } from './built.mjs'

/** Whose pages stand in which frame. */
const areas = { 'areas/FreelancerArea': 'freelancer', 'areas/ClientArea': 'client' }

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

keepOneLook()
letPagesPaintFirst()
const described = pages()
writeFileSync(join(root, 'pages.json'), `${JSON.stringify(described, null, 2)}\n`)
shortenListOfRoutes()
await compress(Object.values(described.ready))

/**
 * `{ ready: { "/welcome": { file, scriptHashes }, … }, drawn: { "/projects/:id": { file, scriptHashes }, … }, fallback }`.
 * Every known path is ready HTML, or the fallback that names what draws it; any other path is worth a 404.
 */
function pages() {
  const ready = {}
  const drawn = {}
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
  for (const route of Object.values(all)) {
    const path = pathOf(route, all) || '/'
    if (!(route.path || route.index) || path.includes('*') || ready[path]) continue
    const file = `drawn/${route.id.replaceAll('/', '-')}.html`
    mkdirSync(join(root, 'drawn'), { recursive: true })
    const html = withPreloads(read(fallback.file).toString(), route, all)
    writeFileSync(join(root, file), html)
    drawn[path] = { file, scriptHashes: inlineScripts(html).map(hash) }
  }
  return { ready, drawn, fallback }
}

/** What draws a page is fetched together with what starts React, not after React has asked for it. */
function withPreloads(html, route, all) {
  const modules = []
  const styles = []
  for (let each = route; each; each = all[each.parentId]) {
    modules.unshift(each.module.slice(1))
    styles.unshift(...(each.css ?? []).map((href) => href.replace('#', '')))
  }
  const links = [
    ...styles.map((href) => `<link rel="preload" as="style" href="${href}"/>`),
    ...importsOf(modules).map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}"/>`),
  ]
  const missing = [...new Set(links)].filter((link) => !html.includes(hrefOf(link)))
  const area = areas[route.parentId]
  const early = area ? `<script>${earlyScript(area, pathOf(route, all) || '/')}</script>` : ''
  return largestFirst(
    html
      .replace('<meta name="viewport"', `${early}<meta name="viewport"`)
      .replace('</head>', `${missing.join('')}</head>`),
  )
}

/** A phone has six connections: what takes longest on its own is begun before what is quickly there. */
function largestFirst(html) {
  const links = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
  const size = (link) => read(hrefOf(link).slice(1)).length
  const sorted = links.toSorted((one, other) => size(other) - size(one))
  const without = links.reduce((rest, link) => rest.replace(link, ''), html)
  return without.replace('</head>', `${sorted.join('')}</head>`)
}

function hrefOf(link) {
  return link.match(/href="([^"]+)"/)[1]
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

/**
 * React Router marks styles that chunks loaded later share (`house.css#`), so that they are put in again when a page that
 * brought them goes. The house's never go: without the mark they are not loaded and drawn twice.
 */
function keepOneLook() {
  const always = routes().root.css
  for (const file of [...files().filter((name) => name.endsWith('.html')), listOfRoutes()]) {
    let text = read(file).toString()
    for (const href of always) text = text.replaceAll(`"${href}"`, `"${href.replace('#', '')}"`)
    writeFileSync(join(root, file), text)
  }
}

/** There is something to see before React wakes: a ready page, or the frame of an area. Styles and fonts come before scripts. */
function letPagesPaintFirst() {
  for (const file of files().filter((name) => name.endsWith('.html'))) {
    const html = read(file).toString()
    writeFileSync(
      join(root, file),
      largestFirst(
        html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
      ),
    )
  }
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
