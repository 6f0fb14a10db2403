import { findArchive } from '../../src/features/backups/backup-location.ts'
import { openScratchDatabase } from '../../src/features/backups/scratch-database.ts'
import { verifyArchive } from '../../src/features/backups/verify-archive.ts'
import { formatBytes } from '../../src/features/files/uploads.service.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withRunningDatabase } from '../with-running-database.ts'

export const command: Command = {
  usage: '[ARCHIVE] [--json]',
  about: [
    'Restores a backup into a scratch database, which it removes again, and compares every table and file with what was',
    'backed up. ARCHIVE is a path, an s3:// address or a name in BACKUP_URL; without it the newest there is verified.',
  ].join('\n'),
  options: { json: { type: 'boolean' } },
  optionHelp: { '--json': 'print JSON' },
  positionals: 1,

  async run({ values: { json }, positionals: [value], cwd }) {
    const result = await withRunningDatabase(async ({ config, connection, log }) => {
      const { store, name } = await findArchive(value, cwd, config.backupUrl)
      const scratch = await openScratchDatabase(connection, log)
      try {
        const source = { store, name, passphrase: config.backupPassphrase }
        return { name, ...(await verifyArchive(source, scratch.connection)) }
      } finally {
        await scratch.drop()
        store.close()
      }
    })
    const { name, createdAt, version, tables, rows, files, hasFiles } = result
    printResult(json, result, [
      `${name} restores. It was made ${createdAt} by Portico ${version}.`,
      `Tables: ${tables}. Rows: ${rows}. Files: ${files.files} (${formatBytes(files.bytes)}${hasFiles ? '' : ', only listed'}).`,
      ...(files.wrongCount > 0 ? [`Lost or damaged when it was made: ${files.wrongCount} files.`] : []),
    ])
  },
}
