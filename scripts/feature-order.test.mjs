import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFaults, readOrder } from './feature-order.mjs'

const order = ['access', 'files', 'reviews']

test('reads the order of each side from the document', () => {
  const architecture = 'The server: `access < files < reviews`. The web: `portals < files < viewer`.'
  expect(readOrder(architecture, 'access')).toEqual(order)
  expect(readOrder(architecture, 'portals')).toEqual(['portals', 'files', 'viewer'])
  expect(() => readOrder('# Architecture', 'access')).toThrow('does not say the order')
})

test('lets a feature import itself, what is below it, and the platform', () => {
  const folder = featuresWith({
    'reviews/decide.ts':
      "import { a } from '../files/store.ts'\nimport '../../platform/sql.ts'\nimport './x.ts'",
  })
  expect(findFaults(folder, order)).toEqual([])
})

test.for([
  "import { decide } from '../reviews/decide.ts'",
  "import type { Decision } from '../reviews/decide.ts'",
  "import '../reviews/decide.ts'",
  "export { decide } from '../reviews/decide.ts'",
  "await import('../reviews/decide.ts')",
  "import {\n  decide,\n} from '../reviews/decide.ts'",
])('names both files and the rule of an import from above: %s', (source) => {
  const folder = featuresWith({ 'files/store.ts': source })
  expect(findFaults(folder, order)).toEqual([
    'files/store.ts → reviews/decide.ts: files is below reviews, and a feature imports only from those below it',
  ])
})

test('names the imports of components too', () => {
  const folder = featuresWith({
    'files/FileRow.tsx': "const Review = lazy(() => import('../reviews/Review.tsx'))",
  })
  expect(findFaults(folder, order)).toEqual([
    'files/FileRow.tsx → reviews/Review.tsx: files is below reviews, and a feature imports only from those below it',
  ])
})

test('leaves tests alone, which may use every feature', () => {
  const folder = featuresWith({
    'files/store.test.ts': "import '../reviews/decide.ts'",
    'files/FileRow.test.tsx': "import '../reviews/Review.tsx'",
  })
  expect(findFaults(folder, order)).toEqual([])
})

test('refuses a feature without a place in the order', () => {
  const folder = featuresWith({ 'teams/members.ts': '' })
  expect(findFaults(folder, order)).toEqual([
    'teams/members.ts: the order of the features does not name teams',
  ])
})

function featuresWith(files) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-features-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
