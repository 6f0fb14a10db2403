import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, librariesOf, unpackPackages } from './debian-packages.mjs'
import { CannotSetUp, run } from './run.mjs'

const cache = join(process.cwd(), 'node_modules/.cache/nginx')

/** An nginx that runs here, and the environment it needs: the system's, else the one set-up unpacked; null without any. */
export const findNginx = () =>
  findProgram(
    [
      { file: 'nginx', env: {} },
      { file: '/usr/sbin/nginx', env: {} },
      { file: join(cache, 'usr/sbin/nginx'), env: librariesOf(cache) },
    ],
    '-v',
  )

/** The package is unpacked, not installed: an installed nginx is started at once and takes port 80. */
export async function installNginx() {
  if (existsSync('/etc/debian_version')) {
    if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq'])
    await unpackPackages(cache, ['nginx'])
  }
  if (!findNginx())
    throw new CannotSetUp(
      'The tests need nginx: install it (apt install nginx, brew install nginx) and try again.',
    )
}
