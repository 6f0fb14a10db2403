import { UUID_PATTERN } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../platform/sql/json.ts'

/** The name that a member has now. Also of those who left, until they close their account. */
const memberName = (id: RawBuilder<unknown>) =>
  sql`coalesce((select name from freelancer where id = ${id}), 'A former member')`

/** A team note `n` as the contract shows it. */
export const teamNoteColumns = sql`
  n.id, n.text, ${memberName(sql`n.author_id`)} as author, n.author_id as "authorId",
  ${instant('n.created_at')} as "createdAt", ${instant('n.edited_at')} as "editedAt",
  (
    select coalesce(json_agg(json_build_object('id', person.id, 'name', ${memberName(sql`person.id`)}) order by at), '[]')
    from unnest(n.mentioned) with ordinality as person (id, at)
  ) as mentions`

const MENTION = `<@${UUID_PATTERN}>`
const mention = sql.lit(`^${MENTION}$`)
/** Before and after each mention. */
const edges = sql.lit(`(?=${MENTION})|(?<=${MENTION})`)

/** The text of a team note `n` with the names of those whom it mentions. */
const plainText = sql`(
  select string_agg(
    case when part ~ ${mention} then '@' || ${memberName(sql`substr(part, 3, 36)::uuid`)} else part end, '' order by at)
  from regexp_split_to_table(n.text, ${edges}) with ordinality as split (part, at))`

/** The text of the team note with this id, unless what it is about is in the bin. */
export const teamNoteText = (id: RawBuilder<unknown>) => sql`(
  select ${plainText} from team_note n
    left join file v on v.id = n.file_id
    left join project p on p.id = coalesce(n.project_id, v.project_id)
  where n.id = ${id} and coalesce(v.state, 'stored') = 'stored' and p.in_bin is not true)`
