import type { search } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import { forEachRole, reachable } from '../clients/reachable.ts'
import { paramsRow, type SearchParams } from './search-params.ts'

type Role = Actor['role']

/** The order of the results: 1 clients and projects by name, 2 other titles, 3 texts, 4 titles with a typing error. */
export type Tier = 1 | 2 | 3 | 4

export interface Found {
  tier: Tier
  kind: search.SearchKind
  id: string
  projectId: string | null
  projectTitle: string | null
  clientId: string
  clientName: string
  freelancerName: string
  /** The message to which a reply or an answer belongs. */
  threadId: string | null
  isReply: boolean
  /** The file of a note, or the request of an answer. */
  about: string | null
  authorType: 'Freelancer' | 'Client' | 'Guest' | null
  fileId: string | null
  noteNumber: number | null
  title: string | null
  body: string | null
  createdAt: string
  /** False for deleted things and for old versions. */
  isVisible: boolean
}

/** How many of the newest texts of each kind, and of the newest messages, are searched in one account. */
const NEWEST = sql.lit(20_000)

const accounts: Record<Role, (actorId: unknown) => RawBuilder<unknown>> = {
  freelancer: (actorId) => sql`${actorId}::uuid`,
  client: (actorId) => sql`(select freelancer_id from client where id = ${actorId}::uuid)`,
}

const KINDS: search.SearchKind[] = ['client', 'project', 'file', 'feedback', 'note', 'request', 'message']

/**
 * Reads a match by its key from the view of its kind, which has no notes on files that were deleted for good. `offset 0` makes
 * PostgreSQL look up each row.
 */
const lookUp = (kind: search.SearchKind) => sql`
  select f.tier, f.kind as found_kind, f.id as found_id, s.* from found f left join lateral (
    select * from ${sql.table(`searchable_${kind}`)} s
    where ${kind === 'message' ? sql`s.client_id = f.client_id and s.message_number = f.number` : sql`s.id = f.id`}
    offset 0
  ) s on true where f.kind = ${sql.lit(kind)}`

/** Three steps: `exact` matches, `found` adds typing errors where there is room, then each match is looked up. */
const statements = forEachRole((role) =>
  statement<SearchParams, Found>(`${role}_search`, (placeholders) => {
    const account = accounts[role](placeholders.actorId)
    const limit = sql`(select ${placeholders.limit}::int)`
    const isReachable = reachable(role, sql`p."actorId"`, 'i')
    const titleMatches = sql`(strpos(i.title, p."titlePart") > 0 and i.title like all(p."titlePatterns"))`
    const textMatches = sql`(strpos(i.text, p."textPart") > 0 and i.text like all(p."textPatterns"))`
    const item = (tier: RawBuilder<Tier>) =>
      sql`select ${tier} as tier, i.kind, i.id, i.client_id, 0 as number`
    // Clients and projects come first: there are few, and their newer contents would hide them.
    const isName = sql`i.kind in ('client', 'project')`

    const titles = sql`
      ${item(sql`case when ${isName} then 1 else 2 end`)} from p, search_item i
      where i.freelancer_id = p.account and ${isReachable} and ${titleMatches}
        and i.kind = any(p."titleKinds") and i.id < case when ${isName} then p."nameCursor" else p."titleCursor" end`
    const texts = sql`
      ${item(sql.lit(3))} from p, unnest(p."textKinds") as k (kind), lateral (
        select * from search_item i where i.freelancer_id = p.account and i.kind = k.kind order by i.id desc limit ${NEWEST}
      ) i
      where ${textMatches} and ${isReachable} and ${titleMatches} is not true and i.id < p."textCursor"`
    const messages = sql`
      select 3 as tier, 'message' as kind, message_id(client_id, created_at, number) as id, client_id, number from (
        select m.client_id, m.created_at, m.number
        from (
          select p.*, c.client_id, c.last_number, substr(c.client_id::text, 15, 14) collate "C" as pair,
            greatest(${NEWEST} / count(*) over (), ${NEWEST} - (sum(c.last_number) over () - c.last_number)) as newest
          from p, conversation c where ${reachable(role, sql`p."actorId"`, 'c')} and p.messages
        ) c, message m
        where m.client_id = c.client_id and m.number > c.last_number - c.newest
          and strpos(m.search_text, c."textPart") > 0 and m.search_text like all(c."textPatterns")
          and (m.created_at, c.pair, m.number) < (c."messageBefore", c."messagePairBefore", c."messageNumberBefore")
        order by m.created_at desc, c.pair desc, m.number desc
        limit ${limit}
      ) m`
    // Runs only if the page is not full yet, because it takes longer than the rest.
    const similar = sql`
      ${item(sql.lit(4))} from p, search_item i
      where (select count(*) from exact) < p.limit and i.freelancer_id = p.account and ${isReachable}
        and i.kind = any(p."titleKinds") and i.id < p."similarCursor"
        and (strpos(i.title, p."similarStart") > 0 or strpos(i.title, p."similarEnd") > 0 or strpos(i.title, p."similarWhole") > 0)
        and i.title like all(p."exactPatterns")
        and not exists (
          select from unnest(p."similarPatterns") as w where not i.title || ' ' like any(string_to_array(w, '|'))
        )
        and ${titleMatches} is not true and ${textMatches} is not true`

    return sql`
      with p as materialized (${paramsRow(placeholders, account)}),
      exact as materialized (
        select * from ((${titles}) union all (${texts}) union all (${messages})) i order by tier, id desc limit ${limit}
      ),
      found as materialized (
        select * from (table exact union all (${similar})) i order by tier, id desc limit ${limit}
      )
      select s.tier, s.found_kind as kind, s.found_id as id, s.project_id as "projectId", s.project_title as "projectTitle", s.client_id as "clientId",
        c.first_name || ' ' || c.last_name as "clientName",
        (select name from freelancer where id = ${account}) as "freelancerName", coalesce(s.is_visible, false) as "isVisible",
        s.thread_id as "threadId", s.is_reply as "isReply", s.about, s.author_type as "authorType", s.file_id as "fileId",
        s.note_number as "noteNumber", s.title, s.body, s.created_at as "createdAt"
      from (${sql.join(KINDS.map(lookUp), sql` union all `)}) s
      left join client c on c.id = s.client_id
      order by s.tier, s.found_id desc`
  }),
)

/** The next matches. Some are not visible, because they are in the bin, or their file or client was deleted. */
export function findMatches(db: Db, { role }: Actor, params: SearchParams): Promise<Found[]> {
  return statements[role](db, params)
}
