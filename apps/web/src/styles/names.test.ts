import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')

/** The build puts all styles into one file. */
test('defines no class name in two features, or in a feature and the common styles', () => {
  const definedIn = new Map<string, Set<string>>()
  for (const path of globSync('**/*.css', { cwd: sources })) {
    if (/^styles\/(print|forced-colours)\./.test(path)) continue
    const feature = /^features\/[\w-]+/.exec(path)?.[0] ?? 'common'
    for (const name of classNamesDefinedIn(readFileSync(join(sources, path), 'utf8')))
      definedIn.set(name, (definedIn.get(name) ?? new Set()).add(feature))
  }

  expect(definedIn.size).toBeGreaterThan(200)
  expect([...definedIn].filter(([, by]) => by.size > 1).map(([name, by]) => `${name}: ${[...by]}`)).toEqual(
    [],
  )
})

/** Class names that are a whole selector. One inside another selector only applies there. */
function classNamesDefinedIn(css: string) {
  const bare = css.replaceAll(/\/\*.*?\*\//gs, '')
  const selectors = [...bare.matchAll(/[{};]([^{};]+)(?=\{)/g)].flatMap(([, found = '']) => found.split(','))
  return selectors.flatMap((selector) => /^\s*\.([\w-]+)(::?[\w-]+)*\s*$/.exec(selector)?.[1] ?? [])
}
