// How much JavaScript a first visit loads, by page: its route modules and all they import, compressed. A page that goes
// without React loads only what its HTML names. Exits 1 over budget.
import { gzipSync } from 'node:zlib'
import { files, importsOf, listOfRoutes, pathOf, read, routes } from './built.mjs'

const PUBLIC_PAGE = 120_000
const DASHBOARD = 165_000
/** What the chat adds to the area it is in, the socket that every signed-in page comes to open included. */
const CHAT = 45_000
/** What a project's page brings beyond what stands around it. */
const PROJECT = 40_000
const PROJECT_PAGES = ['/projects/:id', '/client-dashboard/projects/:id']
/** What sends files comes with the first that is chosen. */
const UPLOADING = ['features/files/send-resumably.ts', 'features/files/Lightbox.tsx']

const chunks = Object.values(JSON.parse(read('.vite/manifest.json').toString()))
const byKey = JSON.parse(read('.vite/manifest.json').toString())
const entry = chunks.find((chunk) => chunk.isEntry && chunk.file.includes('entry.client')).file
const ready = files()
  .filter((file) => file.endsWith('/index.html'))
  .map((file) => `/${file.replace(/\/index\.html$/, '')}`)

let over = false
for (const [path, budget] of [...ready.map((path) => [path, PUBLIC_PAGE]), ['/', DASHBOARD]]) {
  const size = firstLoad(path)
  over ||= size > budget
  const verdict = size > budget ? 'OVER' : 'ok'
  console.info(`${path.padEnd(16)} ${kilobytes(size).padStart(9)} of ${kilobytes(budget)}  ${verdict}`)
}
for (const [path, beside] of [
  ['/chat', '/'],
  ['/client-dashboard/chat', '/client-dashboard'],
]) {
  const there = closure(modulesOf(beside))
  const size = weigh([...closure(modulesOf(path))].filter((file) => !there.has(file)))
  over ||= size > CHAT
  console.info(
    `${path.padEnd(24)} +${kilobytes(size).padStart(8)} of ${kilobytes(CHAT)}  ${size > CHAT ? 'OVER' : 'ok'}`,
  )
}
for (const path of PROJECT_PAGES) {
  const [page, ...around] = modulesOf(path)
  const shell = closure([entry, ...around])
  const added = [...closure([page])].filter((file) => !shell.has(file))
  const early = UPLOADING.filter((source) => added.includes(byKey[`src/${source}`].file))
  const size = weigh(added)
  over ||= size > PROJECT || early.length > 0
  const verdict = early.length > 0 ? `OVER: loads ${early.join(', ')}` : size > PROJECT ? 'OVER' : 'ok'
  console.info(`${path.padEnd(30)} adds ${kilobytes(size)} of ${kilobytes(PROJECT)}  ${verdict}`)
}
process.exit(over ? 1 : 0)

function firstLoad(path) {
  const html = read(path === '/' ? 'index.html' : `${path.slice(1)}/index.html`).toString()
  const named = [...html.matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g)].map(([, file]) => file)
  const wanted = new Set(named)
  if (html.includes(`/${entry}`)) {
    wanted.add(listOfRoutes())
    for (const file of importsOf([entry, ...modulesOf(path)])) wanted.add(file)
  }
  return weigh([...wanted])
}

/** The files that these come with. */
function closure(modules) {
  return new Set(importsOf(modules))
}

function weigh(wanted) {
  return wanted.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
}

/** The page's own module and those of the areas around it. */
function modulesOf(path) {
  const all = routes()
  let route = Object.values(all).find(
    (each) => (each.path || each.index) && (pathOf(each, all) || '/') === path,
  )
  const modules = []
  for (; route; route = all[route.parentId]) modules.push(route.module.slice(1))
  return modules
}

function kilobytes(bytes) {
  return `${(bytes / 1_000).toFixed(1)} kB`
}
