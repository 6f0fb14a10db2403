import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { parseLocation } from '../../config/storage.ts'
import { type BackupLocation, openBackupStore } from '../../platform/backup/backup-store.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import { listBackups } from './archive-names.ts'

const isUrl = (value: string) => /^(s3|file):\/\//.test(value)

/** A folder's path, or an address as in BACKUP_URL. */
export function parseBackupLocation(value: string, cwd: string): BackupLocation {
  if (!isUrl(value)) return { kind: 'file', folder: resolve(cwd, value) }
  try {
    return parseLocation(value)
  } catch (error) {
    throw new CannotStart(`The place for backups ${(error as Error).message}.`)
  }
}

/** An archive by its path, its address, or its name in BACKUP_URL. Without a value: the newest there. */
export async function findArchive(value: string | undefined, cwd: string, backupUrl: BackupLocation | null) {
  if (value && isUrl(value)) {
    const location = parseBackupLocation(value, cwd)
    const path = location.kind === 's3' ? location.prefix.slice(0, -1) : (location.folder ?? '')
    const name = basename(path)
    const folder = dirname(path)
    return location.kind === 's3'
      ? { store: openBackupStore({ ...location, prefix: folder === '.' ? '' : `${folder}/` }), name }
      : { store: openBackupStore({ ...location, folder }), name }
  }
  if (value) {
    const path = resolve(cwd, value)
    const isFile = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    )
    if (isFile)
      return { store: openBackupStore({ kind: 'file', folder: dirname(path) }), name: basename(path) }
  }
  if (!backupUrl)
    throw new CannotStart(
      value ? `There is no backup ${value}.` : 'Name the backup, or set BACKUP_URL, whose newest is taken.',
    )
  const store = openBackupStore(backupUrl)
  const name = value ?? (await listBackups(store))[0]
  if (!name) throw new CannotStart(`There is no backup in ${store.name}.`)
  return { store, name }
}
