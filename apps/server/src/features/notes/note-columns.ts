import { sql } from 'kysely'
import { instant } from '../../platform/sql/json.ts'
import { personName } from '../access/person-name.ts'
import { authorId, authorName, editColumns } from '../feedback/feedback-columns.ts'

/** A reply `r` to a note on a project `p` as the contract shows it. */
export const replyColumns = sql`
  r.id, r.text, ${authorName('r')} as author, ${authorId('r')} as "authorId", r.author_type as "authorType", ${instant('r.created_at')} as "createdAt"`

/** The author may edit or delete a note only as long as this is true. */
const isUnanswered = sql`n.reply_count = 0 and n.state = 'open'`

/** Only members decline. In old rows it was the founder, who has the id of the workspace. */
const decliner = sql`coalesce(n.settled_by, p.workspace_id)`

/** A note `n` on a version `v` of a file of a project `p`. The table of replies is read only where there are some. */
export const noteColumns = sql`
  n.id, n.file_id as "fileId", v.version, n.number, n.text, ${authorName('n')} as author, ${authorId('n')} as "authorId", n.author_type as "authorType",
  ${instant('n.created_at')} as "createdAt", ${editColumns('n', isUnanswered)}, n.page, n.x, n.y, n.t, n.state, n.reason,
  ${instant('n.settled_at')} as "settledAt", case when n.reason is not null then json_build_object('id', ${decliner}, 'name', ${personName(decliner)}) end as "declinedBy",
  case when n.reply_count = 0 then '[]'::json else (
    select json_agg(item) from (
      select ${replyColumns} from note_reply r where r.note_id = n.id order by r.number
    ) as item
  ) end as replies`
