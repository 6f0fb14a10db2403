import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { librariesOf, unpackPackages } from './debian-packages.mjs'
import { CannotSetUp, run } from './run.mjs'

const cache = join(process.cwd(), 'node_modules/.cache/nginx')

/** An nginx that runs here, and the environment it needs: the system's, else the one set-up unpacked; null without any. */
export function findNginx() {
  for (const [file, env] of [
    ['nginx', {}],
    ['/usr/sbin/nginx', {}],
    [join(cache, 'usr/sbin/nginx'), librariesOf(cache)],
  ]) {
    const { status } = spawnSync(file, ['-v'], { stdio: 'ignore', env: { ...process.env, ...env } })
    if (status === 0) return { file, env }
  }
  return null
}

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
