import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, libraryPathOf, unpackPackages } from './debian-packages.mjs'
import { run, SetupError } from './run.mjs'

const cache = join(process.cwd(), 'node_modules/.cache/redis')
const unpacked = join(cache, 'redis-server')

/** The redis-server of the system, else the one that set-up has unpacked; null if neither runs. */
export const findRedis = () =>
  findProgram(
    [
      { file: 'redis-server', env: {} },
      { file: unpacked, env: libraryPathOf(cache) },
    ],
    '--version',
  )

export async function installRedis() {
  const debian = existsSync('/etc/debian_version')
  if (debian && process.getuid?.() === 0) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], env)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], env)
  } else if (debian) {
    await unpackPackages(cache, ['redis-tools'])
    // redis-check-rdb is the same program: under the name of redis-server it is the server.
    copyFileSync(join(cache, 'usr/bin/redis-check-rdb'), unpacked)
  }
  if (!findRedis())
    throw new SetupError(
      'The tests need redis-server: install it (apt install redis-server, brew install redis) and try again.',
    )
}
