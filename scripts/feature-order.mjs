// Fails when a feature of the server or of the web imports one above it. Both orders stand in ARCHITECTURE.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of each side's features, and the lowest of them. */
const sides = [
  { folder: 'apps/server/src/features', lowest: 'access' },
  { folder: 'apps/web/src/features', lowest: 'marketing' },
]

/** The features in their order, from below: the first line of code in ARCHITECTURE.md that begins with the lowest. */
export function readOrder(architecture, lowest) {
  const order = architecture.match(new RegExp(`\`(${lowest} < [^\`]+)\``))?.[1]?.split(/\s*<\s*/)
  if (!order)
    throw new Error(`ARCHITECTURE.md does not say the order of the features, from ${lowest} upwards.`)
  return order
}

/** What is wrong with the imports in the folder of the features, as one sentence each. */
export function findFaults(folder, order) {
  const root = resolve(folder)
  const faults = []
  for (const file of sourcesOf(root)) {
    const feature = featureOf(root, file)
    if (!order.includes(feature)) {
      faults.push(`${pathOf(root, file)}: the order of the features does not name ${feature}`)
      continue
    }
    for (const imported of importsOf(file)) {
      const other = featureOf(root, imported)
      if (!imported.startsWith(root + sep) || order.indexOf(other) <= order.indexOf(feature)) continue
      faults.push(
        `${pathOf(root, file)} → ${pathOf(root, imported)}: ${feature} is below ${other}, and a feature imports only from those below it`,
      )
    }
  }
  return faults
}

function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
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
  const architecture = readFileSync('ARCHITECTURE.md', 'utf8')
  const faults = sides.flatMap(({ folder, lowest }) => findFaults(folder, readOrder(architecture, lowest)))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
