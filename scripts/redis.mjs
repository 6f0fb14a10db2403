import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CannotSetUp, run } from './run.mjs'

const cache = join(process.cwd(), 'node_modules/.cache/redis')
const unpacked = join(cache, 'redis-server')

/** A redis-server that runs here, and what it needs to: the system's, else the one set-up unpacked; null without any. */
export function findRedis() {
  for (const [file, env] of [
    ['redis-server', {}],
    [unpacked, { LD_LIBRARY_PATH: libraries().join(':') }],
  ]) {
    const { status } = spawnSync(file, ['--version'], { stdio: 'ignore', env: { ...process.env, ...env } })
    if (status === 0) return { file, env }
  }
  return null
}

export async function installRedis() {
  const debian = existsSync('/etc/debian_version')
  if (debian && process.getuid?.() === 0) {
    const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], quietly)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], quietly)
  } else if (debian) await unpack()
  if (!findRedis())
    throw new CannotSetUp(
      'The tests need redis-server: install it (apt install redis-server, brew install redis) and try again.',
    )
}

/** For whoever may not install: the distribution's own packages, unpacked beside our other caches. */
async function unpack() {
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  const packages = ['redis-tools', ...missingLibraries()]
  await run('sh', ['-c', `cd "$0" && apt-get download -qq ${packages.join(' ')}`, cache])
  for (const name of readdirSync(cache).filter((name) => name.endsWith('.deb')))
    await run('dpkg', ['-x', join(cache, name), cache])
  // One program under two names: by this one it is the server.
  copyFileSync(join(cache, 'usr/bin/redis-check-rdb'), unpacked)
}

function missingLibraries() {
  const only = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
    (kind) => `--no-${kind}`,
  )
  const { stdout } = spawnSync('apt-cache', ['depends', '--recurse', ...only, 'redis-tools'], {
    encoding: 'utf8',
  })
  const names = new Set(stdout.match(/^(lib|lua)\S+/gm) ?? [])
  return [...names].filter((name) => spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status !== 0)
}

function libraries() {
  const lib = join(cache, 'usr/lib')
  if (!existsSync(lib)) return []
  return [lib, ...readdirSync(lib).map((name) => join(lib, name))]
}
