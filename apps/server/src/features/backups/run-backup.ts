import type { Logger } from 'pino'
import { type BackupContext, makeBackup } from './make-backup.ts'
import { openScratchDatabase } from './scratch-database.ts'
import { verifyArchive } from './verify-archive.ts'

/** Makes a backup, and verifies it unless that is not wanted. */
export async function runBackup(ctx: BackupContext, { verify, log }: { verify: boolean; log: Logger }) {
  const backup = await makeBackup(ctx)
  if (verify) {
    const { store, passphrase, connection } = ctx
    const scratch = await openScratchDatabase(connection, log)
    await verifyArchive({ store, name: backup.name, passphrase }, scratch.connection).finally(scratch.drop)
  }
  return { ...backup, isVerified: verify }
}
