import type { notes } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { type Asker, forEachSide, reachableProject } from '../access/reachable.ts'
import { authorId, authorTypeOf, isYoung } from '../feedback/feedback-columns.ts'
import { noteColumns, replyColumns } from './note-columns.ts'
import { openNotesOfClient } from './open-notes.ts'

type Nullable<T> = { [Key in keyof T]: NonNullable<T[Key]> | null }
export type Filter = Nullable<Required<notes.NoteFilter>>

const listStatements = forEachSide((side) =>
  statement<Asker & { fileId: string } & Filter & PageParams, Page<notes.Note[]>>(
    `${side}_notes`,
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
      where asked.id = ${$.fileId} and asked.state = 'stored' and ${reachableProject(side, $, 'p')}`,
    { sharesConnection: true },
  ),
)

/** The notes on all versions of a file; undefined when the actor cannot reach it. */
export async function listNotes(
  db: Db,
  actor: Actor,
  fileId: string,
  filter: Filter,
  page: PageParams,
): Promise<Page<notes.Note[]> | undefined> {
  const [found] = await listStatements[actor.side](db, { ...actor, fileId, ...filter, ...page })
  return found
}

/** Undefined when the actor cannot reach the file. */
export async function countNotes(db: Db, actor: Actor, fileId: string) {
  const { rows } = await sql<notes.Counts>`
    select counted.total, counted.open, ${openNotesOfClient(sql`asked.history_id`)} as "openOfClient"
    from file asked join project p on p.id = asked.project_id, lateral (
      select count(*)::int as total, (count(*) filter (where n.state = 'open'))::int as open
      from note n join file v on v.id = n.file_id where n.history_id = asked.history_id and v.state = 'stored'
    ) as counted
    where asked.id = ${fileId} and asked.state = 'stored' and ${reachableProject(actor.side, actor, 'p')}`.execute(
    db,
  )
  return rows[0]
}

/** Undefined when the actor cannot reach it. */
export async function findNote(db: Db, actor: Actor, id: string) {
  const { rows } = await asJson<notes.Note>(
    sql`select ${noteColumns} from note n join file v on v.id = n.file_id join project p on p.id = v.project_id
      where n.id = ${id} and v.state = 'stored' and ${reachableProject(actor.side, actor, 'p')}`,
  ).execute(db)
  return rows[0]?.json
}

/** A version that notes can be written on; undefined when it was deleted meanwhile. */
export function findVersion(trx: Db, project: LockedProject, fileId: string) {
  return trx
    .selectFrom('file')
    .select(['id', 'history_id as historyId', 'is_newest as isNewest'])
    .where('id', '=', fileId)
    .where('project_id', '=', project.id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
}

type NewRow = Nullable<Required<Omit<notes.NewNote, 'clientRequestId'>>> & { id: string; text: string }

/** The lock on the project keeps the numbers without gaps or repeats. */
export async function insertNote(
  trx: Db,
  version: { id: string; historyId: string },
  { id, text, page, x, y, t, author }: NewRow & { author: Actor },
) {
  await sql`
    insert into note (id, file_id, history_id, number, author_type, author_id, text, page, x, y, t)
    select ${id}, ${version.id}, ${version.historyId},
      1 + coalesce((select max(number) from note where history_id = ${version.historyId}), 0),
      ${authorTypeOf(author)}, ${author.personId}, ${text}, ${page}, ${x}, ${y}, ${t}`.execute(trx)
}

/** The row of a note, for its events and rules. */
interface NoteRow {
  id: string
  fileId: string
  fileName: string
  /** The version number, if the file has had other versions. */
  version: number | null
  authorId: string
  text: string
  state: notes.NoteState
  reason: string | null
  replyCount: number
  /** Whether its author may still edit or delete it, as far as its age decides. */
  isYoung: boolean
}

/** Undefined when it was deleted meanwhile. */
export async function findNoteRow(trx: Db, project: LockedProject, id: string) {
  const { rows } = await sql<NoteRow>`
    select n.id, v.id as "fileId", v.name as "fileName",
      case when v.version > 1 or not v.is_newest or v.versions > 1 then v.version end as version,
      ${authorId('n')} as "authorId", n.text, n.state, n.reason, n.reply_count as "replyCount", ${isYoung('n')} as "isYoung"
    from note n join file v on v.id = n.file_id join project p on p.id = v.project_id
    where n.id = ${id} and v.project_id = ${project.id} and v.state = 'stored'`.execute(trx)
  return rows[0]
}

export async function setText(trx: Db, { id }: NoteRow, text: string) {
  await sql`update note set text = ${text}, edited_at = now() where id = ${id}`.execute(trx)
}

export async function deleteNote(trx: Db, { id }: NoteRow) {
  await sql`delete from note where id = ${id}`.execute(trx)
}

export interface Settlement {
  state: notes.NoteState
  reason: string | null
}

export async function setState(
  trx: Db,
  { id }: NoteRow,
  { state, reason }: Settlement,
  { settledBy, now }: { settledBy: string; now: Date },
) {
  const settledAt = state === 'open' ? null : now.toISOString()
  await sql`update note set state = ${state}, reason = ${reason}, settled_at = ${settledAt},
    settled_by = ${state === 'open' ? null : settledBy}::uuid where id = ${id}`.execute(trx)
}

export async function insertReply(
  trx: Db,
  note: NoteRow,
  reply: { id: string; author: Actor; text: string },
) {
  const number = note.replyCount + 1
  await sql`update note set reply_count = ${number} where id = ${note.id}`.execute(trx)
  await sql`
    insert into note_reply (id, note_id, number, author_type, author_id, text)
    values (${reply.id}, ${note.id}, ${number}, ${authorTypeOf(reply.author)}, ${reply.author.personId}, ${reply.text})`.execute(
    trx,
  )
}

/** Undefined when the actor cannot reach it. */
export async function findReply(db: Db, actor: Actor, id: string) {
  const { rows } = await asJson<notes.Reply>(
    sql`select ${replyColumns}
      from note_reply r join note n on n.id = r.note_id join file v on v.id = n.file_id join project p on p.id = v.project_id
      where r.id = ${id} and v.state = 'stored' and ${reachableProject(actor.side, actor, 'p')}`,
  ).execute(db)
  return rows[0]?.json
}
