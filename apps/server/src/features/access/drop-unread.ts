import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

/** Of people who do not work with these clients any more. With what is unread go the emails and pushes that are due. */
export async function dropUnread(trx: Db, clientIds: string[], personIds: string[]) {
  const projects = sql`select id from project where client_id = any(${clientIds}::uuid[])`
  await sql`
    delete from unread where person_id = any(${personIds}::uuid[])
      and (scope_id = any(${clientIds}::uuid[]) or scope_id in (${projects}))`.execute(trx)
  await sql`
    delete from deadline_reminder
    where person_id = any(${personIds}::uuid[]) and project_id in (${projects})`.execute(trx)
  await sql`
    delete from conversation_reader
    where person_id = any(${personIds}::uuid[]) and client_id = any(${clientIds}::uuid[])`.execute(trx)
}
