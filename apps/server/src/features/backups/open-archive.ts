import { Readable } from 'node:stream'
import { AGE_MAGIC, decrypt } from '../../platform/backup/age.ts'
import type { BackupStore } from '../../platform/backup/backup-store.ts'
import { BrokenArchive, readArchive } from '../../platform/backup/read-archive.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'

export interface ArchiveSource {
  store: BackupStore
  name: string
  passphrase: string
}

export async function openArchive({ store, name, passphrase }: ArchiveSource) {
  const bytes = await store.read(name)
  if (!bytes) throw new CannotStart(`There is no backup ${name} in ${store.name}.`)
  const { start, whole } = await peek(bytes)
  if (!start.toString('latin1').startsWith(AGE_MAGIC)) return readArchive(whole)
  if (!passphrase) throw new CannotStart(`The backup ${name} is encrypted: set BACKUP_PASSPHRASE.`)
  return readArchive(await decrypt(whole, passphrase))
}

async function peek(bytes: Readable) {
  const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = await chunks.next()
  if (first.done) throw new BrokenArchive('The backup is empty.')
  const whole = Readable.from(
    (async function* () {
      try {
        yield first.value
        for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
      } finally {
        bytes.destroy()
      }
    })(),
    { objectMode: false },
  )
  return { start: first.value, whole }
}
