import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { findArchive } from '../../src/features/backups/backup-location.ts'
import { restoreArchive } from '../../src/features/backups/restore-archive.ts'
import { adoptCopiedStorage, finishRestore } from '../../src/features/files/installation.service.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { createLog } from '../../src/platform/process/log.ts'
import { checkDatabase } from '../../src/platform/sql/check-database.ts'
import { connect, disconnect } from '../../src/platform/sql/database.ts'
import { migrate } from '../../src/platform/sql/migrations.ts'
import { createStorage } from '../../src/platform/storage/create-storage.ts'
import { type Command, WrongUsage } from '../command.ts'
import { listDumpedTables, restoreDump } from '../pg-restore.ts'
import { printResult } from '../terminal.ts'
import { withOwnDatabase } from '../with-running-database.ts'
import { withStorage } from '../with-storage.ts'

export const command: Command = {
  usage: 'ARCHIVE [--replace] [--json] | DUMP [--json] | --finish [--json]',
  about: [
    'Fills database and storage from a backup of `npx portico backup`, and brings them up to this version. ARCHIVE is a',
    'path, an s3:// address or a name in BACKUP_URL. Nothing of it is seen before all of it was compared with its',
    'checksums. No emails that were due then are sent.',
    '',
    'Or fills the empty database that DATABASE_URL names from a dump that pg_dump made (--format=custom), brings it up to',
    'this version, and ends all sessions, login links, guest links, calendar addresses and password resets. What fails',
    'leaves it empty. No file without a row is moved for 24 hours. The storage still belongs to the database that the',
    'dump was made of: `npx portico storage adopt` says that it, or a copy of it, belongs to the restored one.',
  ].join('\n'),
  options: { replace: { type: 'boolean' }, finish: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: {
    '--replace': 'lose what the database has, and give the storage to the restored one',
    '--finish': 'all but the filling, for a copy of DATA_DIR or after a pg_restore by hand',
    '--json': 'say what was done as JSON',
  },
  positionals: 1,

  async run({ values: { replace, finish, json }, positionals: [dump], cwd }) {
    if (Boolean(finish) === Boolean(dump)) throw new WrongUsage('Name the backup or dump, or --finish.')
    if (dump && !isDump(dump)) return restoreBackup(dump, cwd, { replace: replace === true, json })
    if (replace) throw new WrongUsage('Only a backup of `npx portico backup` replaces what a database has.')
    const { ended, needsStorage } = dump ? await fillFromDump(resolve(cwd, dump)) : await finishCopy()
    printResult(json, { ended, needsStorage }, [
      dump ? 'The database is restored.' : 'The restored database is finished.',
      ...endedLines(ended, needsStorage),
    ])
  },
}

/** What is neither an address nor ends like the name of a backup. */
const isDump = (value: string) => !/\.tar(\.age)?$|^(s3|file):\/\//.test(value)

async function restoreBackup(
  archive: string,
  cwd: string,
  { replace, json }: { replace: boolean; json: unknown },
) {
  const { ended, needsStorage, hasFiles, files, wrong, createdAt, manifest } = await withOwnDatabase(
    async ({ config, connection, log }) => {
      const { store, name } = await findArchive(archive, cwd, config.backupUrl)
      const storage = createStorage(config)
      const source = { store, name, passphrase: config.backupPassphrase }
      try {
        return await restoreArchive({ source, connection, storage, log, replace })
      } finally {
        storage.close()
        store.close()
      }
    },
  )
  const missing = manifest.files.wrongCount + manifest.files.deletedMeanwhile
  printResult(json, { createdAt, ended, needsStorage, hasFiles, files, missing, wrong }, [
    `Restored as it was ${createdAt}. Files: ${hasFiles ? files : 'only listed in the backup'}.`,
    ...(missing > 0 ? [`Without their bytes, as when the backup was made: ${missing} files.`] : []),
    ...endedLines(ended, needsStorage),
  ])
}

function endedLines(ended: Awaited<ReturnType<typeof finishRestore>>['ended'], needsStorage: boolean) {
  return [
    `Sessions ended: ${ended.sessions}. Login links: ${ended.loginLinks}. Guest links: ${ended.guestLinks}. ` +
      `Calendar addresses: ${ended.calendarAddresses}. Password resets: ${ended.passwordResets}.`,
    'No file without a row is moved for 24 hours.',
    needsStorage
      ? 'Before the start, set STORAGE_URL to the storage that it shall have and run `npx portico storage adopt`.'
      : 'It can be started now.',
  ]
}

function finishCopy() {
  return withStorage(async (ctx) => {
    const { ended, needsStorage } = await finishRestore(ctx)
    const { databaseUrl, storageUrl } = ctx.config
    // Everything is in DATA_DIR, so the files were copied with the database.
    const isWhole = databaseUrl === null && storageUrl.kind === 'file' && storageUrl.folder === null
    return { ended, needsStorage: needsStorage && !(isWhole && (await adoptCopiedStorage(ctx))) }
  })
}

async function fillFromDump(dump: string) {
  const url = process.env.DATABASE_URL?.trim()
  if (!url)
    throw new CannotStart(
      'DATABASE_URL must name the database to fill. The embedded one is restored by putting a copy of DATA_DIR in its place.',
    )
  await access(dump, constants.R_OK).catch(() => {
    throw new CannotStart(`The dump ${dump} cannot be read.`)
  })
  const connection = await checkDatabase(url)
  const log = createLog('silent')
  const db = connect(connection, log)
  try {
    await refuseUnlessEmpty(db)
    if (!(await listDumpedTables(dump)).includes('kysely_migration'))
      throw new CannotStart(`The dump ${dump} is not of a Portico database.`)
    await restoreDump(dump, url)
    await migrate(connection, log)
    return await finishRestore({ db, clock: { now: () => new Date() } })
  } finally {
    await disconnect(db)
  }
}

/** Ignores the tables and views of extensions, which an empty database may have. */
async function refuseUnlessEmpty(db: ReturnType<typeof connect>) {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    limit 1`.execute(db)
  if (rows[0])
    throw new CannotStart(
      `The database is not empty (it has ${rows[0].name}), and nothing was changed: restore into a new one, and point DATABASE_URL at that.`,
    )
}
