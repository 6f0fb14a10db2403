import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'

/** Ends the links that the client gave to guests, not those of the freelancer, in the transaction that ends their sessions. */
export async function endGuestLinksOfClient({ db }: Pick<AppContext, 'db'>, clientId: string) {
  await sql`
    delete from guest_link l using request r
    where r.id = l.request_id and r.client_id = ${clientId} and l.made_by = 'client'`.execute(db)
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
