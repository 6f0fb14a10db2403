import type { Db } from '../../platform/db.ts'
import type { Person } from '../../platform/live.ts'

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
