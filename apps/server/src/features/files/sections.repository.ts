import type { sections } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'

export function listSections(trx: Db, { id }: LockedProject) {
  return trx
    .selectFrom('file_section')
    .select(['id', 'name', 'position'])
    .where('project_id', '=', id)
    .orderBy('position')
    .execute()
}

export async function readSection(trx: Db, { id: projectId }: LockedProject, id: string) {
  const { rows } = await sql<sections.Section>`
    select s.id, s.name, (
      select count(*)::int from file f where f.section_id = s.id and f.state = 'stored' and f.is_newest
    ) as files
    from file_section s where s.id = ${id} and s.project_id = ${projectId}`.execute(trx)
  return rows[0]
}

/** Two names are the same if they differ by case only. */
export async function isNameTaken(trx: Db, { id }: LockedProject, name: string, except: string | null) {
  const { rows } = await sql`
    select from file_section
    where project_id = ${id} and lower(name) = lower(${name}) and id is distinct from ${except}::uuid`.execute(
    trx,
  )
  return rows.length > 0
}

export async function insertSection(
  trx: Db,
  project: LockedProject,
  section: { id: string; name: string; position: number },
) {
  await trx
    .insertInto('file_section')
    .values({ ...section, project_id: project.id })
    .execute()
}

export async function renameSection(trx: Db, project: LockedProject, id: string, name: string) {
  await trx
    .updateTable('file_section')
    .set({ name })
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .execute()
}

/** Numbers all sections of the project in this order. */
export async function orderSections(trx: Db, project: LockedProject, ids: string[]) {
  await sql`
    update file_section s set position = placed.position
    from unnest(${ids}::uuid[]) with ordinality as placed (id, position)
    where s.id = placed.id and s.project_id = ${project.id} and s.position <> placed.position`.execute(trx)
}

/** Its files name no section any more, those in the bin too. */
export async function deleteSection(trx: Db, project: LockedProject, id: string) {
  await trx.deleteFrom('file_section').where('id', '=', id).where('project_id', '=', project.id).execute()
}

/** All versions move, so that any of them can become the newest. Returns how many files are there. */
export async function moveFiles(
  trx: Db,
  project: LockedProject,
  { fileIds, sectionId }: { fileIds: string[]; sectionId: string | null },
) {
  const { rows } = await sql<{ moved: number }>`
    with moved as (
      select distinct history_id from file
      where id = any(${fileIds}::uuid[]) and project_id = ${project.id} and state = 'stored'
    ), changed as (
      update file f set section_id = ${sectionId} from moved
      where f.history_id = moved.history_id and f.project_id = ${project.id} and f.state in ('stored', 'binned')
    )
    select count(*)::int as moved from moved`.execute(trx)
  return rows[0]?.moved ?? 0
}
