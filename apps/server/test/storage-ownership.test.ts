import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { test as base, describe, expect, onTestFinished } from 'vitest'
import { deleteBytesOfDeletedFiles } from '../src/features/files/clean-up.service.ts'
import { adoptStorage, claimStorage, registerStart } from '../src/features/files/installation.service.ts'
import { migrate } from '../src/platform/sql/migrations.ts'
import { formatMarker } from '../src/platform/storage/marker.ts'
import { createDatabase } from './database.ts'
import { executeSql } from './execute-sql.ts'
import {
  copyDatabase,
  idOf,
  newDatabase,
  readMarker,
  start,
  usedInstallation,
  within,
} from './installations.ts'
import { migrateBefore } from './older-database.ts'
import { temporaryFolder } from './portico.ts'
import { startS3 } from './s3.ts'

const test = base.extend('s3', async ({}, { onCleanup }) => {
  const s3 = await startS3()
  onCleanup(s3.close)
  return s3
})

describe.for(['local', 's3'] as const)('an installation with %s storage', (kind) => {
  const storageUrlOf = async (s3: { url: string }) =>
    kind === 's3' ? s3.url : `file://${await temporaryFolder()}`

  test('writes its id into a new storage, and starts on it again', async ({ s3 }) => {
    const [storageUrl, database] = [await storageUrlOf(s3), await newDatabase()]

    await start(storageUrl, database)
    const marker = await readMarker(storageUrl)
    await start(storageUrl, database)

    expect(JSON.parse(marker ?? '')).toMatchObject({ installation: await idOf(database) })
    expect(await readMarker(storageUrl)).toBe(marker)
  })

  test('refuses a new database on the storage of another installation, and leaves its files', async ({
    s3,
  }) => {
    const storageUrl = await storageUrlOf(s3)
    const { ctx, connection, file } = await usedInstallation(storageUrl)
    await start(storageUrl, connection)
    const other = await newDatabase()

    const { message } = await refusalOf(start(storageUrl, other))

    expect(message).toBe(
      `The storage ${ctx.storage.name} belongs to installation ${await idOf(connection)}, and this database is new ` +
        `(installation ${await idOf(other)}): correct DATABASE_URL or STORAGE_URL, or run ` +
        '`npx portico storage adopt` if the two belong together.',
    )
    expect(await ctx.storage.getSize(`files/${file.id}`)).toBe(file.size)
  })

  test('accepts its own storage without a marker, and refuses it to another database', async ({ s3 }) => {
    const storageUrl = await storageUrlOf(s3)
    const { connection } = await usedInstallation(storageUrl)

    await expect(start(storageUrl, await newDatabase())).rejects.toThrow('has files that this database')
    expect(await readMarker(storageUrl)).toBeUndefined()
    await start(storageUrl, connection)

    expect(await readMarker(storageUrl)).toContain(await idOf(connection))
  })

  test('refuses to start when its marker is missing, and does not write it again', async ({ s3 }) => {
    const storageUrl = await storageUrlOf(s3)
    const { connection, ctx } = await usedInstallation(storageUrl)
    await start(storageUrl, connection)
    await removeMarker(storageUrl, ctx)

    const { message } = await refusalOf(start(storageUrl, connection))

    expect(message).toContain(
      `has no portico-installation.json, and this database (installation ${await idOf(connection)}) needs it there`,
    )
    expect(await readMarker(storageUrl)).toBeUndefined()
  })

  test('completes a start that was killed before or after the marker was written', async ({ s3 }) => {
    for (const killed of ['before', 'after'] as const) {
      const [storageUrl, database] = [`${await storageUrlOf(s3)}`, await newDatabase()]
      const own = kind === 's3' ? storageUrl.replace('/prefix', `/${killed}`) : storageUrl
      await within(own, database, async (ctx) => {
        await registerStart(ctx, 'test')
        if (killed === 'after') await claimStorage(ctx)
      })
      await executeSql(database, 'update installation set marked_at = null')

      await start(own, database)

      expect(await readMarker(own)).toContain(await idOf(database))
      await expect(start(own, await newDatabase())).rejects.toThrow('belongs to installation')
    }
  })

  test('belongs to a database or to its copy, which deletes nothing in it before it is adopted', async ({
    s3,
  }) => {
    const storageUrl = await storageUrlOf(s3)
    const { connection: original, ctx, file } = await usedInstallation(storageUrl)
    await start(storageUrl, original)
    const copy = await copyDatabase(original)
    const deleteFile = async (database: ClientConfig) => {
      await executeSql(database, 'delete from file_history; update file set project_id = null')
      await within(storageUrl, database, deleteBytesOfDeletedFiles)
    }
    const sizeOfFile = () => ctx.storage.getSize(`files/${file.id}`)

    const { message } = await refusalOf(start(storageUrl, copy))
    await deleteFile(copy)
    await start(storageUrl, original)
    const sizeBefore = await sizeOfFile()
    await within(storageUrl, copy, adoptStorage)
    await start(storageUrl, copy)
    const second = await refusalOf(start(storageUrl, original))
    await deleteFile(original)
    const sizeAfter = await sizeOfFile()
    await deleteFile(copy)

    expect(message).toBe(
      `The storage ${ctx.storage.name} belongs to another copy of this database (installation ${await idOf(original)}): ` +
        'set STORAGE_URL to a copy of the storage, or run `npx portico storage adopt` if this database takes the place of the other.',
    )
    expect(second.message).toBe(message)
    expect([sizeBefore, sizeAfter, await sizeOfFile()]).toEqual([file.size, file.size, undefined])
  })

  test('keeps the marker of the last release, which has no incarnation, until a restore', async ({ s3 }) => {
    const storageUrl = await storageUrlOf(s3)
    const database = await databaseOfLastRelease()
    const marker = formatMarker({ installation: await idOf(database), incarnation: null }, new Date())
    await within(storageUrl, database, ({ storage }) => storage.writeMarker(marker, { replace: true }))

    await start(storageUrl, database)
    await start(storageUrl, database)
    const markerAfter = await readMarker(storageUrl)
    const copy = await copyDatabase(database)

    await expect(start(storageUrl, copy)).rejects.toThrow('belongs to another copy of this database')
    await start(storageUrl, database)
    expect(markerAfter).toBe(marker)
    expect(JSON.parse(marker)).not.toHaveProperty('incarnation')
  })

  test('writes one marker from concurrent starts', async ({ s3 }) => {
    const [storageUrl, database] = [await storageUrlOf(s3), await newDatabase()]

    await Promise.all([start(storageUrl, database), start(storageUrl, database), start(storageUrl, database)])

    expect(await readMarker(storageUrl)).toContain(await idOf(database))
  })
})

/** An installation of the version before there were incarnations, brought up to date. */
async function databaseOfLastRelease() {
  const { connection, drop } = await createDatabase(null)
  onTestFinished(drop)
  await migrateBefore(connection, '0048')
  await executeSql(
    connection,
    `insert into installation (id, version, marked_at, clean_up_not_before) values (gen_random_uuid(), 'last', now(), now())`,
  )
  await migrate(connection, { info() {} })
  return connection
}

function refusalOf(starting: Promise<void>) {
  return starting.then(
    () => expect.unreachable('it started'),
    (error: Error) => error,
  )
}

async function removeMarker(storageUrl: string, { storage }: { storage: { name: string } }) {
  if (storageUrl.startsWith('file:')) return rm(join(storage.name, 'portico-installation.json'))
  const { DeleteObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const endpoint = new URL(storageUrl).searchParams.get('endpoint') ?? ''
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const client = new S3Client({ region: 'us-east-1', endpoint, credentials, forcePathStyle: true })
  await client.send(new DeleteObjectCommand({ Bucket: 'portico', Key: 'prefix/portico-installation.json' }))
  client.destroy()
}
