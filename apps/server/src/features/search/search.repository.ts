import type { search } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import { forEachRole, reachable } from '../clients/reachable.ts'

type Role = Actor['role']

/** Title, text, or a title with a typing error. */
export type Tier = 1 | 2 | 3

export interface Found {
  tier: Tier
  kind: search.SearchKind
  id: string
  projectId: string | null
  projectTitle: string | null
  clientId: string
  clientName: string
  freelancerName: string
  /** Of a reply or an answer, what it belongs to. */
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
}

/** Of each kind of text the newest of an account are searched, and so many messages. */
const NEWEST = sql.lit(20_000)

export interface SearchParams {
  actorId: string
  /** Kinds with a title, kinds with a text, and whether messages are searched. */
  titleKinds: string[]
  textKinds: string[]
  messages: boolean
  /** `like` patterns: the first one, which the index serves, and the others. */
  titlePattern: string
  titlePatterns: string[]
  /** What each text has to contain: the first, and patterns for the others. */
  textPart: string
  textPatterns: string[]
  /**
   * The word that a title has to resemble; for each such word its patterns, separated by `|`; and patterns for the words that
   * have no typing error.
   */
  similarWord: string | null
  similarPatterns: string[]
  exactPatterns: string[]
  /** Below which id the results of each tier are. */
  titleCursor: string
  textCursor: string
  similarCursor: string
  /** The same as `textCursor`, in the columns of a message. */
  messageBefore: string
  messagePairBefore: string
  messageNumberBefore: number
  limit: number
}

type Placeholders = { [Key in keyof SearchParams]: RawBuilder<SearchParams[Key]> }

const accounts: Record<Role, (actorId: unknown) => RawBuilder<unknown>> = {
  freelancer: (actorId) => sql`${actorId}::uuid`,
  client: (actorId) => sql`(select freelancer_id from client where id = ${actorId})`,
}

/** The rows of `items` that nobody has deleted. */
const visible = (tier: Tier, items: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql`
  select ${sql.lit(tier)} as tier, s.* from (${items} offset 0) i
  join lateral (
    select * from searchable s where s.kind = i.kind and s.id = i.id and s.message_number = 0 and s.is_visible
  ) s on true
  limit ${limit}`

const statements = forEachRole((role) =>
  statement<SearchParams, Found>(`${role}_search`, ($: Placeholders) => {
    const account = accounts[role]($.actorId)
    const isReachable = reachable(role, $.actorId, 'i')
    const titleMatches = sql`(i.title like ${$.titlePattern} and i.title like all(${$.titlePatterns}::text[]))`
    const textMatches = sql`(strpos(i.text, ${$.textPart}) > 0 and i.text like all(${$.textPatterns}::text[]))`

    const titles = visible(
      1,
      sql`select i.id, i.kind from search_item i
        where i.freelancer_id = ${account} and ${isReachable} and ${titleMatches}
          and i.kind = any(${$.titleKinds}::text[]) and i.id < ${$.titleCursor}
        order by i.id desc`,
      $.limit,
    )
    const texts = visible(
      2,
      sql`select i.id, i.kind from unnest(${$.textKinds}::text[]) as k (kind), lateral (
          select * from search_item i where i.freelancer_id = ${account} and i.kind = k.kind order by i.id desc limit ${NEWEST}
        ) i
        where ${textMatches} and ${isReachable} and ${titleMatches} is not true and i.id < ${$.textCursor}
        order by i.id desc`,
      $.limit,
    )
    const messages = sql`
      select 2 as tier, s.* from (
        select m.client_id, m.number
        from (
          select c.client_id, c.last_number, substr(c.client_id::text, 15, 14) collate "C" as pair,
            greatest(${NEWEST} / count(*) over (), ${NEWEST} - (sum(c.last_number) over () - c.last_number)) as newest
          from conversation c where ${reachable(role, $.actorId, 'c')} and ${$.messages}
        ) c, message m
        where m.client_id = c.client_id and m.number > c.last_number - c.newest
          and strpos(m.search_text, ${$.textPart}) > 0 and m.search_text like all(${$.textPatterns}::text[])
          and (m.created_at, c.pair, m.number) < (${$.messageBefore}, ${$.messagePairBefore}, ${$.messageNumberBefore}::bigint)
        order by m.created_at desc, c.pair desc, m.number desc
        limit ${$.limit}
      ) m
      join searchable s on s.kind = 'message' and s.client_id = m.client_id and s.message_number = m.number`
    const similar = visible(
      3,
      sql`select i.id, i.kind from similar_titles(${account}, ${$.similarWord}) i
        where ${isReachable} and i.kind = any(${$.titleKinds}::text[]) and i.title like all(${$.exactPatterns}::text[])
          and not exists (
            select from unnest(${$.similarPatterns}::text[]) as p where not i.title || ' ' like any(string_to_array(p, '|'))
          )
          and ${titleMatches} is not true and ${textMatches} is not true and i.id < ${$.similarCursor}
        order by i.id desc`,
      $.limit,
    )
    return sql`
      select s.tier, s.kind, s.id, s.project_id as "projectId", p.title as "projectTitle", s.client_id as "clientId",
        c.first_name || ' ' || c.last_name as "clientName", f.name as "freelancerName", s.thread_id as "threadId",
        s.is_reply as "isReply", s.about, s.author_type as "authorType", s.file_id as "fileId",
        s.note_number as "noteNumber", s.title, s.body, s.created_at as "createdAt"
      from (
        select * from ((${titles}) union all (${texts}) union all (${messages}) union all (${similar})) s
        order by tier, id desc limit ${$.limit}
      ) s
      join client c on c.id = s.client_id
      join freelancer f on f.id = s.freelancer_id
      left join project p on p.id = s.project_id
      order by s.tier, s.id desc`
  }),
)

export function findResults(db: Db, { role }: Actor, params: SearchParams): Promise<Found[]> {
  return statements[role](db, params)
}
