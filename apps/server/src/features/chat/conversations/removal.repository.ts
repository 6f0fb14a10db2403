import { sql } from 'kysely'
import type { Db } from '../../../platform/sql/database.ts'

export async function findRemovedConversations(db: Db, limit: number) {
  const { rows } = await sql<{ clientId: string }>`
    select client_id as "clientId" from conversation where workspace_id is null limit ${limit}`.execute(db)
  return rows.map(({ clientId }) => clientId)
}

/** Returns how many were deleted. */
export async function deleteMessages(db: Db, clientId: string, limit: number) {
  const { numAffectedRows = 0n } = await sql`
    delete from message where client_id = ${clientId} and number in (
      select number from message where client_id = ${clientId} limit ${limit} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}

export async function deleteConversation(db: Db, clientId: string) {
  await sql`delete from conversation where client_id = ${clientId} and workspace_id is null`.execute(db)
}
