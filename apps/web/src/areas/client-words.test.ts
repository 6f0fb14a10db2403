import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PLANS } from '@portico/contract'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')
const titles = Object.values(PLANS).map(({ title }) => title)
/** `Free` alone is an English word. */
const planName = new RegExp(
  String.raw`\b(${titles.filter((title) => title !== 'Free').join('|')}|Free plan)\b|\bPLANS\b|(\b(your|their|the|a)|’s) plans?\b`,
)

/** The pages that emails to clients lead to. */
const entryPages = [
  'features/clients/ClientLoginPage.tsx',
  'features/activity/UnsubscribePage.tsx',
  'features/activity/EmailSettingsPage.tsx',
]

test('no page for clients names a plan', () => {
  const files = clientAreaFiles()

  expect(files.size).toBeGreaterThan(100)
  expect([...files].filter(([, text]) => planName.test(text)).map(([file]) => file)).toEqual([])
})

/** The modules of the client area and all that they import, without comments. */
function clientAreaFiles() {
  const routes = readFileSync(join(SOURCE, 'routes.ts'), 'utf8')
  const [area = ''] = routes.match(/layout\('areas\/ClientArea\.tsx'[\s\S]*?\]\)/) ?? []
  const files = new Map<string, string>()
  for (const [, file = ''] of area.matchAll(/'([^']+\.tsx)'/g)) add(join(SOURCE, file))
  for (const file of entryPages) add(join(SOURCE, file))
  return files

  function add(file: string) {
    if (files.has(file)) return
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    files.set(file, text)
    for (const [, path = ''] of text.matchAll(/(?:from|import)[ (]'(\.[^']+\.tsx?)'/g))
      add(join(dirname(file), path))
  }
}
