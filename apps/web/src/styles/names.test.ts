import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')

/** The build puts the looks of several features into one file: a name that two of them give would mean both everywhere. */
test('a class means one thing: no two features give the same name, nor one that the house has given', () => {
  const givers = new Map<string, Set<string>>()
  for (const path of globSync('**/*.css', { cwd: sources })) {
    if (/^styles\/(print|forced-colours)\./.test(path)) continue
    const giver = /^features\/\w+/.exec(path)?.[0] ?? 'the house'
    for (const name of namesGivenIn(readFileSync(join(sources, path), 'utf8')))
      givers.set(name, (givers.get(name) ?? new Set()).add(giver))
  }

  expect(givers.size).toBeGreaterThan(200)
  expect([...givers].filter(([, by]) => by.size > 1).map(([name, by]) => `${name}: ${[...by]}`)).toEqual([])
})

/** Those that stand alone in a selector; whatever is said of a name within another's is said there alone. */
function namesGivenIn(css: string) {
  const bare = css.replaceAll(/\/\*.*?\*\//gs, '')
  const selectors = [...bare.matchAll(/[{};]([^{};]+)(?=\{)/g)].flatMap(([, found = '']) => found.split(','))
  return selectors.flatMap((selector) => /^\s*\.([\w-]+)(::?[\w-]+)*\s*$/.exec(selector)?.[1] ?? [])
}
