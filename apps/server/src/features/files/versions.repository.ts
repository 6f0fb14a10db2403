import type { files } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { FIRST_PAGE, type Page, type PageParams } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { type Asker, forEachSide, reachableProject } from '../access/reachable.ts'
import { fileColumns } from './file-columns.ts'
import { hasBytes } from './file-state.ts'
import type { Signing } from './signed-urls.ts'

/** The id that all versions of a file share; undefined when this person cannot reach the file in that project. */
export async function findHistoryId(
  db: Db,
  actor: Actor,
  { projectId, fileId }: { projectId: string; fileId: string },
) {
  const found = await db
    .selectFrom('file')
    .innerJoin('project', 'project.id', 'file.project_id')
    .select('file.history_id as historyId')
    .where('file.id', '=', fileId)
    .where('file.state', '=', 'stored')
    .where('project.id', '=', projectId)
    .where(reachableProject(actor.side, actor, 'project'))
    .executeTakeFirst()
  return found?.historyId
}

const listStatements = forEachSide((side) =>
  statement<Asker & { id: string } & Signing & PageParams, Page<files.File[]>>(
    `${side}_file_versions`,
    ($) => sql`
      select page.json, page.next
      from file asked join project p on p.id = asked.project_id, lateral (
        select coalesce(json_agg(item.json order by item.version desc) filter (where item.n <= ${$.limit}), '[]')::text as json,
          case when count(*) > ${$.limit} then min(item.id::text) filter (where item.n = ${$.limit}) end as next
        from (
          select f.id, f.version, row_number() over (order by f.version desc) as n,
            (select row_to_json(columns) from (select ${fileColumns($)}) as columns) as json
          from (
            select * from file where history_id = asked.history_id and state = 'stored'
              and (${$.cursor} = ${sql.lit(FIRST_PAGE)}::uuid or version < (
                select version from file where id = ${$.cursor} and history_id = asked.history_id
              ))
            order by version desc limit ${$.limit} + 1
          ) as f
        ) as item
      ) as page
      where asked.id = ${$.id} and ${hasBytes('asked')} and ${reachableProject(side, $, 'p')} and exists (
        select from file where history_id = asked.history_id and state = 'stored'
      )`,
    { sharesConnection: true },
  ),
)

/**
 * All versions of a file, newest first. Accepts the id of any version, also of a deleted one, so that an open list
 * survives its deletion. Undefined when no version is left, or this person cannot reach the file.
 */
export async function listVersions(db: Db, actor: Actor, id: string, signing: Signing, page: PageParams) {
  const [found] = await listStatements[actor.side](db, { ...actor, id, ...signing, ...page })
  return found
}
