import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { broughtBack } from '../events/consequences.ts'

/**
 * Archives or brings back all projects and the conversation of a client, so that reads and writes look at their own rows only. A
 * project that had been archived before its client stays archived. The caller has locked the client and their projects.
 */
export async function archiveContents(trx: Db, clientId: string, archived: boolean, now: Date) {
  const projects = trx.updateTable('project').where('client_id', '=', clientId)
  if (archived)
    await projects
      .set({ archived_at: now.toISOString(), archived_with_client: true })
      .where('archived_at', 'is', null)
      .execute()
  else await projects.set(broughtBack(now)).where('archived_with_client', '=', true).execute()
  // Nobody is emailed about what was unread then.
  await sql`
    update unread set mail_due = null
    where scope_id in (select ${clientId}::uuid union all select id from project where client_id = ${clientId})
      and mail_due is not null`.execute(trx)
  await trx.updateTable('conversation').set({ archived }).where('client_id', '=', clientId).execute()
  await trx
    .updateTable('conversation_reader')
    .set({ mail_due: null })
    .where('client_id', '=', clientId)
    .execute()
}
