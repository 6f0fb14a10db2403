import type { files } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { type Asker, forEachSide, reachableProject } from '../access/reachable.ts'
import { fileColumns } from './file-columns.ts'
import type { FileState } from './file-state.ts'
import type { Signing } from './signed-urls.ts'
import { type Uploader, uploaderTypeOf } from './uploader-type.ts'

export interface NewFile {
  id: string
  projectId: string
  uploaderType: files.UploaderType
  /** Null for a guest. */
  uploaderId: string | null
  name: string
  contentType: string
  size: number
  sha256: Buffer
  /** The file that it is a new version of; null for a new file. */
  historyId: string | null
  /** The request that it answers. */
  requestId: string | null
  /** The section for it; null for none, and once it is deleted. A new version stays where its file is. */
  sectionId: string | null
  /** For example “Sam (asked by Maya)”; null unless a guest uploaded it. */
  guestName: string | null
  /** The id under which it may be sent again. A resumable upload has it in its row already. */
  clientUploadId: string | null
  /** It is gathered for its request, and the client sends it later. */
  isStaged: boolean
}

/** What a file is a version of, and what it answers. */
interface Place {
  /** Null in the first version of a file. */
  versionOf: string | null
  version: number
  /** How many there are with it. */
  versions: number
  requestId: string | null
  sectionId: string | null
  linkId: string | null
}

type Row = Omit<NewFile, 'historyId' | 'isStaged' | 'sectionId'> & Place & { state: FileState }

/** A form inserts a new row; a resumable upload has one already. The JSON is read at once, because forms are many. */
const saveStatement = statement<Row & Signing, { json: Json<files.File> }>(
  'save_stored_file',
  ($) => sql`
    insert into file as f (id, state, project_id, uploader_type, uploader_id, name, content_type, size, sha256, client_upload_id,
      version_of, version, versions, request_id, section_id, guest_name, link_id)
    values (${$.id}, ${$.state}, ${$.projectId}, ${$.uploaderType}, ${$.uploaderId}, ${$.name}, ${$.contentType}, ${$.size}, ${$.sha256}, ${$.clientUploadId},
      ${$.versionOf}, ${$.version}, ${$.versions}, ${$.requestId}, ${$.sectionId}, ${$.guestName}, ${$.linkId})
    on conflict (id) do update
      set state = excluded.state, sha256 = excluded.sha256, created_at = excluded.created_at, expires_at = null, is_newest = true,
        version_of = excluded.version_of, version = excluded.version, versions = excluded.versions, request_id = excluded.request_id,
        section_id = excluded.section_id
      where f.state = 'receiving'
    returning (
      select json from project p, lateral (${asJson(sql`select ${fileColumns($)}`)}) as saved where p.id = f.project_id
    )`,
)

/** Undefined when the upload is not receiving any more. */
export async function saveStoredFile(
  trx: Db,
  project: LockedProject,
  { historyId: _, isStaged, ...file }: NewFile,
  place: Place,
  signing: Signing,
) {
  const state = isStaged ? 'staged' : 'stored'
  const [saved] = await saveStatement(trx, { ...file, state, projectId: project.id, ...place, ...signing })
  return saved?.json
}

/** The version that has been the newest until now, and is not any more. Undefined when all versions were deleted. */
export async function outdateNewest(trx: Db, project: LockedProject, historyId: string) {
  return trx
    .updateTable('file')
    .set({ is_newest: false })
    .where('history_id', '=', historyId)
    .where('project_id', '=', project.id)
    .where('state', '=', 'stored')
    .where('is_newest', '=', true)
    .returning(['versions', 'request_id as requestId', 'section_id as sectionId'])
    .executeTakeFirst()
}

/** The same id, or null when the project has no such section any more. */
export async function findSectionId(trx: Db, project: LockedProject, id: string) {
  const section = await trx
    .selectFrom('file_section')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .executeTakeFirst()
  return section?.id ?? null
}

/** Returns the number of the new version. No row exists before the second one. */
export async function countVersion(trx: Db, project: LockedProject, historyId: string) {
  const { last_version } = await trx
    .insertInto('file_history')
    .values({ id: historyId, project_id: project.id, last_version: 2 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ last_version: sql`file_history.last_version + 1` }),
    )
    .returning('last_version')
    .executeTakeFirstOrThrow()
  return last_version
}

/** Undefined when it was deleted meanwhile. */
export async function findRequest(trx: Db, project: LockedProject, id: string) {
  return trx
    .selectFrom('request')
    .select(['id', 'title', 'state'])
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .executeTakeFirst()
}

/** The client's “I don’t have it”. */
export async function deleteUnableAnswer(trx: Db, { id }: { id: string }) {
  await trx
    .deleteFrom('request_answer')
    .where('request_id', '=', id)
    .where('author_type', '=', 'Client')
    .where('unable', 'is not', null)
    .execute()
}

type EarlierUpload = {
  id: string
  isStored: boolean
  fileName: string
  size: number
  sha256: Buffer | null
  json: Json<files.File>
}

const findEarlierStatements = forEachSide((side) =>
  statement<
    Signing & Asker & { projectId: string; uploaderType: string; clientUploadId: string },
    EarlierUpload
  >(
    `${side}_earlier_upload`,
    ($) => sql`
      select f.id, f.state <> 'receiving' as "isStored", f.name as "fileName", f.size::float8 as size, f.sha256, saved.json
      from file f join project p on p.id = f.project_id, lateral (${asJson(sql`select ${fileColumns($)}`)}) as saved
      where p.id = ${$.projectId} and ${reachableProject(side, $, 'p')}
        and f.uploader_type = ${$.uploaderType} and f.client_upload_id = ${$.clientUploadId}`,
  ),
)

/** What this person has sent under the same `clientUploadId` before. It may be in the bin by now. */
export async function findEarlierUpload(
  db: Db,
  actor: Uploader,
  upload: { projectId: string; clientUploadId: string },
  signing: Signing,
) {
  const uploaderType = uploaderTypeOf(actor)
  const [found] = await findEarlierStatements[actor.side](db, {
    ...actor,
    ...upload,
    ...signing,
    uploaderType,
  })
  return found
}
