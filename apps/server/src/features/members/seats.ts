import { type RawBuilder, sql } from 'kysely'

/** Whether an invitation `i` can be accepted. */
export const isOpen = (now: Date) =>
  sql<boolean>`(i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${now})`

/** Members and open invitations, but not that to this address. */
export const seatsTaken = (workspaceId: RawBuilder<unknown>, now: Date, exceptKey = '') => sql<number>`(
  (select count(*)::int from member where workspace_id = ${workspaceId})
  + (select count(*)::int from member_invitation i
    where i.workspace_id = ${workspaceId} and i.email_key <> ${exceptKey} and ${isOpen(now)})
)`
