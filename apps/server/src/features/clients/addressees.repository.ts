import { sql } from 'kysely'
import { jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey, emailKeyColumn } from '../../platform/sql/email-keys.ts'

/** The clients of all freelancers with this address, the most recently seen first. */
export function findClientsByEmail(db: Db, email: string) {
  return db
    .selectFrom('client')
    .select(['id', 'workspace_id as workspaceId'])
    .where(emailKeyColumn, '=', emailKey(email))
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .orderBy('id')
    .execute()
}

/** Undefined also for a client who gets no emails yet, although they ask: anybody can type their address. */
export function findClientToMail(db: Db, id: string) {
  return db
    .selectFrom('client')
    .select(['id', 'email'])
    .where('id', '=', id)
    .where('unsent_invitation', 'is distinct from', 'never')
    .executeTakeFirst()
}

export type Addressee = Omit<
  NonNullable<Awaited<ReturnType<typeof findAddressee>>>,
  'archivedAt' | 'unsentInvitation'
>

/** On projects that are not archived. */
export async function hasProject(db: Db, clientId: string) {
  const found = await db
    .selectFrom('project')
    .select('id')
    .where('client_id', '=', clientId)
    .where('in_bin', '=', false)
    .where('archived_at', 'is', null)
    .limit(1)
    .execute()
  return found.length > 0
}

/** Reads the data for an email to this client. */
export function findAddressee(db: Db, clientId: string) {
  return db
    .selectFrom('client')
    .innerJoin('workspace', 'workspace.id', 'client.workspace_id')
    .innerJoin('freelancer', 'freelancer.id', 'client.lead_id')
    .select((eb) => [
      'client.first_name as firstName',
      'client.last_name as lastName',
      'client.email',
      'client.archived_at as archivedAt',
      'client.unsent_invitation as unsentInvitation',
      // Null for a contact who comes later, when there are several: their work does not begin with one of them.
      jsonObjectFrom(
        eb
          .selectFrom('project')
          .select([
            sql<string>`(array_agg(id order by id))[1]`.as('id'),
            sql<string>`(array_agg(title order by id))[1]`.as('title'),
          ])
          .whereRef('client_id', '=', sql`coalesce(client.contact_of, client.id)`)
          .where('in_bin', '=', false)
          .where('archived_at', 'is', null)
          .having(sql<boolean>`count(*) = 1 or count(*) > 1 and client.contact_of is null`),
      ).as('firstProject'),
      jsonBuildObject({
        name: eb.ref('freelancer.name'),
        email: eb.ref('freelancer.email'),
        company: eb.ref('workspace.name'),
        timeZone: eb.ref('workspace.time_zone'),
        plan: eb.ref('workspace.plan'),
      }).as('freelancer'),
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirst()
}
