import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'

/** Undefined when there is no such person any more. */
export function findMailPreference(db: Db, { role, id }: Person) {
  return db.selectFrom(role).select('chat_mail as enabled').where('id', '=', id).executeTakeFirst()
}

export function setMailPreference(db: Db, { role, id }: Person, enabled: boolean) {
  return db
    .updateTable(role)
    .set({ chat_mail: enabled })
    .where('id', '=', id)
    .returning('chat_mail as enabled')
    .executeTakeFirst()
}
