import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../platform/sql/json.ts'
import type { Placeholders } from '../../platform/sql/statement.ts'
import { type Signing, thumbnailUrl } from '../files/signed-urls.ts'
import { today } from '../projects/project-columns.ts'

/** The parameters of the columns: the current time, and those that sign the links to thumbnails. */
export type ColumnParams = Pick<Signing, 'origin' | 'pictureUntil' | 'pictureKey'> & {
  now: Date
  /** Whether the files are named that the client has not sent yet. */
  showsStaged: boolean
}

/** Rows from before a client could have several people are of the first one. */
const nameOf = (personId: string) => sql`
  (select first_name || ' ' || last_name from client where id = coalesce(${sql.ref(personId)}, r.client_id))`

const answers = sql`
  coalesce((select json_agg(item) from (
    select a.id, a.text, a.unable, a.comment, coalesce(a.author_name, ${nameOf('a.author_id')}) as author,
      a.author_type as "authorType", ${instant('a.answered_at')} as "answeredAt"
    from request_answer a where a.request_id = r.id order by a.id
  ) as item), '[]')`

const files = ($: Placeholders<ColumnParams>, condition: RawBuilder<unknown>) => sql`
  coalesce((select json_agg(item) from (
    select f.id, f.name as "fileName", f.size, f.content_type as "contentType", ${thumbnailUrl($)} as "thumbnailUrl",
      coalesce(f.guest_name, ${nameOf('f.uploader_id')}, ${nameOf('r.client_id')}) as author,
      case when f.guest_name is null then 'Client' else 'Guest' end as "authorType",
      ${instant('f.created_at')} as "createdAt", f.review
    from file f where ${condition} order by f.id
  ) as item), '[]')`

const answering = sql`f.request_id = r.id and f.state = 'stored' and f.is_newest`

/** The files that the client of a project `p` has gathered and not sent; of a deleted request where `requestId` is null. */
const stagedFor = (requestId: RawBuilder<unknown>) =>
  sql`f.project_id = p.id and f.state = 'staged' and f.request_id is not distinct from ${requestId}`

/** Named by the client of the `request` alone. */
export const stagedFiles = ($: Placeholders<ColumnParams>, requestId: RawBuilder<unknown>) =>
  files($, sql`${$.showsStaged}::boolean and ${stagedFor(requestId)}`)

const isOverdue = (now: RawBuilder<Date>) =>
  sql`(r.state = 'open' and coalesce(r.due_date < ${today(now, 'p')}, false))`

/** A request `r` on a project `p` as the contract shows it. */
export const requestColumns = ($: Placeholders<ColumnParams>) => sql`
  r.id, r.project_id as "projectId", r.title, r.details, r.kind, r.due_date as "dueDate",
  ${isOverdue($.now)} as overdue, r.position, r.state, ${instant('r.state_since')} as "stateSince",
  r.sent_back as "sentBack", r.reason, ${instant('r.created_at')} as "createdAt",
  ${instant('r.reminded_at')} as "remindedAt", ${answers} as answers, ${files($, answering)} as files,
  (select count(*) from file f where ${stagedFor(sql`r.id`)}) as "stagedCount",
  ${stagedFiles($, sql`r.id`)} as "stagedFiles"`
