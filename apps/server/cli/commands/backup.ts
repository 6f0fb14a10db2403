import { parseBackupLocation } from '../../src/features/backups/backup-location.ts'
import { runBackup } from '../../src/features/backups/run-backup.ts'
import { formatBytes } from '../../src/features/files/uploads.service.ts'
import { openBackupStore } from '../../src/platform/backup/backup-store.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { createStorage } from '../../src/platform/storage/create-storage.ts'
import { type Command, WrongUsage } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withRunningDatabase } from '../with-running-database.ts'

export const command: Command = {
  usage: '[--to PLACE] [--with-files | --without-files] [--no-verify] [--json]',
  about: [
    'Writes the database and the files into one archive, while Portico runs, and verifies it. Files in a bucket are only',
    'listed, because a bucket is copied with the tools of its provider. With BACKUP_PASSPHRASE the archive is encrypted',
    '(age). APP_SECRET is not in it: keep it elsewhere. The archive has its name only once it is complete.',
  ].join('\n'),
  options: {
    to: { type: 'string' },
    'with-files': { type: 'boolean' },
    'without-files': { type: 'boolean' },
    'no-verify': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  optionHelp: {
    '--to PLACE': 'a folder, file:///… or s3://…; BACKUP_URL by default',
    '--with-files': 'put files in a bucket into the archive too',
    '--without-files': 'only list the files of a folder too',
    '--no-verify': 'do not restore the archive into a scratch database to compare it',
    '--json': 'print JSON',
  },

  async run({ values, cwd }) {
    if (values['with-files'] && values['without-files'])
      throw new WrongUsage('Choose --with-files or --without-files.')
    const result = await withRunningDatabase(async ({ config, connection, log }) => {
      const location = typeof values.to === 'string' ? parseBackupLocation(values.to, cwd) : config.backupUrl
      if (!location) throw new WrongUsage('Say where to with --to, or set BACKUP_URL.')
      const storage = createStorage(config)
      const store = openBackupStore(location)
      const isInFolder = config.storageUrl.kind === 'file'
      const withFiles = values['with-files'] === true || (isInFolder && !values['without-files'])
      const passphrase = config.backupPassphrase
      try {
        return await runBackup(
          { connection, storage, store, passphrase, withFiles },
          { verify: !values['no-verify'], log },
        )
      } finally {
        storage.close()
        store.close()
      }
    })
    const { name, place, size, rows, files, hasFiles, isVerified } = result
    printResult(values.json, result, [
      `${name} is in ${place} (${formatBytes(size)}).`,
      `Rows: ${rows}. Files: ${files.files} (${formatBytes(files.bytes)}${hasFiles ? '' : ', only listed'}).`,
      isVerified
        ? 'It was restored into a scratch database, and every table and file is the same.'
        : 'It was not verified.',
    ])
    if (files.wrongCount > 0)
      throw new CannotStart(
        `The backup is complete, but ${files.wrongCount} files are lost or damaged in the storage: \`npx portico files verify\` names them.`,
      )
  },
}
