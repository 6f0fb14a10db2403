import { guestLinks } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'

/** Whether a link `l` of a request `r` works while its project is neither archived nor in the bin. */
export const isUsable = (now: RawBuilder<unknown>) => sql<boolean>`
  (l.expires_at > ${now} and l.uses < ${sql.lit(guestLinks.MAX_USES)} and r.state <> 'accepted')`
