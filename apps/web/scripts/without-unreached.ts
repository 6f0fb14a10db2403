import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Parts of React Router that our settings (no server that draws pages, no loaders) never reach are replaced, in the
 * browser's bundle, by the few lines in `unreached/`: 4.5 kB less on every first visit. `finish-build.mjs` fails when a
 * route gets a loader or an action after all.
 */
export function withoutUnreached(): Plugin {
  const met = new Set<string>()
  return {
    name: 'portico:without-unreached',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    load(id) {
      const name = id
        .replaceAll('\\', '/')
        .match(/\/react-router\/dist\/production\/lib\/(?:dom\/ssr|router)\/([\w-]+)\.js$/)?.[1]
      if (!name || !stubs.has(name)) return undefined
      met.add(name)
      return readFileSync(new URL(`unreached/${name}.js`, import.meta.url), 'utf8')
    },
    buildEnd() {
      const missed = [...stubs].filter((name) => !met.has(name))
      if (missed.length > 0)
        this.error(`React Router no longer has ${missed.join(', ')}: see scripts/unreached`)
    },
  }
}

const stubs = new Set(['fog-of-war', 'instrumentation', 'single-fetch'])
