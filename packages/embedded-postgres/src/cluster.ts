import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { EmbeddedPostgresError } from './errors.ts'
import { changeOwner, type Launcher, postgresEnv } from './launcher.ts'

export const VERSION = '18'

/** A database folder: PostgreSQL's own files, and the password of its only user. */
export interface Cluster {
  files: string
  password: string
}

interface Options {
  name: string
  launcher: Launcher
  throwAway: boolean
}

const DRAFT_PREFIX = 'postgres.new-'

/** Opens the database folder in `dataDir`, and creates it the first time. */
export async function openCluster(dataDir: string, options: Options): Promise<Cluster> {
  const home = join(dataDir, 'postgres')
  const existing = await readCluster(home)
  if (existing) {
    await changeOwner(existing.files, options.launcher)
    return existing
  }

  // Created elsewhere and renamed when complete: being killed half-way leaves nothing that looks like a database.
  await removeDrafts(dataDir)
  const draft = await mkdtemp(join(dataDir, DRAFT_PREFIX))
  await createCluster(draft, options)
  await rename(draft, home)
  const created = await readCluster(home)
  if (!created) throw new Error(`PostgreSQL left no database in ${home}`)
  return created
}

async function readCluster(home: string): Promise<Cluster | undefined> {
  const files = join(home, 'cluster')
  const version = await readFile(join(files, 'PG_VERSION'), 'utf8').catch(undefinedIfMissing)
  if (version === undefined) return undefined
  if (version.trim() !== VERSION) {
    throw new EmbeddedPostgresError(
      'OTHER_VERSION',
      `The database in ${home} was made by PostgreSQL ${version.trim()}`,
    )
  }
  return { files, password: await readFile(join(home, 'password'), 'utf8') }
}

async function createCluster(home: string, { name, launcher, throwAway }: Options) {
  const files = join(home, 'cluster')
  const password = randomBytes(24).toString('base64url')
  await mkdir(files, { recursive: true, mode: 0o700 })
  await writeFile(join(home, 'password'), password, { mode: 0o600 })
  await changeOwner(files, launcher)

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

  // The superuser has no password, so nobody can log in as it. Our user owns one database and creates none, but in tests.
  await writeFile(join(files, 'pg_hba.conf'), `local all ${name} scram-sha-256\n`)
  const [single, singleArgs] = launcher.command('postgres', ['--single', '-j', '-D', files, 'postgres'])
  await run(
    single,
    singleArgs,
    `create role ${name} login ${throwAway ? 'createdb ' : ''}password '${password}';\n\ncreate database ${name} owner ${name};\n\n`,
  )
}

/** An `initdb` that outlived its parent may still write to a draft; then the next start removes it. */
async function removeDrafts(dataDir: string) {
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(DRAFT_PREFIX))
  await Promise.allSettled(drafts.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

async function run(file: string, args: string[], input: string) {
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'pipe'], env: postgresEnv, detached: true })
  child.stdin.on('error', () => {}).end(input)
  const [output, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject)),
  ])
  if (code === 0 && !/^.*(ERROR|FATAL|PANIC): /m.test(output)) return
  const [, severe] = /(?:ERROR|FATAL|PANIC): +(.*)/.exec(output) ?? []
  const [, first] = /^initdb: (?:error: )?(.*)/m.exec(output) ?? []
  const reason = severe ?? first ?? `it ended with ${code}`
  throw new EmbeddedPostgresError('INIT_FAILED', `PostgreSQL could not make its database folder: ${reason}`)
}

function undefinedIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
