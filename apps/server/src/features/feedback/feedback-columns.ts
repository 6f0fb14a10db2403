import { feedback } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import { instant } from '../../platform/sql/json.ts'

/** Whether a row is so young that its author may still edit or delete it. */
export function isYoung(table: string) {
  return sql`${sql.ref(`${table}.created_at`)} > now() - ${editable}`
}

export function authorTypeOf({ side }: Pick<Actor, 'side'>): feedback.AuthorType {
  return side === 'freelancer' ? 'Freelancer' : 'Client'
}

/** The name of the author of a row, written by one side of the project `p`. */
export function authorName(table: string) {
  return sql`
    case ${sql.ref(`${table}.author_type`)}
      when 'Freelancer' then (select name from freelancer where id = ${authorId(table)})
      else (select first_name || ' ' || last_name from client where id = ${authorId(table)})
    end`
}

/** The person who wrote it. Rows from before several people of one side are of the first one. */
export function authorId(table: string) {
  const [type, id] = [sql.ref(`${table}.author_type`), sql.ref(`${table}.author_id`)]
  return sql`coalesce(${id}, case ${type} when 'Freelancer' then p.workspace_id else p.client_id end)`
}

const editable = sql`make_interval(secs => ${sql.lit(feedback.EDITABLE_SECONDS)})`

/** `isLast`: no later message, which would end the time for editing. */
export function editColumns(table: string, isLast: RawBuilder<unknown>) {
  const createdAt = sql.ref(`${table}.created_at`)
  return sql`
    ${instant(`${table}.edited_at`)} as "editedAt",
    case when ${isLast} and ${isYoung(table)}
      then floor(extract(epoch from ${createdAt} + ${editable} - now()))::int else 0 end as "editableSeconds"`
}

/** A reply `r` to feedback `f` on a project `p` as the contract shows it. */
export const replyColumns = sql`
  r.id, r.message, ${authorName('r')} as author, ${authorId('r')} as "authorId",
  r.author_type as "authorType", ${instant('r.created_at')} as "createdAt", ${editColumns('r', sql`r.number = f.reply_count`)}`

/** Feedback `f` on a project `p` as the contract shows it. The table of replies is read only where there are some. */
export const feedbackColumns = sql`
  f.id, f.project_id as "projectId", f.message, ${instant('f.created_at')} as "createdAt",
  ${editColumns('f', sql`f.reply_count = 0`)},
  (select row_to_json(author) from (
    select c.id, c.first_name as "firstName", c.last_name as "lastName" from client c where c.id = f.client_id
  ) as author) as "Client",
  case when f.reply_count = 0 then '[]'::json else (
    select json_agg(item) from (
      select ${replyColumns} from feedback_reply r where r.feedback_id = f.id order by r.number
    ) as item
  ) end as replies`
