import { type audit, searchWords, wordInTitle } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import { FIRST_PAGE, type Page, type PageParams } from '../../platform/sql/paging.ts'

/**
 * The entries that one page looks at, so that it takes a few milliseconds however many there are. A page that finds too few among
 * them is short, or even empty, and says where to go on.
 */
const MAX_SCANNED = 10_000

/** The newest entries below the cursor. One filter chooses the index; the others are applied to what that reads. */
export async function listEntries(
  db: Db,
  freelancer: Freelancer,
  filter: audit.Filter,
  page: PageParams,
): Promise<Page<audit.Entry[]>> {
  const { rows } = await selectEntries(freelancer, filter, page).execute(db)
  return rows[0] as Page<audit.Entry[]>
}

export function selectEntries(
  { workspaceId, personId }: Freelancer,
  { actor, group, target, from, to, search }: audit.Filter,
  { cursor, limit }: PageParams,
) {
  const midnight = (day: RawBuilder<unknown>) =>
    sql`(select ${day}::timestamp at time zone time_zone from freelancer where id = ${personId})`
  const [index, ...others] = [
    ...(target ? [sql`target_id = ${target}`] : []),
    ...(actor ? [sql`actor_id = ${actor}`] : []),
    ...(group ? [sql`action_group = ${group}`] : []),
    ...(search ? searchWords(search).map((word) => sql`words like ${`%${wordInTitle(word)}%`}`) : []),
  ]
  const isSearchOnly = search !== undefined && !target && !actor && !group
  const scanned = [
    sql`workspace_id = ${workspaceId}`,
    ...(index && !isSearchOnly ? [index] : []),
    ...(from ? [sql`at >= ${midnight(sql`${from}::date`)}`] : []),
    ...(to ? [sql`at < ${midnight(sql`(${to}::date + 1)`)}`] : []),
    ...(cursor === FIRST_PAGE ? [] : [isBefore(cursor, workspaceId)]),
  ]
  const found = [...(index && isSearchOnly ? [index] : []), ...others]
  const most = found.length > 0 ? MAX_SCANNED : limit + 1
  const newestFirst = sql`order by at desc, id desc`
  return sql<Page<audit.Entry[]>>`
    with scanned as materialized (
      select * from audit_entry where ${sql.join(scanned, sql` and `)} ${newestFirst} limit ${most}
    ), found as (
      select *, row_number() over (${newestFirst}) as n from scanned
      where ${found.length > 0 ? sql.join(found, sql` and `) : sql`true`} ${newestFirst} limit ${limit + 1}
    )
    select coalesce(json_agg(${entry} order by n) filter (where n <= ${limit}), '[]')::text as json,
      case when count(*) > ${limit} then max(id::text) filter (where n = ${limit})
        else (select id::text from scanned ${newestFirst} limit 1 offset ${most - 1}) end as next
    from found`
}

/** Compares with the time first, so that PostgreSQL begins to read the index there. */
function isBefore(cursor: string, workspaceId: string) {
  const last = sql`(select at from audit_entry where id = ${cursor} and workspace_id = ${workspaceId})`
  return sql`at <= ${last} and (at < ${last} or id < ${cursor})`
}

const entry = sql`json_build_object(
  'id', id,
  'at', ${instant('at')},
  'actor', json_build_object('type', actor_type, 'id', actor_id, 'name', actor_name),
  'action', action,
  'group', action_group,
  'target', case when target_kind is not null then json_build_object('kind', target_kind, 'id', target_id, 'name', target_name) end,
  'device', device,
  'address', address,
  'details', details
)`

/** Returns how many there were. The trigger `audit_entry_is_kept` lets nothing else delete entries. */
export async function deleteEntriesBefore(db: Db, before: Date, limit: number) {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('portico.audit_expiry', ${before.toISOString()}, true)`.execute(trx)
    const { numAffectedRows = 0n } = await sql`
      delete from audit_entry where id in (
        select id from audit_entry where at < ${before} and at < now() - interval '30 days' limit ${limit}
      )`.execute(trx)
    return Number(numAffectedRows)
  })
}
