import { sql } from 'kysely'
import type { Person } from '../../platform/realtime/live.ts'

/** How many notifications a person has ever had from the scope of `u`. */
export const allNotifications = (role: Person['side']) => sql`
  (select ${sql.ref(`${role}_notifications`)} from event where scope_id = u.scope_id order by number desc limit 1)`
