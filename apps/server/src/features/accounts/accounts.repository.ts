import type { accounts } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import { hasFactor } from '../../platform/http/has-factor.ts'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey, emailKeyColumn, storedEmailKey } from '../../platform/sql/email-keys.ts'
import { instant } from '../../platform/sql/json.ts'
import { findOwned } from '../access/memberships.ts'

export interface NewRow {
  id: string
  name: string
  email: string
  passwordHash: string
  timeZone: string
}

/** Inserts a person with a workspace of their own, which has their id. False when the address is taken, in any form. */
export async function insertFreelancer(db: Db, row: NewRow) {
  if (!(await insertPerson(db, row))) return false
  await insertOwnWorkspace(db, row)
  return true
}

/** The same without a workspace, for somebody who comes into that of others. */
export async function insertPerson(db: Db, { id, name, email, passwordHash, timeZone }: NewRow) {
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
  return Boolean(numInsertedOrUpdatedRows)
}

async function insertOwnWorkspace(db: Db, { id, timeZone }: Pick<NewRow, 'id' | 'timeZone'>) {
  const { rows } = await sql<{ id: string }>`
    insert into workspace (id, time_zone)
    select case when exists (select from workspace where id = ${id}) then ${newId()}::uuid else ${id}::uuid end, ${timeZone}
    returning id`.execute(db)
  const workspaceId = rows[0]?.id ?? id
  await db.insertInto('member').values({ workspace_id: workspaceId, person_id: id, role: 'owner' }).execute()
}

/** Gives a person whose last membership has ended an empty workspace of their own. Its id is theirs unless another has it. */
export async function giveOwnWorkspace(db: Db, personId: string) {
  const person = await db
    .selectFrom('freelancer')
    .select(['id', 'time_zone as timeZone'])
    .where('id', '=', personId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('member').where('person_id', '=', personId).select('role'))),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (person) await insertOwnWorkspace(db, person)
  return person !== undefined
}

export function findFreelancerByEmail(db: Db, email: string) {
  return db
    .selectFrom('freelancer')
    .select([
      'id',
      'name',
      'email',
      'password_hash as passwordHash',
      'suspended_at as suspendedAt',
      hasFactor(sql`freelancer.id`).as('hasFactor'),
    ])
    .where(emailKeyColumn, '=', emailKey(email))
    .executeTakeFirst()
}

/** For emails to the account. */
export function findRecipient(db: Db, id: string) {
  return db
    .selectFrom('freelancer')
    .select(['id', 'name', 'email', 'time_zone as timeZone', 'email_confirmed_at as confirmedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Counts everything that would be deleted with the workspaces that a person owns, the bin included. */
export async function countContents(db: Db, personId: string) {
  const { rows } = await sql<AccountContents>`
    with owned as (select workspace_id as id from member where person_id = ${personId} and role = 'owner')
    select (select count(*) from client where workspace_id in (table owned) and contact_of is null) as clients,
      (select count(*) from project where workspace_id in (table owned)) as projects,
      (select count(*) from file join project on project.id = project_id
        where project.workspace_id in (table owned) and file.state in ('staged', 'stored', 'binned')) as files`.execute(
    db,
  )
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
export async function deleteWorkspace(db: Db, id: string) {
  await db.deleteFrom('workspace').where('id', '=', id).execute()
}

export async function deleteFreelancer(db: Db, id: string) {
  await db
    .updateTable('email_undo')
    .set({ email: '', email_key: null })
    .where('freelancer_id', '=', id)
    .execute()
  await db.deleteFrom('freelancer').where('id', '=', id).execute()
}

/** Whether anybody but its owner works in one of these workspaces. */
export async function haveOtherMembers(db: Db, workspaceIds: string[]) {
  const other = await db
    .selectFrom('member')
    .select('person_id')
    .where('workspace_id', 'in', [...workspaceIds, NO_ID])
    .where('role', '<>', 'owner')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** So that the list is never empty. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The workspaces of others that this person works in, locked, with their owners. */
export async function lockMemberships(db: Db, personId: string) {
  const { rows } = await sql<{ workspaceId: string; ownerId: string }>`
    select w.id as "workspaceId", o.person_id as "ownerId"
    from member m join workspace w on w.id = m.workspace_id join member o on o.workspace_id = w.id and o.role = 'owner'
    where m.person_id = ${personId} and m.role <> 'owner' order by w.id for no key update of w`.execute(db)
  return rows
}

const profile = (now: Date) =>
  [
    'freelancer.id',
    'freelancer.name',
    'freelancer.email',
    'workspace.name as company',
    'freelancer.time_zone as timeZone',
    sql<boolean>`email_confirmed_at is not null`.as('emailConfirmed'),
    sql<string | null>`(select since from mail_failure)`.as('emailsDelayedSince'),
    'email_refusal as emailRefusal',
    sql<accounts.Profile['pendingEmail']>`(
      select json_build_object('email', change.email, 'expiresAt', ${instant('change.expires_at')})
      from email_change change where change.freelancer_id = freelancer.id and change.expires_at > ${now})`.as(
      'pendingEmail',
    ),
  ] as const

export function findProfile(
  db: Db,
  freelancer: Membership,
  now: Date,
): Promise<accounts.Profile | undefined> {
  return selectMember(db, freelancer).select(profile(now)).executeTakeFirst()
}

type Membership = Pick<Freelancer, 'personId' | 'workspaceId'>

function selectMember(db: Db, { personId, workspaceId }: Membership) {
  return db
    .selectFrom('member')
    .innerJoin('freelancer', 'freelancer.id', 'member.person_id')
    .innerJoin('workspace', 'workspace.id', 'member.workspace_id')
    .where('freelancer.id', '=', personId)
    .where('workspace.id', '=', workspaceId)
}

/** Undefined when the account was closed meanwhile. */
export function lockProfile(trx: Db, freelancer: Freelancer) {
  return selectMember(trx, freelancer)
    .select(['freelancer.name', 'workspace.name as company'])
    .forNoKeyUpdate(['freelancer', 'workspace'])
    .executeTakeFirst()
}

export async function updateProfile(
  trx: Db,
  freelancer: Freelancer,
  { name, company, timeZone }: accounts.ProfileChange,
  now: Date,
): Promise<accounts.Profile | undefined> {
  const { personId, workspaceId } = freelancer
  await trx.updateTable('freelancer').set({ name, time_zone: timeZone }).where('id', '=', personId).execute()
  await trx.updateTable('workspace').set({ name: company }).where('id', '=', workspaceId).execute()
  if (timeZone !== undefined)
    for (const id of await findOwned(trx, personId)) await setTimeZone(trx, id, timeZone)
  return findProfile(trx, freelancer, now)
}

/** It is written to all projects too, so they are locked first, in the order in which others lock several. */
export async function setTimeZone(trx: Db, workspaceId: string, timeZone: string) {
  await sql`select from workspace where id = ${workspaceId} for no key update`.execute(trx)
  await sql`select from project where workspace_id = ${workspaceId} order by id for no key update`.execute(
    trx,
  )
  await trx.updateTable('workspace').set({ time_zone: timeZone }).where('id', '=', workspaceId).execute()
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
