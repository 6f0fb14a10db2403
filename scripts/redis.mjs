import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, librariesOf, unpackPackages } from './debian-packages.mjs'
import { CannotSetUp, run } from './run.mjs'

const cache = join(process.cwd(), 'node_modules/.cache/redis')
const unpacked = join(cache, 'redis-server')

/** A redis-server that runs here, and what it needs to: the system's, else the one set-up unpacked; null without any. */
export const findRedis = () =>
  findProgram(
    [
      { file: 'redis-server', env: {} },
      { file: unpacked, env: librariesOf(cache) },
    ],
    '--version',
  )

export async function installRedis() {
  const debian = existsSync('/etc/debian_version')
  if (debian && process.getuid?.() === 0) {
    const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], quietly)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], quietly)
  } else if (debian) {
    await unpackPackages(cache, ['redis-tools'])
    // One program under two names: by this one it is the server.
    copyFileSync(join(cache, 'usr/bin/redis-check-rdb'), unpacked)
  }
  if (!findRedis())
    throw new CannotSetUp(
      'The tests need redis-server: install it (apt install redis-server, brew install redis) and try again.',
    )
}
