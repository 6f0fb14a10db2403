import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../platform/sql/json.ts'
import { isNotInBin } from '../access/reachable.ts'
import { isUsable, worksUntil } from '../access/usable-link.ts'

/** The person who made a link `l` of a request `r` on a project `p`. */
export const makerIdOf = sql`
  coalesce(l.maker_id, case l.made_by when 'client' then p.client_id else p.workspace_id end)`

/** A link `l` of a request `r` on a project `p` as the contract shows it. */
export const linkColumns = sql`
  l.id, l.note, l.mailed_to as "mailedTo", l.made_by as "madeBy", l.maker, ${makerIdOf} as "makerId",
  ${instant('l.created_at')} as "createdAt", ${instant('l.expires_at')} as "expiresAt", ${worksUntil(sql`p.time_zone`)} as "worksUntil",
  l.uses, ${instant('l.last_used_at')} as "lastUsedAt"`

/** Whether a link `l` of a request `r` on a project `p` works. The only place that decides it. */
export const isWorking = (now: RawBuilder<unknown>) => sql<boolean>`
  (${isUsable(now)} and ${isNotInBin('p')} and p.archived_at is null)`
