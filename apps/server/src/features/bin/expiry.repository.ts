import { bin } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

const deletedBefore = (now: Date) =>
  sql`${now.toISOString()}::timestamptz - interval ${sql.lit(`${bin.BIN_DAYS} days`)}`

/** Skips projects that another statement has locked: the next run deletes what is left. Returns whose items they were. */
export async function deleteExpiredFiles(db: Db, now: Date, limit: number) {
  const { rows } = await sql<{ freelancerId: string }>`
    with due as materialized (
      select file_id, project_id from bin_item where deleted_at <= ${deletedBefore(now)} and file_id is not null
      order by deleted_at limit ${limit}
    ), p as materialized (
      select id from project where id in (select project_id from due) for key share skip locked
    ), f as (
      update file f set state = 'deleted', project_id = null from due join p on p.id = due.project_id
      where f.id = due.file_id and f.state = 'binned' returning f.id
    )
    delete from bin_item using f where file_id = f.id returning freelancer_id as "freelancerId"`.execute(db)
  return rows.map(({ freelancerId }) => freelancerId)
}

/** Everything under the projects goes with them. */
export async function deleteExpiredProjects(db: Db, now: Date, limit: number) {
  const { rows } = await sql<{ freelancerId: string }>`
    with due as materialized (
      select p.id from bin_item b join project p on p.id = b.project_id
      where b.deleted_at <= ${deletedBefore(now)} and b.file_id is null and p.in_bin
      order by b.deleted_at limit ${limit} for update of p skip locked
    )
    delete from project p using due where p.id = due.id and p.in_bin returning p.freelancer_id as "freelancerId"`.execute(
    db,
  )
  return rows.map(({ freelancerId }) => freelancerId)
}
