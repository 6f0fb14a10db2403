import type { notes } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { Parties } from '../access/parties.ts'
import { forEachRole, reachableProject, writableProject } from '../access/reachable.ts'
import { recordEvent } from '../events/record.ts'
import { authorTypeOf, isYoung } from '../feedback/feedback-columns.ts'
import { isUnanswered, noteColumns, noteSubject, replyColumns } from './note-columns.ts'
import { openNotesOfClient } from './open-notes.ts'

type Nullable<T> = { [Key in keyof T]: NonNullable<T[Key]> | null }
export type Filter = Nullable<Required<notes.NoteFilter>>

const listStatements = forEachRole((role) =>
  statement<{ actorId: string; fileId: string } & Filter & PageParams, Page<notes.Note[]>>(
    `${role}_notes`,
    ($) => sql`
      select page.json, page.next
      from file asked join project p on p.id = asked.project_id, lateral (${pageOf<notes.Note>(
        {
          columns: noteColumns,
          from: sql`note n join file v on v.id = n.file_id
            where n.history_id = asked.history_id and v.state = 'stored'
              and (${$.state}::text is null or n.state = ${$.state})
              and (${$.author}::text is null or n.author_type = ${$.author})
              and (${$.version}::int is null or v.version = ${$.version})
              and (${$.page}::int is null or n.page = ${$.page})`,
          idColumn: 'n.id',
          texts: sql`1 + n.reply_count`,
        },
        $,
      )}) as page
      where asked.id = ${$.fileId} and asked.state = 'stored' and ${reachableProject(role, $.actorId, 'p')}`,
    { sharesConnection: true },
  ),
)

/** The notes on all versions of a file; undefined when the actor cannot reach it. */
export async function listNotes(
  db: Db,
  { role, id: actorId }: Actor,
  fileId: string,
  filter: Filter,
  page: PageParams,
): Promise<Page<notes.Note[]> | undefined> {
  const [found] = await listStatements[role](db, { actorId, fileId, ...filter, ...page })
  return found
}

/** Undefined when the actor cannot reach the file. */
export async function countNotes(db: Db, { role, id: actorId }: Actor, fileId: string) {
  const { rows } = await sql<notes.Counts>`
    select counted.total, counted.open, ${openNotesOfClient(sql`asked.history_id`)} as "openOfClient"
    from file asked join project p on p.id = asked.project_id, lateral (
      select count(*)::int as total, (count(*) filter (where n.state = 'open'))::int as open
      from note n join file v on v.id = n.file_id where n.history_id = asked.history_id and v.state = 'stored'
    ) as counted
    where asked.id = ${fileId} and asked.state = 'stored' and ${reachableProject(role, actorId, 'p')}`.execute(
    db,
  )
  return rows[0]
}

const parties = sql`p.freelancer_id as "freelancerId", p.client_id as "clientId"`

interface Written extends Parties {
  json: Json<notes.Note>
}

interface Found extends Written {
  projectId: string
  authorType: notes.Note['authorType']
  state: notes.NoteState
  reason: string | null
  replyCount: number
}

/** Undefined when the actor cannot reach it. */
export async function findNote(db: Db, { role, id: actorId }: Actor, id: string) {
  const { rows } = await sql<Found>`
    select found.json, ${parties}, p.id as "projectId", n.author_type as "authorType", n.state, n.reason, n.reply_count as "replyCount"
    from note n join file v on v.id = n.file_id join project p on p.id = v.project_id,
      lateral (${asJson(sql`select ${noteColumns}`)}) as found
    where n.id = ${id} and v.state = 'stored' and ${reachableProject(role, actorId, 'p')}`.execute(db)
  return rows[0]
}

/**
 * The project of a file, locked so that no new version is uploaded and the project is neither archived nor deleted
 * before the note is written.
 */
const lockedProject = ({ role, id: actorId }: Actor, fileId: RawBuilder<unknown>) => sql`
  select p.id, p.freelancer_id, p.client_id from file v join project p on p.id = v.project_id
  where v.id = ${fileId} and v.state = 'stored' and ${writableProject(role, actorId, 'p')}
  for no key update of p`
const fileOf = (noteId: string) => sql`(select file_id from note where id = ${noteId})`

type NewRow = Nullable<Required<Omit<notes.NewNote, 'clientRequestId'>>> & {
  id: string
  fileId: string
  text: string
}

/**
 * Undefined when the actor cannot write to the file, or it is not the newest version. The project is locked by a
 * statement of its own, so that the second statement sees the notes and versions that others have committed.
 */
export async function insertNote(
  trx: Db,
  actor: Actor,
  now: Date,
  row: NewRow,
): Promise<Written | undefined> {
  await lockedProject(actor, sql`${row.fileId}`).execute(trx)
  const { rows } = await sql<Written>`
    with p as materialized (${lockedProject(actor, sql`${row.fileId}`)}),
    v as (
      select v.* from file v join p on p.id = v.project_id
      where v.id = ${row.fileId} and v.state = 'stored' and v.is_newest
    ),
    n as (
      insert into note (id, file_id, history_id, number, author_type, text, page, x, y, t)
      select ${row.id}, v.id, v.history_id,
        1 + coalesce((select max(number) from note where history_id = v.history_id), 0),
        ${authorTypeOf(actor)}, ${row.text}, ${row.page}, ${row.x}, ${row.y}, ${row.t}
      from v
      returning *
    ),
    event as (${recordEvent({
      id: newId(),
      by: actor.role,
      kind: 'note_added',
      subject: noteSubject,
      now: now.toISOString(),
      from: sql`p, v, n`,
    })})
    select inserted.json, ${parties} from p, (${asJson(sql`select ${noteColumns} from n, v, p`)}) as inserted`.execute(
    trx,
  )
  return rows[0]
}

/** The note `n` on a version `v` of a project `p`, if the actor may still edit it. */
const isEditable = (actor: Actor) => sql`
  n.author_type = ${authorTypeOf(actor)} and ${isUnanswered} and ${isYoung('n')}`

/** Undefined when the actor cannot write to it, or may not or no longer edit it. */
export async function updateText(db: Db, actor: Actor, { id, text }: { id: string; text: string }) {
  const { rows } = await sql<Written>`
    with p as materialized (${lockedProject(actor, fileOf(id))}),
    n as (
      update note n set text = ${text}, edited_at = now() from p where n.id = ${id} and ${isEditable(actor)} returning n.*
    )
    select updated.json, ${parties}
    from p, (${asJson(sql`select ${noteColumns} from n join file v on v.id = n.file_id, p`)}) as updated`.execute(
    db,
  )
  return rows[0]
}

/** Undefined when the actor cannot write to it, or may not or no longer delete it. */
export async function deleteNote(db: Db, actor: Actor, id: string) {
  const { rows } = await sql<Parties>`
    with p as materialized (${lockedProject(actor, fileOf(id))})
    delete from note n using p where n.id = ${id} and ${isEditable(actor)} returning ${parties}`.execute(db)
  return rows[0]
}

export interface Settlement {
  state: notes.NoteState
  reason: string | null
}

/**
 * Settles an open note, or reopens a settled one. Undefined when the actor cannot write to it, or it has this state
 * already.
 */
export async function settleNote(db: Db, actor: Actor, id: string, { state, reason }: Settlement, now: Date) {
  const { rows } = await sql<Written>`
    with p as materialized (${lockedProject(actor, fileOf(id))}),
    n as (
      update note n set state = ${state}, reason = ${reason}, settled_at = ${state === 'open' ? null : now.toISOString()}
      from p where n.id = ${id} and (n.state = 'open') <> ${state === 'open'}
      returning n.*
    ),
    v as (select v.* from n join file v on v.id = n.file_id),
    event as (${recordEvent({
      id: newId(),
      by: actor.role,
      kind: 'note_settled',
      subject: { ...noteSubject, state: sql`n.state` },
      now: now.toISOString(),
      from: sql`p, v, n`,
    })})
    select updated.json, ${parties} from p, (${asJson(sql`select ${noteColumns} from n, v, p`)}) as updated`.execute(
    db,
  )
  return rows[0]
}

/** Undefined when the actor cannot write to the note, or it has as many replies as it can have. */
export async function insertReply(
  db: Db,
  actor: Actor,
  now: Date,
  { id, noteId, text, most }: { id: string; noteId: string; text: string; most: number },
) {
  const { rows } = await sql<Parties & { json: Json<notes.Reply> }>`
    with p as materialized (${lockedProject(actor, fileOf(noteId))}),
    n as (
      update note n set reply_count = reply_count + 1 from p where n.id = ${noteId} and n.reply_count < ${most}
      returning n.*
    ),
    v as (select v.* from n join file v on v.id = n.file_id),
    r as (
      insert into note_reply (id, note_id, number, author_type, text)
      select ${id}, n.id, n.reply_count, ${authorTypeOf(actor)}, ${text} from n
      returning *
    ),
    event as (${recordEvent({
      id: newId(),
      by: actor.role,
      kind: 'note_replied',
      subject: { ...noteSubject, replyId: sql`r.id` },
      now: now.toISOString(),
      from: sql`p, v, n, r`,
    })})
    select inserted.json, ${parties} from p, (${asJson(sql`select ${replyColumns} from r, p`)}) as inserted`.execute(
    db,
  )
  return rows[0]
}

/** Undefined when the actor cannot reach it. */
export async function findReply(db: Db, { role, id: actorId }: Actor, id: string) {
  const { rows } = await sql<Parties & { json: Json<notes.Reply> }>`
    select found.json, ${parties}
    from note_reply r join note n on n.id = r.note_id join file v on v.id = n.file_id join project p on p.id = v.project_id,
      lateral (${asJson(sql`select ${replyColumns}`)}) as found
    where r.id = ${id} and v.state = 'stored' and ${reachableProject(role, actorId, 'p')}`.execute(db)
  return rows[0]
}

/** Whether the actor can reach this version, and whether it is the newest; undefined when they cannot. */
export async function findVersion(db: Db, { role, id: actorId }: Actor, fileId: string) {
  const { rows } = await sql<{ projectId: string; isNewest: boolean }>`
    select p.id as "projectId", v.is_newest as "isNewest" from file v join project p on p.id = v.project_id
    where v.id = ${fileId} and v.state = 'stored' and ${reachableProject(role, actorId, 'p')}`.execute(db)
  return rows[0]
}
