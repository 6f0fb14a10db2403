import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import { reachablePerson } from '../access/reachable.ts'

/** Finds archived clients too, because a preview only reads. Locks the client, because an event is recorded. */
export function selectClientToPreview(actor: Freelancer, id: string) {
  return sql<{ id: string; clientId: string; firstName: string; lastName: string; looksOnly: boolean }>`
    select id, coalesce(contact_of, id) as "clientId", first_name as "firstName", last_name as "lastName",
      looks_only as "looksOnly" from client
    where id = ${id} and ${reachablePerson(actor.side, actor)} for no key update`
}
