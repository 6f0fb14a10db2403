import type { files } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import type { Parties } from '../access/parties.ts'
import { forEachRole, reachableProject, writableProject } from '../access/reachable.ts'
import { recordEvent, recordEvents } from '../events/record.ts'
import { fileColumns } from './file-columns.ts'
import type { Signing } from './signed-urls.ts'
import { type Uploader, uploaderTypeOf } from './uploader-type.ts'
import { lockProjectOf } from './versions.repository.ts'

export interface NewFile {
  id: string
  projectId: string
  uploaderType: files.UploaderType
  name: string
  contentType: string
  size: number
  sha256: Buffer
  /** The file that it is a new version of; null for a new file. */
  historyId: string | null
  /** The request that it answers. */
  requestId: string | null
  /** For example “Sam (asked by Maya)”; null unless a guest uploaded it. */
  guestName: string | null
  /** The id under which it may be sent again. A resumable upload has it in its row already. */
  clientUploadId: string | null
}

type Save = Omit<NewFile, 'historyId' | 'requestId' | 'guestName'> &
  Signing & { actorId: string; eventId: string; now: Date }
type Saved = Parties & { json: Json<files.File> }

/** The lock on the project prevents its deletion and archiving in between. */
const writable = (role: Actor['role'], $: Placeholders<Save>) => sql`
  select id, freelancer_id, client_id from project
  where id = ${$.projectId} and ${writableProject(role, $.actorId, 'project')}
  for no key update`

const columns = sql`id, project_id, uploader_type, name, content_type, size, sha256, client_upload_id`
const values = ($: Placeholders<Save>) => sql`
  ${$.id}, p.id, ${$.uploaderType}, ${$.name}, ${$.contentType}, ${$.size}, ${$.sha256},
  ${$.clientUploadId}`

/** A form inserts a new row; a resumable upload has one already. */
const onReceiving = (set: RawBuilder<unknown>) => sql`
  on conflict (id) do update
    set state = 'stored', sha256 = excluded.sha256, created_at = excluded.created_at, expires_at = null, is_newest = true,
      ${set}
    where file.state = 'receiving'
  returning *`

const eventOf = <By extends Actor['role'] | 'guest'>(by: By, $: Placeholders<Save>) => ({
  id: $.eventId,
  by,
  now: $.now,
})
const uploaded = { fileId: sql`f.id`, fileName: sql`f.name` }

const result = ($: Placeholders<Save>) => sql`
  select saved.json, p.freelancer_id as "freelancerId", p.client_id as "clientId"
  from f join p on p.id = f.project_id, lateral (${asJson(sql`select ${fileColumns($)}`)}) as saved`

const saveFileStatements = forEachRole((role) =>
  statement<Save, Saved>(
    `${role}_save_stored_file`,
    ($) => sql`
      with p as (${writable(role, $)}), f as (
        insert into file (${columns}) select ${values($)} from p ${onReceiving(sql`version_of = null`)}
      ), event as (${recordEvent({
        ...eventOf(role, $),
        kind: 'file_uploaded',
        subject: uploaded,
        from: sql`f join p on p.id = f.project_id`,
      })})
      ${result($)}`,
  ),
)

interface Answering {
  historyId: string | null
  requestId: string | null
  guestName: string | null
  linkId: string | null
}

type SaveAnswer = Save & Answering

/** The version that has been the newest until now. */
const outdatePrevious = ($: Placeholders<SaveAnswer>) => sql`
  update file set is_newest = false from p
  where file.history_id = ${$.historyId}::uuid and file.project_id = p.id and file.state = 'stored' and file.is_newest
  returning file.versions, file.request_id`

/** Counts the new version. The row is created with the second one. */
const countVersion = ($: Placeholders<SaveAnswer>) => sql`
  insert into file_history (id, project_id, last_version) select ${$.historyId}::uuid, p.id, 2 from p, previous
  on conflict (id) do update set last_version = file_history.last_version + 1
  returning id, last_version`

/** The request that the file answers: the given one, or that of the previous version. Only a client or guest answers it. */
const findTarget = (role: Actor['role'], $: Placeholders<SaveAnswer>) => sql`
  select r.id, r.title, r.state <> 'accepted' and ${sql.lit(role)} = 'client' as is_answered from p join request r on r.project_id = p.id
  where r.id = coalesce(${$.requestId}::uuid, (select request_id from previous))`

/** If all versions or the request were deleted during the upload, this is a file of its own, so that nothing is lost. */
const insertVersion = ($: Placeholders<SaveAnswer>) => sql`
  insert into file (${columns}, version_of, version, versions, request_id, guest_name, link_id)
  select ${values($)}, history.id, coalesce(history.last_version, 1), coalesce(previous.versions, 0) + 1, target.id,
    ${$.guestName}::text, ${$.linkId}::uuid
  from p left join previous on true left join history on true left join target on true
  ${onReceiving(sql`version_of = excluded.version_of, version = excluded.version, versions = excluded.versions,
    request_id = excluded.request_id`)}`

const markAnswered = ($: Placeholders<SaveAnswer>) => sql`
  update request r
  set state = 'answered', state_since = case when r.state = 'open' then ${$.now}::timestamptz else r.state_since end,
    sent_back = false, reason = null
  from f join target on target.id = f.request_id where r.id = target.id and target.is_answered
  returning r.id, r.title`

/** The client's “I don’t have it”. */
const deleteUnableAnswer = sql`
  delete from request_answer a using r where a.request_id = r.id and a.author_type = 'Client' and a.unable is not null`

/** One event: an answer, else a version, else a file. */
const recordUpload = (by: Actor['role'] | 'guest', $: Placeholders<SaveAnswer>) =>
  recordEvents(
    {
      ...eventOf(by, $),
      ...(by === 'guest' && { name: sql`f.guest_name` }),
      kind: 'request_answered',
      subject: { requestId: sql`r.id`, title: sql`r.title`, ...uploaded },
      from: sql`f join p on p.id = f.project_id, r`,
    },
    {
      ...eventOf(by, $),
      kind: 'version_uploaded',
      subject: { ...uploaded, version: sql`f.version` },
      from: sql`f join p on p.id = f.project_id where f.version_of is not null and not exists (select from r)`,
    },
    {
      ...eventOf(by, $),
      kind: 'file_uploaded',
      subject: uploaded,
      from: sql`f join p on p.id = f.project_id where f.version_of is null and not exists (select from r)`,
    },
  )

const saveVersionOrAnswer = (role: Actor['role'], by: Actor['role'] | 'guest' = role) =>
  statement<SaveAnswer, Saved>(
    `${by}_save_stored_version_or_answer`,
    ($) => sql`
      with p as (${writable(role, $)}),
        previous as (${outdatePrevious($)}),
        history as (${countVersion($)}),
        target as (${findTarget(role, $)}),
        f as (${insertVersion($)}),
        r as (${markAnswered($)}),
        retracted as (${deleteUnableAnswer}),
        event as (${recordUpload(by, $)})
      ${result($)}`,
  )
const saveVersionOrAnswerStatements = {
  ...forEachRole((role) => saveVersionOrAnswer(role)),
  guest: saveVersionOrAnswer('client', 'guest'),
}

/**
 * Undefined when the actor cannot reach the project, it is archived, or the upload is not receiving any more. A version or
 * answer has to be saved in a transaction, which ends when this is undefined.
 */
export async function saveStoredFile(
  db: Db,
  actor: Uploader,
  now: Date,
  { historyId, requestId, guestName, ...file }: NewFile,
  signing: Signing,
) {
  const { role, id: actorId, linkId = null } = actor
  const save = { ...file, ...signing, actorId, now, eventId: newId() }
  if (historyId === null && requestId === null) return (await saveFileStatements[role](db, save))[0]
  await lockProjectOf(db, actor, sql`${file.projectId}`)
  const saveFile = saveVersionOrAnswerStatements[linkId ? 'guest' : role]
  return (await saveFile(db, { ...save, historyId, requestId, guestName, linkId }))[0]
}

type EarlierUpload = {
  id: string
  isStored: boolean
  fileName: string
  size: number
  sha256: Buffer | null
  json: Json<files.File>
}

const findEarlierStatements = forEachRole((role) =>
  statement<
    Signing & { actorId: string; projectId: string; uploaderType: string; clientUploadId: string },
    EarlierUpload
  >(
    `${role}_earlier_upload`,
    ($) => sql`
      select f.id, f.state <> 'receiving' as "isStored", f.name as "fileName", f.size::float8 as size, f.sha256, saved.json
      from file f join project p on p.id = f.project_id, lateral (${asJson(sql`select ${fileColumns($)}`)}) as saved
      where p.id = ${$.projectId} and ${reachableProject(role, $.actorId, 'p')}
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
  const [found] = await findEarlierStatements[actor.role](db, {
    ...upload,
    ...signing,
    actorId: actor.id,
    uploaderType,
  })
  return found
}
