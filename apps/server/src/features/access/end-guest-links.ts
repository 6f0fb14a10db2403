import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'

/**
 * Ends the links that this client or contact gave to guests, not those of the freelancer or of a colleague, in the transaction that
 * ends their sessions.
 */
export async function endGuestLinksOfPerson({ db }: Pick<AppContext, 'db'>, personId: string) {
  await sql`
    delete from guest_link l using request r, client person
    where person.id = ${personId} and r.client_id = coalesce(person.contact_of, person.id) and r.id = l.request_id
      and l.made_by = 'client' and coalesce(l.maker_id, r.client_id) = person.id`.execute(db)
}

/** Ends the links of all projects, those in the bin included, that have not expired. Returns the client of each. */
export async function endAllGuestLinks(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { workspaceId }: Freelancer,
): Promise<{ clientId: string }[]> {
  const { rows } = await sql<{ clientId: string }>`
    delete from guest_link l using request r join project p on p.id = r.project_id
    where r.id = l.request_id and p.workspace_id = ${workspaceId} and l.expires_at > ${clock.now().toISOString()}
    returning p.client_id as "clientId"`.execute(db)
  return rows
}
