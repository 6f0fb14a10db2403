import type { clients } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import { FIRST_PAGE, type Page, type PageParams } from '../../platform/sql/paging.ts'
import { nameOrder } from '../access/name-order.ts'
import { isArchived, isNotInBin, reachableClient } from '../access/reachable.ts'
import { leadJson } from './member-columns.ts'
import { searchedName } from './searched-name.ts'

/** When something last happened with the client `c` or on a project of theirs, or a message was written. */
const lastActivity = sql`greatest(c.created_at, (select last_at from conversation where client_id = c.id), (
  select max(newest.created_at)
  from (select c.id as scope_id union all select id from project p where p.client_id = c.id and ${isNotInBin('p')}) scope,
    lateral (
      select created_at from event where event.scope_id = scope.scope_id order by id desc limit 1
    ) newest
))`

interface Order {
  key: RawBuilder<unknown>
  isAfter: RawBuilder<unknown>
  by: RawBuilder<unknown>
}

const orders: Record<clients.ClientOrder, Order> = {
  activity: {
    key: lastActivity,
    isAfter: sql`(c.key, c.id) < (last.key, last.id)`,
    by: sql`c.key desc, c.id desc`,
  },
  name: {
    key: nameOrder(searchedName('c')),
    isAfter: sql`(c.key, c.id) > (last.key, last.id)`,
    by: sql`c.key, c.id`,
  },
}

/** The projects of the client `c` that wait for this side. */
const waitingFor = (side: 'freelancer' | 'client') => sql`(
  select count(*)::int from project p
  where p.client_id = c.id and ${isNotInBin('p')} and p.archived_at is null and p.turn = ${sql.lit(side)}
)`

/** With what happened last and what waits. A freelancer has few clients, so all of them are read for each page. */
export async function listSortedClients(
  db: Db,
  actor: Freelancer,
  sort: clients.ClientOrder,
  archived: boolean,
  { cursor, limit }: PageParams,
) {
  const { key, isAfter, by } = orders[sort]
  const { rows } = await sql<Page<clients.ListedClient[]>>`
    with keyed as materialized (
      select c.*, ${key} as key from client c
      where ${reachableClient('freelancer', actor, 'c')} and ${isArchived(archived, 'c')}
    )
    select coalesce(json_agg(item) filter (where n <= ${limit}), '[]')::text as json,
      case when count(*) > ${limit} then min(id::text) filter (where n = ${limit}) end as next
    from (
      select c.id, row_number() over () as n, (select row_to_json(columns) from (
        select c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, c.company,
          ${leadJson(sql`c.lead_id`)} as lead,
          ${instant('c.created_at')} as "createdAt", ${instant('c.archived_at')} as "archivedAt",
          ${instant('c.activity')} as "lastActivityAt",
          json_build_object('freelancer', ${waitingFor('freelancer')}, 'client', ${waitingFor('client')},
            'messages', coalesce((
              select client_total - read from conversation
              join conversation_reader r on r.client_id = conversation.client_id and r.person_id = ${actor.personId}
              where conversation.client_id = c.id
            ), 0)) as waiting
      ) as columns) as item
      from (
        select c.*, ${sort === 'activity' ? sql`c.key` : lastActivity} as activity from keyed c
        ${cursor === FIRST_PAGE ? sql`` : sql`join keyed last on last.id = ${cursor} and ${isAfter}`}
        order by ${by} limit ${limit + 1}
      ) as c
    ) as row`.execute(db)
  return rows[0] as Page<clients.ListedClient[]>
}
