import type { teamNotes } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { membersWhoSee } from '../access/people-of-client.ts'
import { type Asker, type AskerValues, reachableClient, reachableProject } from '../access/reachable.ts'
import { teamNoteColumns } from './team-note-columns.ts'

/** What team notes are about. */
export interface Place {
  kind: 'client' | 'project' | 'file'
  id: string
}

interface KindOfPlace {
  /** The place with its client `c`. */
  from: RawBuilder<unknown>
  isReachable: (id: unknown, asker: AskerValues) => RawBuilder<boolean>
  /** Its notes `n`. */
  notes: RawBuilder<unknown>
}

const kinds: Record<Place['kind'], KindOfPlace> = {
  client: {
    from: sql`client c`,
    isReachable: (id, asker) => sql`c.id = ${id} and ${reachableClient('freelancer', asker, 'c')}`,
    notes: sql`team_note n where n.client_id = c.id`,
  },
  project: {
    from: sql`project p join client c on c.id = p.client_id`,
    isReachable: (id, asker) => sql`p.id = ${id} and ${reachableProject('freelancer', asker, 'p')}`,
    notes: sql`team_note n where n.project_id = p.id`,
  },
  file: {
    from: sql`file asked join project p on p.id = asked.project_id join client c on c.id = p.client_id`,
    isReachable: (id, asker) =>
      sql`asked.id = ${id} and asked.state = 'stored' and ${reachableProject('freelancer', asker, 'p')}`,
    notes: sql`team_note n join file v on v.id = n.file_id where n.history_id = asked.history_id and v.state = 'stored'`,
  },
}

const listStatement = (kind: Place['kind']) =>
  statement<Asker & { id: string } & PageParams, Page<teamNotes.TeamNote[]>>(
    `team_notes_of_${kind}`,
    ($) => sql`
      select page.json, page.next
      from ${kinds[kind].from}, lateral (${pageOf<teamNotes.TeamNote>(
        { columns: teamNoteColumns, from: kinds[kind].notes, idColumn: 'n.id' },
        $,
      )}) as page
      where ${kinds[kind].isReachable($.id, $)}`,
    { sharesConnection: true },
  )

const listStatements = {
  client: listStatement('client'),
  project: listStatement('project'),
  file: listStatement('file'),
}

/** Undefined when the member cannot reach the place. */
export async function listTeamNotes(
  db: Db,
  member: Freelancer,
  { kind, id }: Place,
  page: PageParams,
): Promise<Page<teamNotes.TeamNote[]> | undefined> {
  const [found] = await listStatements[kind](db, { ...member, id, ...page })
  return found
}

/** Undefined when the member cannot reach the place. */
export async function summarizeTeamNotes(db: Db, member: Freelancer, { kind, id }: Place) {
  const { from, isReachable, notes } = kinds[kind]
  const { rows } = await sql<Omit<teamNotes.Summary, 'mayDeleteAny'>>`
    select place.client_id as "clientId", place.total, place.total > 0 or exists (
        select from member where workspace_id = place.workspace_id and person_id <> ${member.personId}
      ) as "isOffered", (
        select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by f.name, f.id), '[]')
        from freelancer f where f.id <> ${member.personId} and f.id in (
          select m.person_id from ${membersWhoSee(sql`place.client_id`, sql`place.workspace_id`)})
      ) as mentionable
    from (
      select c.id as client_id, c.workspace_id, (select count(*)::int from ${notes}) as total
      from ${from} where ${isReachable(id, member)}
    ) as place`.execute(db)
  return rows[0]
}

/** Undefined when the member cannot reach it. */
export async function findTeamNote(db: Db, member: Freelancer, id: string) {
  const { rows } = await asJson<teamNotes.TeamNote>(
    sql`select ${teamNoteColumns} from ${reachableTeamNote(member, id)}`,
  ).execute(db)
  return rows[0]?.json
}

/** What a team note is about; undefined when the member cannot reach it. */
export async function findPlaceOf(db: Db, member: Freelancer, id: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select case when n.client_id is not null then 'client' when n.project_id is not null then 'project' else 'file' end as kind,
      coalesce(n.client_id, n.project_id, n.file_id) as id
    from ${reachableTeamNote(member, id)}`.execute(db)
  return rows[0]
}

const reachableTeamNote = (member: Freelancer, id: string) => sql`
  team_note n left join file v on v.id = n.file_id left join project p on p.id = coalesce(n.project_id, v.project_id)
    join client c on c.id = coalesce(n.client_id, p.client_id)
  where n.id = ${id} and coalesce(v.state, 'stored') = 'stored' and p.in_bin is not true
    and ${reachableClient('freelancer', member, 'c')}`

/** The id of the client whose the place is; undefined when the member cannot reach it. */
export async function findClientOf(db: Db, member: Freelancer, { kind, id }: Place) {
  const { rows } = await sql<{ id: string }>`
    select c.id from ${kinds[kind].from} where ${kinds[kind].isReachable(id, member)}`.execute(db)
  return rows[0]?.id
}

export interface LockedClient {
  id: string
  workspaceId: string
  name: string
  isArchived: boolean
}

/**
 * Locks a client without its projects, because its events are numbered. Read by a statement after the lock, because another change may
 * have been committed meanwhile, also of who sees the client. Undefined when the member cannot reach it.
 */
export async function lockClient(trx: Db, member: Freelancer, id: string): Promise<LockedClient | undefined> {
  const reached = sql`client c where c.id = ${id} and ${reachableClient('freelancer', member, 'c')}`
  await sql`select from ${reached} for no key update of c`.execute(trx)
  const { rows } = await sql<LockedClient>`
    select c.id, c.workspace_id as "workspaceId", c.first_name || ' ' || c.last_name as name, c.archived_at is not null as "isArchived"
    from ${reached}`.execute(trx)
  return rows[0]
}

/** A version of a file; undefined when it was deleted meanwhile. */
export function findVersion(trx: Db, project: LockedProject, fileId: string) {
  return trx
    .selectFrom('file')
    .select(['id', 'history_id as historyId', 'name'])
    .where('id', '=', fileId)
    .where('project_id', '=', project.id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
}

/** Those of these people who reach the client. They go on to until the transaction ends, which has locked the client. */
export async function lockMentioned(trx: Db, client: LockedClient, ids: string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select m.person_id as id from ${membersWhoSee(sql`${client.id}`, sql`${client.workspaceId}`)}
      and m.person_id = any(${ids}::uuid[]) order by m.person_id for share of m`.execute(trx)
  return rows.map(({ id }) => id)
}

interface NewRow {
  id: string
  clientId: string | null
  projectId: string | null
  fileId: string | null
  historyId: string | null
  authorId: string
  text: string
  mentioned: string[]
}

export async function insertTeamNote(trx: Db, row: NewRow, now: Date) {
  await trx
    .insertInto('team_note')
    .values({
      id: row.id,
      client_id: row.clientId,
      project_id: row.projectId,
      file_id: row.fileId,
      history_id: row.historyId,
      author_id: row.authorId,
      text: row.text,
      mentioned: row.mentioned,
      created_at: now.toISOString(),
    })
    .execute()
}

/** Undefined when it was deleted meanwhile. */
export function findRow(trx: Db, id: string) {
  return trx
    .selectFrom('team_note')
    .select(['id', 'author_id as authorId', 'text', 'mentioned'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function setText(trx: Db, id: string, text: string, mentioned: string[], now: Date) {
  await trx
    .updateTable('team_note')
    .set({ text, mentioned, edited_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

export async function deleteTeamNote(trx: Db, id: string) {
  await trx.deleteFrom('team_note').where('id', '=', id).execute()
}
