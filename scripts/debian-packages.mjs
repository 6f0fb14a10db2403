import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/** Unpacks packages and the libraries they need into a folder, without installing or starting anything. */
export async function unpackPackages(folder, packages) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const names = [...packages, ...missingLibraries(packages)]
  await run('sh', ['-c', `cd "$0" && apt-get download -qq ${names.join(' ')}`, folder])
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.deb')))
    await run('dpkg', ['-x', join(folder, name), folder])
}

/** The first of these programs that can be run, with its environment; null if none can. */
export function findProgram(candidates, versionFlag) {
  const canRun = ({ file, env }) =>
    spawnSync(file, [versionFlag], { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0
  return candidates.find(canRun) ?? null
}

/** The environment in which unpacked programs find their libraries. */
export function libraryPathOf(folder) {
  const lib = join(folder, 'usr/lib')
  const folders = existsSync(lib) ? [lib, ...readdirSync(lib).map((name) => join(lib, name))] : []
  return { LD_LIBRARY_PATH: folders.join(':') }
}

function missingLibraries(packages) {
  const options = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
    (kind) => `--no-${kind}`,
  )
  const { stdout } = spawnSync('apt-cache', ['depends', '--recurse', ...options, ...packages], {
    encoding: 'utf8',
  })
  const names = new Set(stdout.match(/^(lib|lua)\S+/gm) ?? [])
  return [...names].filter((name) => spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status !== 0)
}
