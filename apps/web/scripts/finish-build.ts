import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Config } from '@react-router/dev/config'

type Routes = Parameters<NonNullable<Config['buildEnd']>>[0]['reactRouterConfig']['routes']

/** Read by the server (apps/server/src/platform/http/web-app.ts). */
interface Pages {
  /** By path, as in routes.ts. */
  known: Record<string, Page>
  /** The response to any other path. */
  notFound: Page
}
interface Page {
  file: string
  /** The hashes of the inline scripts for the Content-Security-Policy. */
  scriptHashes: string[]
  /** The page names its own address, which the server fills in. */
  hasAddress: boolean
}

const BUILD_FOLDER = fileURLToPath(new URL('../build/client/', import.meta.url))

/** Lists the pages for the server, and stores every other file compressed beside itself: the server completes pages. */
export async function finishBuild(routes: Routes) {
  lowerPriorityOfScripts()
  const pages: Pages = {
    known: Object.fromEntries(pathsOf(routes).map((path) => [path, describePage(documentOf(path))])),
    notFound: describePage('__spa-fallback.html'),
  }
  writeFileSync(join(BUILD_FOLDER, 'pages.json'), `${JSON.stringify(pages, null, 2)}\n`)
  await compressFiles()
}

/** Styles and fonts come first: a phone then shows a page with a form 0.9 s earlier. React Router has no setting for this. */
function lowerPriorityOfScripts() {
  for (const file of listFiles().filter((name) => name.endsWith('.html'))) {
    const html = readFileSync(join(BUILD_FOLDER, file), 'utf8')
    writeFileSync(
      join(BUILD_FOLDER, file),
      html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
    )
  }
}

function pathsOf(routes: Routes) {
  return Object.values(routes)
    .filter(({ path, index }) => index || (path && !path.includes('*')))
    .map(({ path }) => `/${path ?? ''}`)
}

/** A page with an id was prerendered with the name of the parameter in its place. */
function documentOf(path: string) {
  return join(path.slice(1).replace(':', ''), 'index.html')
}

function describePage(file: string): Page {
  const html = readFileSync(join(BUILD_FOLDER, file), 'utf8')
  const inlineStyle = html.match(/<style[\s>]|<[^>]+\sstyle="[^"]*"/)
  if (inlineStyle) throw new Error(`${file} has an inline style, which its CSP forbids: ${inlineStyle[0]}`)
  return {
    file,
    scriptHashes: inlineScripts(html).map(hashForCsp),
    hasAddress: html.includes('<link rel="canonical"'),
  }
}

/** Leaves out `application/ld+json`, which is data. */
function inlineScripts(html: string) {
  const scripts = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g
  return [...html.matchAll(scripts)].map(([, text = '']) => text)
}

function hashForCsp(script: string) {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}

async function compressFiles() {
  const files = listFiles().filter((file) => /\.(js|css|svg|txt|webmanifest|mjs|wasm)$/.test(file))
  const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)]
  await Promise.all(
    files.map(async (file) => {
      const path = join(BUILD_FOLDER, file)
      const bytes = readFileSync(path)
      writeFileSync(`${path}.br`, await brotli(bytes))
      writeFileSync(`${path}.gz`, await gzip(bytes, { level: 9 }))
    }),
  )
}

function listFiles() {
  return readdirSync(BUILD_FOLDER, { recursive: true, encoding: 'utf8' })
}
