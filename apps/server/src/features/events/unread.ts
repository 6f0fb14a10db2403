import { type RawBuilder, sql } from 'kysely'
import type { Side } from '../../platform/actors.ts'

// Notifications are read in any order. A row `u` of `unread` has read those up to `read_notifications`, which is the last one
// before the first unread one, and beyond these the ranges of `read_beyond`.

/** How many notifications a person has ever had from the scope of `u`. */
export const allNotifications = (side: Side) => sql`
  (select ${sql.ref(`${side}_notifications`)} from event where scope_id = u.scope_id order by number desc limit 1)`

/** Whether an event with this number of notifications has been read. */
export const isRead = (news: RawBuilder<unknown>) => sql<boolean>`
  (${news} <= u.read_notifications or u.read_beyond @> ${news})`

/** How many notifications beyond a number are unread. No lower number than `read_notifications`. */
export const countUnreadBeyond = (side: Side, known: RawBuilder<unknown> = sql`u.read_notifications`) => sql`
  (${allNotifications(side)} - ${known} - (
    select coalesce(sum(upper(r) - lower(r)), 0)::int
    from unnest(u.read_beyond * int4multirange(int4range(${known} + 1, null))) as r))`
