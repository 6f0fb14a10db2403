import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'

export interface NewRow {
  id: string
  name: string
  email: string
  passwordHash: string
  timeZone: string
}

/** False when the address is taken, in whatever case. */
export async function insertFreelancer(db: Db, { id, name, email, passwordHash, timeZone }: NewRow) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('freelancer')
    .values({ id, name, email, password_hash: passwordHash, time_zone: timeZone })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function findFreelancerByEmail(db: Db, email: string) {
  return db
    .selectFrom('freelancer')
    .select(['id', 'name', 'email', 'password_hash as passwordHash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** Whether PostgreSQL can tell the time in this zone. */
export async function isTimeZone(db: Db, name: string) {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}
