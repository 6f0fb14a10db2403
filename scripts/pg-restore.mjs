import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { librariesOf, unpackPackages } from './debian-packages.mjs'
import { CannotSetUp, run } from './run.mjs'

const cache = join(process.cwd(), 'node_modules/.cache/postgresql-client')
const versions = join(cache, 'usr/lib/postgresql')

/** The folder with a pg_restore that runs here (null: it is in the PATH), and the environment it needs. */
export function findPgRestore() {
  const unpacked = existsSync(versions)
    ? readdirSync(versions).map((name) => join(versions, name, 'bin'))
    : []
  for (const [folder, env] of [[null, {}], ...unpacked.map((folder) => [folder, librariesOf(cache)])]) {
    const file = folder ? join(folder, 'pg_restore') : 'pg_restore'
    const { status } = spawnSync(file, ['--version'], { stdio: 'ignore', env: { ...process.env, ...env } })
    if (status === 0) return { folder, env }
  }
  return null
}

/** The embedded PostgreSQL comes without it. */
export async function installPgRestore() {
  if (existsSync('/etc/debian_version')) {
    if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq'])
    const { stdout } = spawnSync('apt-cache', ['depends', 'postgresql-client'], { encoding: 'utf8' })
    const [name] = stdout.match(/postgresql-client-\d+/) ?? []
    if (name) await unpackPackages(cache, [name])
  }
  if (!findPgRestore())
    throw new CannotSetUp(
      'The tests need pg_restore: install it (apt install postgresql-client, brew install libpq) and try again.',
    )
}
