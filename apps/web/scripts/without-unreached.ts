import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Parts of React Router that our settings (no server that draws pages, no loaders) never reach are replaced, in the
 * browser's bundle, by the few lines in `unreached/`: 4.5 kB less on every first visit. `finish-build.mjs` fails when a
 * route gets a loader or an action after all. One part is reached, and does better there without the network.
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
      if (!name || !(name in replaced)) return undefined
      if (hashOf(id) !== replaced[name])
        this.error(
          `React Router's ${name}.js is another: look at scripts/unreached/${name}.js, then say ${hashOf(id)}`,
        )
      met.add(name)
      return readFileSync(new URL(`unreached/${name}.js`, import.meta.url), 'utf8')
    },
    buildEnd() {
      const missed = Object.keys(replaced).filter((name) => !met.has(name))
      if (missed.length > 0)
        this.error(`React Router no longer has ${missed.join(', ')}: see scripts/unreached`)
    },
  }
}

/** Each as it was when the file in its place was written: a release that changes one of them stops the build. */
const replaced: Record<string, string> = {
  'fog-of-war': 'b3e650e85987e954',
  instrumentation: '5a38d47fd184472e',
  routeModules: 'c99a6674513de238',
  'single-fetch': '03445ec2c01f96be',
}

/** Of what it does: its head says the release. */
function hashOf(file: string) {
  const code = readFileSync(file, 'utf8').replace(/^\/\*\*[\s\S]*?\*\//, '')
  return createHash('sha256').update(code).digest('hex').slice(0, 16)
}
