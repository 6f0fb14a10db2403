import type { Db } from '../../platform/sql/database.ts'

/** A client has at most one waiting invitation. */
export async function markInvitationWaiting(db: Db, clientId: string) {
  await db.updateTable('client').set({ invitation_waits: true }).where('id', '=', clientId).execute()
}

/** Returns the clients whose invitation waits, and clears the mark. Archived clients are not invited. */
export function takeWaitingInvitations(db: Db, freelancerId: string) {
  return db
    .updateTable('client')
    .set({ invitation_waits: false })
    .where('freelancer_id', '=', freelancerId)
    .where('invitation_waits', '=', true)
    .where('archived_at', 'is', null)
    .returning(['id', 'email'])
    .execute()
}
