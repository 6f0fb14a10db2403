import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { reachableClient } from '../access/reachable.ts'
import { recordEvent } from '../events/record.ts'

/** Finds archived clients too, because a preview only reads. Locks the client, because an event is recorded. */
export function selectClientToPreview({ role, id: actorId }: Freelancer, id: string) {
  return sql<{ id: string; firstName: string; lastName: string }>`
    select id, first_name as "firstName", last_name as "lastName" from client
    where id = ${id} and ${reachableClient(role, actorId)} for no key update`
}

export async function recordPreview(db: Db, clientId: string, now: Date) {
  await recordEvent({
    id: newId(),
    by: 'freelancer',
    kind: 'client_previewed',
    subject: {},
    now: now.toISOString(),
    from: sql`(select null::uuid as id, id as client_id, freelancer_id from client where id = ${clientId}) as p`,
  }).execute(db)
}
