import type { requests } from '@portico/contract'
import { sql } from 'kysely'
import type { ClientUser } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { reachableProject } from '../access/reachable.ts'

/** Undefined when it is no file that this client has gathered and not sent. */
export async function findProjectOfStaged(db: Db, client: ClientUser, id: string) {
  const { rows } = await sql<{ projectId: string }>`
    select p.id as "projectId" from file f join project p on p.id = f.project_id
    where f.id = ${id} and f.state = 'staged' and ${reachableProject('client', client, 'p')}`.execute(db)
  return rows[0]?.projectId
}

/** Those of a request, or of requests that were deleted. From now on they are files of the project. */
export async function storeStagedFiles(trx: Db, project: LockedProject, requestId: string | null, now: Date) {
  const { rows } = await sql<{ id: string; name: string }>`
    with sent as (
      update file set state = 'stored', created_at = ${now.toISOString()}
      where project_id = ${project.id} and state = 'staged' and request_id is not distinct from ${requestId}::uuid
      returning id, name
    )
    select id, name from sent order by id`.execute(trx)
  return rows
}

/** Without its project a file is deleted for good. False when it was sent or deleted meanwhile. */
export async function deleteStaged(trx: Db, project: LockedProject, id: string) {
  const { numUpdatedRows } = await trx
    .updateTable('file')
    .set({ project_id: null })
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .where('state', '=', 'staged')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** On projects that are not archived, because on those nothing can be sent. */
export async function findUnsent(db: Db, client: ClientUser) {
  const { rows } = await sql<requests.UnsentFiles>`
    select json_build_object('id', p.id, 'title', p.title) as project,
      case when r.id is not null then json_build_object('id', r.id, 'title', r.title) end as request,
      count(*)::int as files
    from project p join file f on f.project_id = p.id and f.state = 'staged'
      left join request r on r.id = f.request_id
    where ${reachableProject('client', client, 'p')} and p.archived_at is null
    group by p.id, r.id order by min(f.id::text) limit ${MAX_UNSENT}`.execute(db)
  return rows
}
/** More are too many to be listed as a reminder. */
const MAX_UNSENT = 100
