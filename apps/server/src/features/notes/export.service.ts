import { Readable } from 'node:stream'
import type { files, notes } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { bindPayer } from '../../platform/sql/current-account.ts'
import { FIRST_PAGE } from '../../platform/sql/paging.ts'
import { audit } from '../audit/audit.ts'
import { getFile } from '../files/files.service.ts'
import type { ExportFormat } from './export-formats.ts'
import { getNotes } from './notes.service.ts'

/** Limits how many notes are in memory at once. */
const PAGE_SIZE = 200

/** Streams the export while it reads the notes. */
export async function exportNotes(
  ctx: AppContext,
  actor: Actor,
  fileId: string,
  filter: notes.NoteFilter,
  format: ExportFormat,
) {
  const { fileName }: files.File = JSON.parse(await getFile(ctx, actor, fileId)) // throws FileNotFound
  await audit(ctx, actor, { action: 'export.notes', target: { kind: 'file', id: fileId, name: fileName } })

  // Whoever reads the stream calls the generator, and does not pay.
  const readPage = bindPayer((cursor: string) =>
    getNotes(ctx, actor, fileId, filter, { cursor, limit: PAGE_SIZE }),
  )
  async function* write() {
    yield format.head(fileName)
    let cursor: string | null = FIRST_PAGE
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor)
      const list: notes.Note[] = JSON.parse(page.json)
      yield list.map(format.note).join('')
      cursor = page.next
    }
  }
  return { fileName, content: Readable.from(write()) }
}
