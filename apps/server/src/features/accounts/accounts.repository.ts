import type { accounts } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
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

const profile = ['id', 'name', 'email', 'company', 'time_zone as timeZone'] as const

export function findProfile(db: Db, { id }: Freelancer): Promise<accounts.Profile | undefined> {
  return db.selectFrom('freelancer').select(profile).where('id', '=', id).executeTakeFirst()
}

export function updateProfile(
  db: Db,
  { id }: Freelancer,
  { name, company, timeZone }: accounts.ProfileChange,
): Promise<accounts.Profile | undefined> {
  return db
    .updateTable('freelancer')
    .set({ name, company, time_zone: timeZone })
    .where('id', '=', id)
    .returning(profile)
    .executeTakeFirst()
}

/** Whether this is an IANA name in which PostgreSQL can tell the time. It would take POSIX rules too, so those are kept out. */
export async function isTimeZone(db: Db, name: string) {
  if (!/^[A-Za-z_]+(\/[\w+-]+)*$/.test(name)) return false
  try {
    await sql`select now() at time zone ${name}`.execute(db)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === INVALID_PARAMETER_VALUE) return false
    throw error
  }
}

const INVALID_PARAMETER_VALUE = '22023'
