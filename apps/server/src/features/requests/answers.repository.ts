import type { requests } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { ClientUser } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { RequestRow } from './changes.repository.ts'

export interface AnswerContents {
  text: string | null
  unable: requests.Unable | null
  comment: string | null
}

/** The text of the client's answer; null for none. */
export async function findAnswerText(trx: Db, { id }: RequestRow) {
  const answer = await trx
    .selectFrom('request_answer')
    .select('text')
    .where('request_id', '=', id)
    .where('author_type', '=', 'Client')
    .executeTakeFirst()
  return answer?.text ?? null
}

/** Replaces the client's earlier answer. Returns its id, or undefined when an answered request has the same answer already. */
export async function saveAnswer(
  trx: Db,
  { id, state }: RequestRow,
  author: ClientUser,
  { text, unable, comment }: AnswerContents,
  now: Date,
) {
  const { rows } = await sql<{ id: string }>`
    insert into request_answer (id, request_id, author_type, author_id, text, unable, comment, answered_at)
    values (${newId()}, ${id}, 'Client', ${author.personId}, ${text}, ${unable}, ${comment}, ${now.toISOString()})
    on conflict (request_id) where author_type = 'Client' do update
      set author_id = excluded.author_id, text = excluded.text, unable = excluded.unable, comment = excluded.comment, answered_at = excluded.answered_at
      where (request_answer.text, request_answer.unable, request_answer.comment)
        is distinct from (excluded.text, excluded.unable, excluded.comment) or ${state === 'open'}
    returning id`.execute(trx)
  return rows[0]?.id
}
