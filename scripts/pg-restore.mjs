import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, libraryPathOf, unpackPackages } from './debian-packages.mjs'
import { run, SetupError } from './run.mjs'

const cache = join(process.cwd(), 'node_modules/.cache/postgresql-client')
const versions = join(cache, 'usr/lib/postgresql')

/** The pg_restore of the system, else the one that set-up has unpacked; null if neither runs. */
export function findPgRestore() {
  const unpacked = existsSync(versions) ? readdirSync(versions) : []
  const env = libraryPathOf(cache)
  return findProgram(
    [
      { file: 'pg_restore', env: {} },
      ...unpacked.map((version) => ({ file: join(versions, version, 'bin/pg_restore'), env })),
    ],
    '--version',
  )
}

/** The embedded PostgreSQL does not contain it. */
export async function installPgRestore() {
  if (existsSync('/etc/debian_version')) {
    if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq'])
    const { stdout } = spawnSync('apt-cache', ['depends', 'postgresql-client'], { encoding: 'utf8' })
    const [name] = stdout.match(/postgresql-client-\d+/) ?? []
    if (name) await unpackPackages(cache, [name])
  }
  if (!findPgRestore())
    throw new SetupError(
      'The tests need pg_restore: install it (apt install postgresql-client, brew install libpq) and try again.',
    )
}
