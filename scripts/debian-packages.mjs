import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/** Unpacks packages of the distribution, with the libraries they need, into a folder. Nothing is installed or started. */
export async function unpackPackages(folder, packages) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const names = [...packages, ...missingLibraries(packages)]
  await run('sh', ['-c', `cd "$0" && apt-get download -qq ${names.join(' ')}`, folder])
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.deb')))
    await run('dpkg', ['-x', join(folder, name), folder])
}

/** The first of these programs that runs here, with the environment it needs; null when none does. */
export function findProgram(candidates, versionFlag) {
  const runs = ({ file, env }) =>
    spawnSync(file, [versionFlag], { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0
  return candidates.find(runs) ?? null
}

/** The environment in which programs of that folder find their libraries. */
export function librariesOf(folder) {
  const lib = join(folder, 'usr/lib')
  const folders = existsSync(lib) ? [lib, ...readdirSync(lib).map((name) => join(lib, name))] : []
  return { LD_LIBRARY_PATH: folders.join(':') }
}

function missingLibraries(packages) {
  const only = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
    (kind) => `--no-${kind}`,
  )
  const { stdout } = spawnSync('apt-cache', ['depends', '--recurse', ...only, ...packages], {
    encoding: 'utf8',
  })
  const names = new Set(stdout.match(/^(lib|lua)\S+/gm) ?? [])
  return [...names].filter((name) => spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status !== 0)
}
