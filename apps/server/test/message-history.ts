import { sql } from 'kysely'
import type { AppContext } from '../src/platform/context.ts'
import type { TestClient } from './given.ts'

/** Inserts messages in turns, a minute apart and read by both sides. Uneven ones have up to thousands of characters. */
export async function insertHistory(
  { db }: AppContext,
  { id, freelancer }: TestClient,
  count: number,
  { areUneven = false } = {},
) {
  await sql`
    insert into message (client_id, sender_id, created_at, number, client_total, by_client, content, search_text)
    select ${id}::uuid, case when number % 2 = 0 then ${id}::uuid else ${freelancer.id}::uuid end,
      now() - (${count} - number) * interval '1 minute', number, number / 2, number % 2 = 0,
      text, search_text(text)
    from generate_series(1, ${count}::int) number, lateral (
      select 'message ' || number || repeat(' and so on', case when ${areUneven} then number * 7919 % 97 * 4 else 0 end)
    ) content (text)`.execute(db)
  await sql`
    update conversation set last_number = ${count}, client_total = ${count} / 2, last_at = now() where client_id = ${id}`.execute(
    db,
  )
  await sql`
    insert into conversation_reader (client_id, person_id, side, seen, read, mailed)
    values (${id}, ${id}, 'client', ${count}, ${count} / 2, ${count}),
      (${id}, ${freelancer.id}, 'freelancer', ${count}, ${count} / 2, ${count})`.execute(db)
}
