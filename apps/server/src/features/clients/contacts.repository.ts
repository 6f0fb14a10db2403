import type { contacts } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { storedEmailKey } from '../../platform/sql/email-keys.ts'
import { instant } from '../../platform/sql/json.ts'
import { reachableClient, reachablePerson } from '../access/reachable.ts'

const columns = (now: Date) => sql`
  c.id, c.contact_of as "clientId", c.first_name as "firstName", c.last_name as "lastName", c.email, c.looks_only as "looksOnly",
  ${instant('c.created_at')} as "createdAt",
  (select count(*)::int from login_link where client_id = c.id and expires_at > ${now}) as "linksAlive",
  c.unsent_invitation as "unsentInvitation", c.email_refusal as "emailRefusal", ${instant('c.last_seen_at')} as "lastSeenAt"`

/** Undefined when there is no such client. */
export async function findContacts(db: Db, freelancer: Freelancer, clientId: string, now: Date) {
  const { rows } = await sql<{ contacts: contacts.Contact[] }>`
    select coalesce((
      select json_agg(contact order by contact.id) from (
        select ${columns(now)} from client c where c.contact_of = client.id and ${reachablePerson('freelancer', freelancer, 'c')}
      ) as contact
    ), '[]') as contacts
    from client where id = ${clientId} and ${reachableClient('freelancer', freelancer)}`.execute(db)
  return rows[0]?.contacts
}

export async function findContact(db: Db, freelancer: Freelancer, id: string, now: Date) {
  const { rows } = await sql<contacts.Contact>`
    select ${columns(now)} from client c
    where c.id = ${id} and c.contact_of is not null and ${reachablePerson('freelancer', freelancer, 'c')}`.execute(
    db,
  )
  return rows[0]
}

/** How many people a client has besides itself. The caller has locked the client. */
export async function countContacts(db: Db, clientId: string) {
  const { count } = await db
    .selectFrom('client')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('contact_of', '=', clientId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewRow = Omit<contacts.Contact, 'createdAt' | 'linksAlive' | 'emailRefusal' | 'lastSeenAt'>

/** False when this freelancer has a client or contact with that address already. */
export async function insertContact(trx: Db, { workspaceId }: Freelancer, row: NewRow) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('client')
    .values({
      id: row.id,
      workspace_id: workspaceId,
      contact_of: row.clientId,
      lead_id: sql<string>`(select lead_id from client where id = ${row.clientId})`,
      first_name: row.firstName,
      last_name: row.lastName,
      email: row.email,
      email_key: storedEmailKey(row.email),
      looks_only: row.looksOnly,
      unsent_invitation: row.unsentInvitation,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Every process reads the sessions of this person again. */
export async function setLooksOnly(trx: Db, id: string, looksOnly: boolean) {
  await trx.updateTable('client').set({ looks_only: looksOnly }).where('id', '=', id).execute()
  await sql`select pg_notify('session_changed', id::text) from session where client_id = ${id}`.execute(trx)
}

/** Their name stays, at what they wrote. */
export async function markRemoved(trx: Db, id: string, now: Date) {
  await trx
    .updateTable('client')
    .set({
      removed_at: now.toISOString(),
      email: '',
      email_key: null,
      email_before: null,
      email_changed_at: null,
      email_refusal: null,
      unsent_invitation: null,
      time_zone: null,
    })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('unread').where('person_id', '=', id).execute()
  await trx.deleteFrom('deadline_reminder').where('person_id', '=', id).execute()
  await trx.deleteFrom('conversation_reader').where('person_id', '=', id).execute()
}
