import { type Env, invalid, read } from './environment.ts'
import { parseLocation } from './storage.ts'

export function readBackupConfig(env: Env) {
  return {
    /** Where backups are kept; null: nowhere. */
    backupUrl: read(env, 'BACKUP_URL', parseLocation, null),
    /** Empty: backups are not encrypted. */
    backupPassphrase: read(env, 'BACKUP_PASSPHRASE', parsePassphrase, ''),
  }
}

/** The message must not repeat the value. */
function parsePassphrase(value: string) {
  return value.length >= 12 ? value : invalid('must be at least 12 characters long')
}
