import { sql } from 'kysely'
import type { Side } from '../../platform/actors.ts'

/** How many notifications a person has ever had from the scope of `u`. */
export const allNotifications = (side: Side) => sql`
  (select ${sql.ref(`${side}_notifications`)} from event where scope_id = u.scope_id order by number desc limit 1)`
