import type { requests } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '../../platform/sql/database.ts'
import { recordEvent } from '../events/record.ts'
import { requestSubject } from './request-columns.ts'

export interface AnswerContents {
  text: string | null
  unable: requests.Unable | null
  comment: string | null
}

/**
 * Replaces the client's earlier answer, and makes an open request answered. False when the request is accepted, or gone.
 * The caller has locked the project.
 */
export async function saveAnswer(
  trx: Db,
  requestId: string,
  { text, unable, comment }: AnswerContents,
  now: Date,
) {
  const at = now.toISOString()
  const { rows } = await sql`
    with before as materialized (
      select state from request where id = ${requestId}
    ), r as (
      update request
      set state = 'answered', state_since = case when state = 'open' then ${at} else state_since end,
        sent_back = false, reason = null
      where id = ${requestId} and state <> 'accepted' returning *
    ), a as (
      insert into request_answer (id, request_id, author_type, text, unable, comment, answered_at)
      select ${newId()}, r.id, 'Client', ${text}, ${unable}, ${comment}, ${at} from r
      on conflict (request_id) where author_type = 'Client' do update
        set text = excluded.text, unable = excluded.unable, comment = excluded.comment, answered_at = excluded.answered_at
        where (request_answer.text, request_answer.unable, request_answer.comment)
          is distinct from (excluded.text, excluded.unable, excluded.comment) or (select state from before) = 'open'
      returning *
    ), event as (${recordEvent({
      id: newId(),
      by: 'client',
      kind: 'request_answered',
      subject: { ...requestSubject, answerId: sql`a.id`, unable: sql`a.unable` },
      now: at,
      from: sql`a join r on r.id = a.request_id join project p on p.id = r.project_id`,
    })})
    select id from r`.execute(trx)
  return rows.length > 0
}
