import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CannotStart } from '../process/cannot-start.ts'
import { handOver, type Launcher, postgresEnv } from './launch.ts'

const MAJOR = '18'

/** A database folder of ours: PostgreSQL's own files, and the password of the one user who may enter. */
export interface Cluster {
  files: string
  password: string
}

export const USER = 'portico'

const DRAFT = 'postgres.new-'

/** Opens the database folder in `dataDir`, making it the first time. */
export async function openCluster(dataDir: string, launcher: Launcher, throwAway: boolean): Promise<Cluster> {
  const home = join(dataDir, 'postgres')
  const found = await readCluster(home)
  if (found) {
    await handOver(found.files, launcher)
    return found
  }

  // Made aside and renamed when whole, so that being killed half-way leaves nothing that looks like a database.
  await clearDrafts(dataDir)
  const draft = await mkdtemp(join(dataDir, DRAFT))
  await makeCluster(draft, launcher, throwAway)
  await rename(draft, home)
  const made = await readCluster(home)
  if (!made) throw new Error(`PostgreSQL left no database in ${home}`)
  return made
}

async function readCluster(home: string): Promise<Cluster | undefined> {
  const files = join(home, 'cluster')
  const version = await readFile(join(files, 'PG_VERSION'), 'utf8').catch(ifMissing)
  if (version === undefined) return undefined
  if (version.trim() !== MAJOR) {
    throw new CannotStart(
      `The database in ${home} was made by PostgreSQL ${version.trim()}; this Portico brings PostgreSQL ${MAJOR}.`,
    )
  }
  return { files, password: await readFile(join(home, 'password'), 'utf8') }
}

async function makeCluster(home: string, launcher: Launcher, throwAway: boolean) {
  const files = join(home, 'cluster')
  const password = randomBytes(24).toString('base64url')
  await mkdir(files, { recursive: true, mode: 0o700 })
  await writeFile(join(home, 'password'), password, { mode: 0o600 })
  await handOver(files, launcher)

  const [initdb, initdbArgs] = launcher.command('initdb', [
    `--pgdata=${files}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=reject',
    '--no-instructions',
    ...(throwAway ? ['--no-sync'] : []),
  ])
  await run(initdb, initdbArgs, '')

  // The superuser has no password, so nobody can be it; our own user owns one database and makes none, but in tests.
  await writeFile(join(files, 'pg_hba.conf'), `local all ${USER} scram-sha-256\n`)
  const [single, singleArgs] = launcher.command('postgres', ['--single', '-j', '-D', files, 'postgres'])
  await run(
    single,
    singleArgs,
    `create role ${USER} login ${throwAway ? 'createdb ' : ''}password '${password}';\n\ncreate database ${USER} owner ${USER};\n\n`,
  )
}

/** Another one's draft may still be written to by an `initdb` that outlived us; then it is left for the next start. */
async function clearDrafts(dataDir: string) {
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(DRAFT))
  await Promise.allSettled(drafts.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

async function run(file: string, args: string[], input: string) {
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'pipe'], env: postgresEnv, detached: true })
  child.stdin.on('error', () => {}).end(input)
  const [said, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject)),
  ])
  if (code === 0 && !/^.*(ERROR|FATAL|PANIC): /m.test(said)) return
  const [, grave] = /(?:ERROR|FATAL|PANIC): +(.*)/.exec(said) ?? []
  const [, first] = /^initdb: (?:error: )?(.*)/m.exec(said) ?? []
  const reason = grave ?? first ?? `it ended with ${code}`
  throw new CannotStart(`PostgreSQL could not make its database folder: ${reason}.`)
}

function ifMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
