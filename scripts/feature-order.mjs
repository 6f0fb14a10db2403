// Fails when a feature of the server imports one above it. The order stands in ARCHITECTURE.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The imports from above that are still to go: what they need is to be handed in by `app.ts` and `work.ts`.
 * None is added here, and one that has gone is taken out.
 */
const remaining = []

/** The features in their order, from below: the first line of code in ARCHITECTURE.md that begins with `access <`. */
export function readOrder(architecture) {
  const order = architecture.match(/`(access < [^`]+)`/)?.[1]?.split(/\s*<\s*/)
  if (!order) throw new Error('ARCHITECTURE.md does not say the order of the features.')
  return order
}

/** What is wrong with the imports in the folder of the features, as one sentence each. */
export function findFaults(folder, order, allowed) {
  const root = resolve(folder)
  const faults = []
  const found = new Set()
  for (const file of sourcesOf(root)) {
    const feature = featureOf(root, file)
    if (!order.includes(feature)) {
      faults.push(`${pathOf(root, file)}: the order of the features does not name ${feature}`)
      continue
    }
    for (const imported of importsOf(file)) {
      const other = featureOf(root, imported)
      if (!imported.startsWith(root + sep) || order.indexOf(other) <= order.indexOf(feature)) continue
      const arrow = `${pathOf(root, file)} → ${pathOf(root, imported)}`
      if (allowed.includes(arrow)) found.add(arrow)
      else
        faults.push(`${arrow}: ${feature} is below ${other}, and a feature imports only from those below it`)
    }
  }
  for (const arrow of allowed) {
    if (!found.has(arrow)) faults.push(`${arrow}: has gone, take it out of the imports that remain`)
  }
  return faults
}

function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
    .map((name) => join(folder, name))
    .sort()
}

/** Also what is exported again, loaded later, or only used as a type. */
function importsOf(file) {
  const names = readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g)
  return [...names].map(([, name]) => resolve(dirname(file), name))
}

function featureOf(root, file) {
  return relative(root, file).split(sep)[0]
}

function pathOf(root, file) {
  return relative(root, file).split(sep).join('/')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const order = readOrder(readFileSync('ARCHITECTURE.md', 'utf8'))
  const faults = findFaults('apps/server/src/features', order, remaining)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
