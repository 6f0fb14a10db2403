import { randomBytes } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from './cannot-start.ts'
import { createFolder, describeFolderError } from './create-folder.ts'

export interface DataDir {
  path: string
  /** The secrets that sign tokens, the newest first, a line each. The first call creates one. */
  secret(): Promise<string>
  replaceSecret(secrets: string): Promise<void>
  /** The key in the addresses of the development pages. The first call creates it. */
  devKey(): Promise<string>
  release(): void
}

/** Creates the data folder where needed, and locks it for this process. */
export async function lockDataDir(path: string): Promise<DataDir> {
  try {
    await createFolder(path)
    const lock = acquireLock(path)
    heldLocks.add(lock)
    return {
      ...openDataDir(path),
      release() {
        heldLocks.delete(lock)
        lock.close()
      },
    }
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`DATA_DIR (${path}) cannot be used: ${await findReason(path, error)}.`)
  }
}

/** For a process whose supervisor has locked it. */
export function openDataDir(path: string): DataDir {
  return {
    path,
    secret: () => readSecret(join(path, 'secret'), 32),
    replaceSecret: (secrets) => writeSecret(join(path, 'secret'), secrets),
    devKey: () => readSecret(join(path, 'dev-key'), 16),
    release() {},
  }
}

/** Keeps the locks referenced: garbage collection would close and so release them. */
const heldLocks = new Set<DatabaseSync>()

/**
 * SQLite's lock on a file is the only lock in Node that the operating system holds. It ends with the process, however that
 * ends, so there are no stale locks.
 */
function acquireLock(path: string) {
  const lock = new DatabaseSync(join(path, 'lock'))
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new CannotStart(
      `DATA_DIR (${path}) is in use by another Portico: stop that one first, or give this one a DATA_DIR of its own.`,
    )
  }
}

const SQLITE_BUSY = 5

/** Creates it where it is missing. */
async function readSecret(file: string, bytes: number) {
  const existing = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (existing) return existing.trim()

  const secret = randomBytes(bytes).toString('base64url')
  await writeSecret(file, secret)
  return secret
}

/** A rename is atomic, so that nobody reads a partly written secret. */
async function writeSecret(file: string, secret: string) {
  const draft = `${file}.new`
  await writeFile(draft, secret, { mode: 0o600, flush: true })
  await rename(draft, file)
}

async function findReason(path: string, error: unknown) {
  const failure = error as NodeJS.ErrnoException
  // SQLite only reports that it could not open its file.
  if (failure.code !== 'ERR_SQLITE_ERROR') return describeFolderError(failure)
  const folder = await stat(path).catch(() => null)
  return describeFolderError({
    code: folder && !folder.isDirectory() ? 'ENOTDIR' : 'EACCES',
    message: failure.message,
  })
}
