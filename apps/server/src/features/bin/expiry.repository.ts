import { bin } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

const deletedBefore = (now: Date) =>
  sql`${now.toISOString()}::timestamptz - interval ${sql.lit(`${bin.BIN_DAYS} days`)}`

// Both skip projects that another statement has locked; the next run deletes the rest. They return the owners of the
// deleted items.

export async function deleteExpiredFiles(db: Db, now: Date, limit: number) {
  const { rows } = await sql<{ workspaceId: string }>`
    with due as materialized (
      select file_id, project_id from bin_item where deleted_at <= ${deletedBefore(now)} and file_id is not null
      order by deleted_at limit ${limit}
    ), p as materialized (
      select id from project where id in (select project_id from due) for key share skip locked
    ), f as (
      update file f set state = 'deleted', project_id = null
      from due join p on p.id = due.project_id join file binned on binned.id = due.file_id
      where f.history_id = binned.history_id and coalesce(f.binned_with, f.id) = binned.id and f.state = 'binned'
      returning f.id
    )
    delete from bin_item using f where file_id = f.id returning workspace_id as "workspaceId"`.execute(db)
  return rows.map(({ workspaceId }) => workspaceId)
}

/** Deletes the items alone. `deleteRemovedProjects` deletes the projects. */
export async function deleteExpiredProjectItems(db: Db, now: Date, limit: number) {
  const { rows } = await sql<{ workspaceId: string }>`
    with due as materialized (
      select p.id from bin_item b join project p on p.id = b.project_id
      where b.deleted_at <= ${deletedBefore(now)} and b.file_id is null
      order by b.deleted_at limit ${limit} for no key update of p skip locked
    )
    delete from bin_item using due where project_id = due.id returning workspace_id as "workspaceId"`.execute(
    db,
  )
  return rows.map(({ workspaceId }) => workspaceId)
}

/** Projects that were deleted for good, alone or with their client, and whose rows still exist. */
export async function findProjectsWithoutItem(db: Db, after: string, limit: number) {
  const { rows } = await sql<{ id: string }>`
    select id from project p
    where in_bin and id > ${after} and not exists (select from bin_item where project_id = p.id and file_id is null)
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns how many files were deleted. Locks the project first, as the deletion of a client does, because that may
 * lock the files in another order.
 */
export async function deleteFilesOfProject(db: Db, projectId: string, limit: number) {
  const { numAffectedRows = 0n } = await sql`
    with p as materialized (select id from project where id = ${projectId} for no key update)
    update file set state = 'deleted', project_id = null
    where id in (select f.id from p join file f on f.project_id = p.id limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/**
 * All other tables with many rows per project, with the column that names the project. Receipts are not among them,
 * because a trigger keeps them until their project is deleted.
 */
export const contents = [
  { table: 'feedback', column: 'project_id' },
  { table: 'request', column: 'project_id' },
  { table: 'review', column: 'project_id' },
  { table: 'team_note', column: 'project_id' },
  { table: 'event', column: 'scope_id' },
] as const

export async function deleteContents(
  db: Db,
  { table, column }: (typeof contents)[number],
  projectId: string,
  limit: number,
) {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${sql.ref(column)} = ${projectId} limit ${limit} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}

export async function deleteProject(db: Db, id: string) {
  await sql`delete from project where id = ${id} and in_bin`.execute(db)
}
