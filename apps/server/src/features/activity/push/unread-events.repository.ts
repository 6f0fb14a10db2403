import type { activity } from '@portico/contract'
import { sql } from 'kysely'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { isNotifiedOfEvent } from '../../access/people-of-client.ts'
import { isNotInBin } from '../../access/reachable.ts'
import { unmailedKinds } from '../../events/event-kinds.ts'
import { countUnreadBeyond, isRead } from '../../events/unread.ts'
import { eventColumns } from '../activity.repository.ts'

const MAX_EVENTS = 200

export type UnreadEvent = activity.Event & {
  clientId: string
  clientName: string
  projectTitle: string | null
}

/**
 * Unread events of a project or client, newest first. Leaves out the same as emails: changed titles and descriptions,
 * archived and deleted things.
 */
export async function findUnreadEvents(db: Db, { side, personId }: Person, scopeId: string) {
  const { rows } = await sql<UnreadEvent>`
    select ${eventColumns({ side, personId })}, c.id as "clientId", c.first_name || ' ' || c.last_name as "clientName",
      p.title as "projectTitle"
    from unread u
    left join project p on p.id = u.scope_id
    join client c on c.id = coalesce(p.client_id, u.scope_id),
    lateral (
      select * from event where scope_id = u.scope_id and ${sql.ref(`for_${side}`)}
        and not ${isRead(sql.ref(`${side}_notifications`))}
      order by number desc limit least(${sql.lit(MAX_EVENTS)}, greatest(0, ${countUnreadBeyond(side)}))
    ) as e
    where u.scope_id = ${scopeId} and u.person_id = ${personId} and ${isNotifiedOfEvent({ side, personId }, 'e', 'c')}
      and (${isNotInBin('p')}) is not false and p.archived_at is null and c.archived_at is null
      and e.kind <> all(${sql.lit(`{${unmailedKinds}}`)}::text[])
    order by e.number desc`.execute(db)
  return rows
}
