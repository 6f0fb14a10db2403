import type { search } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import { forEachSide, reachable } from '../access/reachable.ts'
import { searchedName } from '../clients/searched-name.ts'
import { paramsRow, type SearchParams } from './search-params.ts'

/** The order of the results: 1 clients and projects by name, 2 projects by their client and other titles, 3 texts, 4 titles with a typing error. */
export type Tier = 1 | 2 | 3 | 4

/**
 * When the view of its kind lacks the row, `isVisible` is false, and all the other fields except `tier`, `kind`, `id` and
 * `freelancerName` are null whatever their type says.
 */
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

const asker = {
  clientId: sql`p."clientId"`,
  workspaceId: sql`p."workspaceId"`,
  personId: sql`p."personId"`,
  sees: sql`p.sees`,
}

const KINDS: search.SearchKind[] = ['client', 'project', 'file', 'feedback', 'note', 'request', 'message']

/**
 * Reads a match by its key from the view of its kind. The view may lack the row (a note on a file that was deleted for good);
 * the left join keeps it, because the cursor is taken from the last match. `offset 0` makes PostgreSQL look up each row.
 */
const lookUp = (kind: search.SearchKind) => sql`
  select found.tier, found.kind as found_kind, found.id as found_id, entry.* from found left join lateral (
    select * from ${sql.table(`searchable_${kind}`)} source
    where ${kind === 'message' ? sql`source.client_id = found.client_id and source.message_number = found.number` : sql`source.id = found.id`}
    offset 0
  ) entry on true where found.kind = ${sql.lit(kind)}`

/** Three steps: `exact` matches, `found` adds typing errors where there is room, then each match is looked up. */
const statements = forEachSide((side) =>
  statement<SearchParams, Found>(
    `${side}_search`,
    (placeholders) => {
      // `limit` cannot take a column such as `p.limit`. In a sub-select the planner does not see the value (as in `paramsRow`).
      const limit = sql`(select ${placeholders.limit}::int)`
      const isReachable = reachable(side, asker, 'item')
      // A title or a text may be null, and then the condition is null too. Therefore its opposite is `is not true`.
      const titleMatches = sql`(strpos(item.title, p."titlePart") > 0 and item.title like all(p."titlePatterns"))`
      const textMatches = sql`(strpos(item.text, p."textPart") > 0 and item.text like all(p."textPatterns"))`
      const selectItem = (tier: RawBuilder<Tier>) =>
        sql`select ${tier} as tier, item.kind, item.id, item.client_id, 0 as number`
      // Clients and projects come first: there are few, and their newer contents would hide them.
      const isName = sql`item.kind in ('client', 'project')`

      const titles = sql`
      ${selectItem(sql`case when ${isName} then 1 else 2 end`)} from p, search_item item
      where item.workspace_id = p."workspaceId" and ${isReachable} and ${titleMatches}
        and item.kind = any(p."titleKinds") and item.id < case when ${isName} then p."nameCursor" else p."titleCursor" end`
      // The words may be in the title of a project and in the name of its client. Clients do not search for themselves.
      const name = searchedName('owner')
      const nameAndTitleMatch = sql`(strpos(${name} || item.title, p."titlePart") > 0
        and ${name} || item.title like all(p."titlePatterns"))`
      const ofClients = sql`
      ${selectItem(sql.lit(2))} from p, client owner, project, search_item item
      where owner.workspace_id = p."workspaceId" and 'project' = any(p."titleKinds")
        and (strpos(${name}, p."titlePart") > 0 or ${name} like any(p."titlePatterns"))
        and project.client_id = owner.id and not project.in_bin and item.id = project.id and item.kind = 'project' and ${isReachable}
        and ${nameAndTitleMatch} and ${titleMatches} is not true and ${textMatches} is not true and item.id < p."titleCursor"`
      const isOfClient = sql`item.kind = 'project' and exists (
        select from client owner where owner.id = item.client_id and ${nameAndTitleMatch}
      )`
      const texts = sql`
      ${selectItem(sql.lit(3))} from p, unnest(p."textKinds") as wanted (kind), lateral (
        select * from search_item newest where newest.workspace_id = p."workspaceId" and newest.kind = wanted.kind
        order by newest.id desc limit ${NEWEST}
      ) item
      where ${textMatches} and ${isReachable} and ${titleMatches} is not true and item.id < p."textCursor"`
      // Each conversation gets an equal share of the newest messages, or all that the others leave over, if that is more.
      // `pair` is the part of the client's id in the id of a message (schema/functions/message_id.sql).
      const messages = sql`
      select 3 as tier, 'message' as kind, message_id(client_id, created_at, number) as id, client_id, number from (
        select message.client_id, message.created_at, message.number
        from (
          select p.*, conversation.client_id, conversation.last_number,
            substr(conversation.client_id::text, 15, 14) collate "C" as pair,
            greatest(
              ${NEWEST} / count(*) over (),
              ${NEWEST} - (sum(conversation.last_number) over () - conversation.last_number)
            ) as newest_count
          from p, conversation where ${reachable(side, asker, 'conversation')} and p.messages
        ) scope, message
        where message.client_id = scope.client_id and message.number > scope.last_number - scope.newest_count
          and strpos(message.search_text, scope."textPart") > 0 and message.search_text like all(scope."textPatterns")
          and (message.created_at, scope.pair, message.number)
            < (scope."messageBefore", scope."messagePairBefore", scope."messageNumberBefore")
        order by message.created_at desc, scope.pair desc, message.number desc
        limit ${limit}
      ) matching_message`
      // Runs only if the page is not full yet, because it takes longer than the rest. Patterns of short words end with a space
      // (typing-errors.ts), so the title does too.
      const similar = sql`
      ${selectItem(sql.lit(4))} from p, search_item item
      where (select count(*) from exact) < p.limit and item.workspace_id = p."workspaceId" and ${isReachable}
        and item.kind = any(p."titleKinds") and item.id < p."similarCursor"
        and (strpos(item.title, p."similarStart") > 0 or strpos(item.title, p."similarEnd") > 0 or strpos(item.title, p."similarWhole") > 0)
        and item.title like all(p."exactPatterns")
        and not exists (
          select from unnest(p."similarPatterns") as patterns
          where not item.title || ' ' like any(string_to_array(patterns, '|'))
        )
        and ${titleMatches} is not true and ${textMatches} is not true
        ${side === 'client' ? sql`` : sql`and not (${isOfClient})`}`

      return sql`
      with p as materialized (${paramsRow(placeholders)}),
      exact as materialized (
        select * from ((${titles}) union all ${side === 'client' ? sql`` : sql`(${ofClients}) union all `}(${texts}) union all (${messages})) matches order by tier, id desc limit ${limit}
      ),
      found as materialized (
        select * from (table exact union all (${similar})) matches order by tier, id desc limit ${limit}
      )
      select result.tier, result.found_kind as kind, result.found_id as id,
        result.project_id as "projectId", result.project_title as "projectTitle", result.client_id as "clientId",
        client.first_name || ' ' || client.last_name as "clientName",
        (select name from freelancer where id = client.lead_id) as "freelancerName", coalesce(result.is_visible, false) as "isVisible",
        result.thread_id as "threadId", result.is_reply as "isReply", result.about, result.author_type as "authorType",
        result.file_id as "fileId", result.note_number as "noteNumber", result.title, result.body, result.created_at as "createdAt"
      from (${sql.join(KINDS.map(lookUp), sql` union all `)}) result
      left join client on client.id = result.client_id
      order by result.tier, result.found_id desc`
    },
    { isBrief: true },
  ),
)

/** The next matches. Some are not visible, because they are in the bin, or their file or client was deleted. */
export function findMatches(db: Db, { side }: Actor, params: SearchParams): Promise<Found[]> {
  return statements[side](db, params)
}
