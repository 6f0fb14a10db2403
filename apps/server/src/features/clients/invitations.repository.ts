import type { Db } from '../../platform/db.ts'

/** One a client, however often it is asked for; it goes with the client. */
export async function markInvitationWaiting(db: Db, clientId: string) {
  await db.updateTable('client').set({ invitation_waits: true }).where('id', '=', clientId).execute()
}

/** The clients whose invitation waits, which then waits no more. */
export function takeWaitingInvitations(db: Db, freelancerId: string) {
  return db
    .updateTable('client')
    .set({ invitation_waits: false })
    .where('freelancer_id', '=', freelancerId)
    .where('invitation_waits', '=', true)
    .returning(['id', 'email'])
    .execute()
}
