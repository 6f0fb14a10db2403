import type { accounts } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey, emailKeyColumn, storedEmailKey } from '../../platform/sql/email-keys.ts'
import { hasFactor } from './factors/factors.repository.ts'

export interface NewRow {
  id: string
  name: string
  email: string
  passwordHash: string
  timeZone: string
}

/** False when the address is taken, in any form. */
export async function insertFreelancer(db: Db, { id, name, email, passwordHash, timeZone }: NewRow) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('freelancer')
    .values({
      id,
      name,
      email,
      email_key: storedEmailKey(email),
      password_hash: passwordHash,
      time_zone: timeZone,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function findFreelancerByEmail(db: Db, email: string) {
  return db
    .selectFrom('freelancer')
    .select(['id', 'name', 'email', 'password_hash as passwordHash', hasFactor.as('hasFactor')])
    .where(emailKeyColumn, '=', emailKey(email))
    .executeTakeFirst()
}

/** For emails to the account. */
export function findRecipient(db: Db, id: string) {
  return db
    .selectFrom('freelancer')
    .select(['id', 'name', 'email', 'email_confirmed_at as confirmedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Counts everything that would be deleted with the account, the bin included. */
export async function countContents(db: Db, freelancerId: string) {
  const { rows } = await sql<AccountContents>`
    select (select count(*) from client where workspace_id = freelancer.id and contact_of is null) as clients,
      (select count(*) from project where workspace_id = freelancer.id) as projects,
      (select count(*) from file join project on project.id = project_id
        where project.workspace_id = freelancer.id and file.state in ('staged', 'stored', 'binned')) as files
    from freelancer where freelancer.id = ${freelancerId}`.execute(db)
  return rows[0]
}

interface AccountContents {
  clients: string
  projects: string
  files: string
}

/**
 * Deletes clients, links and sessions too. Nobody reaches the projects and messages any more, and a job deletes those
 * (schema/functions/remove_project.sql).
 */
export function deleteFreelancer(db: Db, id: string) {
  return db.deleteFrom('freelancer').where('id', '=', id).execute()
}

const profile = [
  'id',
  'name',
  'email',
  'company',
  'time_zone as timeZone',
  sql<boolean>`email_confirmed_at is not null`.as('emailConfirmed'),
  sql<string | null>`(select since from mail_failure)`.as('emailsDelayedSince'),
  'email_refusal as emailRefusal',
] as const

export function findProfile(
  db: Db,
  { personId }: Pick<Freelancer, 'personId'>,
): Promise<accounts.Profile | undefined> {
  return db.selectFrom('freelancer').select(profile).where('id', '=', personId).executeTakeFirst()
}

/** The time zone is written to all projects too, so they are locked first, in the order in which others lock several. */
/** Undefined when the account was closed meanwhile. */
export function lockProfile(trx: Db, { personId }: Freelancer) {
  return trx
    .selectFrom('freelancer')
    .select(['name', 'company'])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateProfile(
  trx: Db,
  { personId, workspaceId }: Freelancer,
  { name, company, timeZone }: accounts.ProfileChange,
): Promise<accounts.Profile | undefined> {
  if (timeZone !== undefined) {
    await sql`select from freelancer where id = ${personId} for no key update`.execute(trx)
    await sql`select from project where workspace_id = ${workspaceId} order by id for no key update`.execute(
      trx,
    )
  }
  return trx
    .updateTable('freelancer')
    .set({ name, company, time_zone: timeZone })
    .where('id', '=', personId)
    .returning(profile)
    .executeTakeFirst()
}

/** Whether PostgreSQL knows this IANA name. It would accept POSIX rules too; the pattern excludes those. */
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
