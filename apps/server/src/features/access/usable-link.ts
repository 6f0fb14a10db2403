import { guestLinks } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'

/** The day until which a link `l` of a freelancer in this time zone works, the same for everybody who reads it. */
export const worksUntil = (timeZone: RawBuilder<unknown>) => sql<string>`
  to_char(l.expires_at at time zone ${timeZone}, 'YYYY-MM-DD')`

/** Whether a link `l` of a request `r` works while its project is neither archived nor in the bin. */
export const isUsable = (now: RawBuilder<unknown>) => sql<boolean>`
  (l.expires_at > ${now} and l.uses < ${sql.lit(guestLinks.MAX_USES)} and r.state <> 'accepted')`
