import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, libraryPathOf, unpackPackages } from './debian-packages.mjs'
import { run, SetupError } from './run.mjs'

const cache = join(process.cwd(), 'node_modules/.cache/nginx')

/** The nginx of the system, else the one that set-up has unpacked; null if neither runs. */
export const findNginx = () =>
  findProgram(
    [
      { file: 'nginx', env: {} },
      { file: '/usr/sbin/nginx', env: {} },
      { file: join(cache, 'usr/sbin/nginx'), env: libraryPathOf(cache) },
    ],
    '-v',
  )

/** Unpacks the package instead of installing it: Debian starts an installed nginx on port 80. */
export async function installNginx() {
  if (existsSync('/etc/debian_version')) {
    if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq'])
    await unpackPackages(cache, ['nginx'])
  }
  if (!findNginx())
    throw new SetupError(
      'The tests need nginx: install it (apt install nginx, brew install nginx) and try again.',
    )
}
