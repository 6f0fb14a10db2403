import type { clients } from '@portico/contract'
import { sql } from 'kysely'
import type { ClientUser, Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { storedEmailKey } from '../../platform/sql/email-keys.ts'
import { instant } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import {
  type Asker,
  forArchivedAndNot,
  isArchived,
  reachableClient,
  reachablePerson,
} from '../access/reachable.ts'
import { leadJson, membersJson } from './member-columns.ts'

const columns = [
  'id',
  'first_name as firstName',
  'last_name as lastName',
  'email',
  'company',
  'created_at as createdAt',
  'archived_at as archivedAt',
] as const

const listStatement = forArchivedAndNot((archived) =>
  statement<Asker & PageParams, Page<clients.Client[]>>(
    archived ? 'archived_clients' : 'clients',
    ($) =>
      pageOf(
        {
          columns: sql`id, first_name as "firstName", last_name as "lastName", email, company,
            ${instant('created_at')} as "createdAt", ${instant('archived_at')} as "archivedAt"`,
          from: sql`client where ${reachableClient('freelancer', $)} and ${isArchived(archived, 'client')}`,
          idColumn: 'client.id',
        },
        $,
      ),
    { sharesConnection: true },
  ),
)

export async function listClients(db: Db, actor: Freelancer, archived: boolean, page: PageParams) {
  const [found] = await listStatement(archived)(db, { ...actor, ...page })
  return found as Page<clients.Client[]>
}

export async function findClientDetail(
  db: Db,
  freelancer: Freelancer,
  id: string,
  now: Date,
): Promise<clients.ClientDetail | undefined> {
  const found = await selectReachable(db, freelancer)
    .select(columns)
    .select((eb) => {
      const links = eb.selectFrom('login_link').whereRef('client_id', '=', 'client.id')
      return [
        'last_seen_at as lastSeenAt',
        'unsent_invitation as unsentInvitation',
        'email_refusal as emailRefusal',
        membersJson(sql.ref('client.id'), sql.ref('client.lead_id')).as('members'),
        leadJson(sql.ref('client.lead_id')).as('lead'),
        eb
          .selectFrom('session')
          .whereRef('client_id', '=', 'client.id')
          .where('expires_at', '>', now.toISOString())
          .where('previewed_by', 'is', null)
          .select(sql<number>`count(*)::int`.as('count'))
          .as('sessionsAlive'),
        eb
          .selectFrom('event')
          .whereRef('scope_id', '=', 'client.id')
          .where('kind', '=', 'client_previewed')
          .orderBy('id', 'desc')
          .limit(1)
          .select('created_at')
          .as('lastPreviewedAt'),
        links.select((link) => link.fn.max('last_opened_at').as('at')).as('lastOpenedAt'),
        links
          .where('expires_at', '>', now.toISOString())
          .select(sql<number>`count(*)::int`.as('count'))
          .as('linksAlive'),
      ]
    })
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { lastSeenAt, lastOpenedAt, lastPreviewedAt, linksAlive, sessionsAlive, ...rest } = found
  const { unsentInvitation, emailRefusal, ...client } = rest
  return {
    ...client,
    access: {
      linksAlive: linksAlive ?? 0,
      sessionsAlive: sessionsAlive ?? 0,
      unsentInvitation,
      emailRefusal,
      lastOpenedAt,
      lastSeenAt,
      lastPreviewedAt,
    },
  }
}

/**
 * Locks the row until the transaction ends. For update, because a statement that makes a login link or a calendar's address reads
 * the client with a key share lock, and has to wait.
 */
export function lockClient(db: Db, freelancer: Freelancer, id: string) {
  return selectClientToLock(db, freelancer, id).forUpdate().executeTakeFirst()
}

/** The same without the lock, for a transaction that has locked one of their contacts. */
export function findClientOfContact(db: Db, freelancer: Freelancer, id: string) {
  return selectClientToLock(db, freelancer, id).executeTakeFirst()
}

/**
 * Not for update: a transaction that writes to one of their projects may read the client again, while the one that archives them
 * waits for that project.
 */
export function lockClientToArchive(db: Db, freelancer: Freelancer, id: string) {
  return selectClientToLock(db, freelancer, id).forNoKeyUpdate().executeTakeFirst()
}

/** The same as `lockClient` for a further contact. Their client cannot be archived before the transaction ends. */
export async function lockContact(db: Db, freelancer: Freelancer, id: string) {
  const contact = await selectPersonToLock(db, freelancer, id)
    .select(['contact_of as clientId', 'looks_only as looksOnly'])
    .where('contact_of', 'is not', null)
    .$narrowType<{ clientId: string }>()
    .forUpdate()
    .executeTakeFirst()
  return contact
}

/** The same for a client or a contact. */
export function lockPerson(db: Db, freelancer: Freelancer, id: string) {
  return selectPersonToLock(db, freelancer, id).forUpdate().executeTakeFirst()
}

const selectClientToLock = (db: Db, freelancer: Freelancer, id: string) =>
  selectPersonToLock(db, freelancer, id).where('contact_of', 'is', null)

const selectPersonToLock = (db: Db, freelancer: Freelancer, id: string) =>
  db
    .selectFrom('client')
    .where(reachablePerson(freelancer.side, freelancer))
    .select([
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'company',
      'archived_at as archivedAt',
      'unsent_invitation as unsentInvitation',
      'last_seen_at as lastSeenAt',
    ])
    .where('id', '=', id)

export function updateDetails(
  db: Db,
  id: string,
  change: Omit<clients.ClientChange, 'archived' | 'invite'> & Partial<Pick<NewRow, 'unsentInvitation'>>,
): Promise<clients.Client> {
  const { firstName, lastName, email, company, unsentInvitation } = change
  return db
    .updateTable('client')
    .set({
      first_name: firstName,
      last_name: lastName,
      email,
      ...(email !== undefined && {
        email_key: storedEmailKey(email),
        // A new address has not been refused.
        email_refusal: sql`case when lower(email) = lower(${email}) then email_refusal end`,
        has_former_email_links: sql<boolean>`has_former_email_links and lower(email) = lower(${email})`,
      }),
      company,
      unsent_invitation: unsentInvitation,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** In the order in which others lock several. The caller has locked the client. */
export async function lockProjectsOf(trx: Db, clientId: string) {
  await sql`select from project where client_id = ${clientId} order by id for no key update`.execute(trx)
}

export async function setArchivedAt(trx: Db, id: string, archivedAt: string | null): Promise<clients.Client> {
  await lockProjectsOf(trx, id)
  await trx.updateTable('client').set({ archived_at: archivedAt }).where('contact_of', '=', id).execute()
  return trx
    .updateTable('client')
    .set({ archived_at: archivedAt })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function findClient(db: Db, freelancer: Freelancer, id: string): Promise<clients.Client | undefined> {
  return selectReachable(db, freelancer).select(columns).where('id', '=', id).executeTakeFirst()
}

/** A client, or a contact of one. */
export function findPerson(db: Db, freelancer: Freelancer, id: string): Promise<clients.Client | undefined> {
  return db
    .selectFrom('client')
    .where(reachablePerson(freelancer.side, freelancer))
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
}

function selectReachable(db: Db, freelancer: Freelancer) {
  return db.selectFrom('client').where(reachableClient(freelancer.side, freelancer))
}

/** Counts the clients of the account that take a place of its plan. */
export async function countClients(db: Db, { workspaceId }: Freelancer) {
  const { count } = await db
    .selectFrom('client')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('contact_of', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type NewRow = Pick<clients.Client, 'id' | 'firstName' | 'lastName' | 'email' | 'company'> & {
  unsentInvitation: clients.UnsentInvitation | null
  leadId: string
}

/**
 * Inserts their conversation too. The lead works with them, and so does who adds them and would not see them otherwise. Undefined when this freelancer has a
 * client with that address already.
 */
export async function insertClient(
  trx: Db,
  { workspaceId, personId, sees }: Freelancer,
  row: NewRow,
): Promise<clients.Client | undefined> {
  const client = await trx
    .insertInto('client')
    .values({
      id: row.id,
      workspace_id: workspaceId,
      lead_id: row.leadId,
      first_name: row.firstName,
      last_name: row.lastName,
      email: row.email,
      email_key: storedEmailKey(row.email),
      company: row.company,
      unsent_invitation: row.unsentInvitation,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (!client) return
  const owned = { client_id: row.id, workspace_id: workspaceId }
  await trx.insertInto('conversation').values(owned).execute()
  const assigned = new Set(sees === 'all' ? [row.leadId] : [row.leadId, personId])
  await trx
    .insertInto('client_member')
    .values([...assigned].map((id) => ({ ...owned, person_id: id })))
    .execute()
  return client
}

/**
 * Deletes the client with their links and sessions; false when there was none. Nobody reaches their projects and messages any
 * more, and a job deletes those (schema/functions/remove_project.sql).
 */
export async function deleteClient(db: Db, actor: Freelancer, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('client')
    .where('id', '=', id)
    .where(reachableClient(actor.side, actor))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function findFreelancerOf(db: Db, { personId }: ClientUser) {
  return db
    .selectFrom('client')
    .innerJoin('workspace', 'workspace.id', 'client.workspace_id')
    .innerJoin('freelancer', 'freelancer.id', 'client.lead_id')
    .select(['workspace.id', 'freelancer.name', 'freelancer.email', 'workspace.name as company'])
    .where('client.id', '=', personId)
    .executeTakeFirst()
}
