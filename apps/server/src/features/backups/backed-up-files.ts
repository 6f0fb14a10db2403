import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { openSpool } from '../../platform/backup/spool.ts'
import type { ArchiveWriter } from '../../platform/backup/write-archive.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Tables } from '../../tables.ts'
import { isWithBytes } from '../files/file-state.ts'
import { fileKey, previewKey, thumbnailKey } from '../files/keys.ts'
import { FILES, type FileTotals, MAX_WRONG_NAMED } from './archive-format.ts'

interface ExpectedFile {
  id: string
  size: number
  sha256: string
  thumbnail: boolean
  preview: boolean
}

const SELECT_FILES = `
  select f.id, f.size, encode(f.sha256, 'hex'), f.has_thumbnail, coalesce(p.has_preview, false)
  from file f left join file_picture p on p.file_id = f.id
  where f.state in ('staged', 'stored', 'binned') order by f.id`

/** One row a line, as COPY writes them: id, size, SHA-256, thumbnail, preview. */
export async function listExpectedFiles(client: pg.Client, list: Awaited<ReturnType<typeof openSpool>>) {
  for await (const chunk of client.query(copyTo(`copy (${SELECT_FILES}) to stdout`)))
    await list.write(`${chunk}`)
}

function parseLine(line: string): ExpectedFile {
  const [id = '', size, sha256 = '', thumbnail, preview] = line.split('\t')
  return { id, size: Number(size), sha256, thumbnail: thumbnail === 't', preview: preview === 't' }
}

interface Parts {
  archive: ArchiveWriter
  lines: AsyncIterable<string>
  db: Kysely<Tables>
}

/** A file that is lost or damaged does not keep the others from being backed up: the manifest names it. */
export async function addFiles(
  { storage, withFiles }: { storage: Storage; withFiles: boolean },
  { archive, lines, db }: Parts,
): Promise<FileTotals> {
  const totals: FileTotals = { files: 0, bytes: 0, wrong: [], wrongCount: 0, deletedMeanwhile: 0 }
  for await (const line of lines) {
    const file = parseLine(line)
    totals.files += 1
    totals.bytes += file.size
    if (!withFiles) continue
    if (!(await addObject(storage, archive, fileKey(file.id), file))) {
      if (await isDeleted(db, file.id)) totals.deletedMeanwhile += 1
      else {
        totals.wrongCount += 1
        if (totals.wrong.length < MAX_WRONG_NAMED) totals.wrong.push(file.id)
      }
      continue
    }
    // They are made of the file, and can be made again.
    if (file.thumbnail) await addObject(storage, archive, thumbnailKey(file.id))
    if (file.preview) await addObject(storage, archive, previewKey(file.id))
  }
  return totals
}

async function isDeleted(db: Kysely<Tables>, id: string) {
  const row = await db.selectFrom('file').select('state').where('id', '=', id).executeTakeFirst()
  return !isWithBytes(row?.state)
}

/** Returns whether the archive has the bytes, and these are those that were uploaded. */
async function addObject(
  storage: Storage,
  archive: ArchiveWriter,
  key: string,
  expected?: Pick<ExpectedFile, 'size' | 'sha256'>,
) {
  const size = await storage.getSize(key)
  if (size === undefined || (expected && expected.size !== size)) return false
  const stream = await storage.read(key)
  if (!stream) return false
  const entry = await archive.begin(`${FILES}/${key.slice('files/'.length)}`, size)
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, size - read)
      hash.update(part)
      read += part.length
      await entry.write(part)
    }
  } catch (error) {
    // A bad sector of a disk, for example. Throws when the whole storage does not answer.
    await storage.check()
    if (read === size) throw error
  }
  // The entry has said its size already, so what could not be read is filled up, and restoring leaves it out.
  for (; read < size; read += FILLING.length) await entry.write(FILLING.subarray(0, size - read))
  await entry.end()
  return !expected || hash.digest('hex') === expected.sha256
}
const FILLING = Buffer.alloc(64 * 1_024)
