// `npm run size`: how much JavaScript a first visit loads, compressed, by the files that each page's HTML names.
// Exits 1 over budget.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const BUILD_FOLDER = fileURLToPath(new URL('../build/client/', import.meta.url))
const read = (file) => readFileSync(join(BUILD_FOLDER, file))
const pages = JSON.parse(read('pages.json')).known
const manifest = JSON.parse(read('.vite/manifest.json'))

/** A public page without a form may have a small script of its own, but not the framework. */
const WITHOUT_FORM_BYTES = 1_000
const WITH_FORM_BYTES = 145_000
const DASHBOARD_BYTES = 190_000
/** It shares the parts of signed-in pages, and is seldom visited. */
const VERIFY_BYTES = 200_000
const CHAT_ADDS_BYTES = 50_000
const PROJECT_ADDS_BYTES = 28_000
/** Everything before the image. pdf.js is loaded for PDFs only. */
const VIEWER_ADDS_BYTES = 60_000
/** When it is first opened. */
const PALETTE_ADDS_BYTES = 15_000

const budgets = {
  ...group(['/welcome', '/features', '/pricing', '/FAQ', '/privacy', '/terms'], WITHOUT_FORM_BYTES),
  ...group(
    ['/login', '/register', '/client-login', '/forgot-password', '/reset-password', '/verify'],
    WITH_FORM_BYTES,
  ),
  ...group(['/support'], WITH_FORM_BYTES),
  ...group(['/verify'], VERIFY_BYTES),
  ...group(['/', '/client-dashboard'], DASHBOARD_BYTES),
}
const additions = [
  ['/chat', '/', CHAT_ADDS_BYTES],
  ['/client-dashboard/chat', '/client-dashboard', CHAT_ADDS_BYTES],
  ['/projects/:id', '/', PROJECT_ADDS_BYTES],
  ['/client-dashboard/projects/:id', '/client-dashboard', PROJECT_ADDS_BYTES],
  ['/files/:id', '/', VIEWER_ADDS_BYTES],
  ['/client-dashboard/files/:id', '/client-dashboard', VIEWER_ADDS_BYTES],
]

for (const [path, budget] of Object.entries(budgets)) report(path, weigh(scriptsOf(path)), budget)
for (const [path, beside, budget] of additions) {
  const loaded = new Set(scriptsOf(beside))
  report(`${path} adds`, weigh(scriptsOf(path).filter((file) => !loaded.has(file))), budget)
}

const atFirst = new Set(scriptsOf('/'))
const palette = importsOf('src/features/search/FreelancerPalette.tsx').filter((file) => !atFirst.has(file))
report('the search palette adds', weigh(palette), PALETTE_ADDS_BYTES)

function group(paths, budget) {
  return Object.fromEntries(paths.map((path) => [path, budget]))
}

/** React Router names every module of a page in its HTML, with all they import. */
function scriptsOf(path) {
  const html = read(pages[path].file).toString()
  return [...new Set([...html.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file))]
}

/** The file of a module and those of all that it imports. */
function importsOf(module, found = new Set()) {
  const { file, imports = [] } = manifest[module]
  if (!found.has(file)) {
    found.add(file)
    for (const imported of imports) importsOf(imported, found)
  }
  return [...found]
}

function weigh(files) {
  return files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
}

function report(what, size, budget) {
  if (size > budget) process.exitCode = 1
  const status = size > budget ? 'OVER' : 'ok'
  console.info(
    `${what.padEnd(36)} ${kilobytes(size).padStart(9)} of ${kilobytes(budget).padStart(8)}  ${status}`,
  )
}

function kilobytes(bytes) {
  return `${(bytes / 1_000).toFixed(1)} kB`
}
