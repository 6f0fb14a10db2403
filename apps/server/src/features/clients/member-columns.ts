import type { clients } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'

const member = sql`json_build_object('id', f.id, 'name', f.name)`

/** The members who work with a client, the lead first. */
export const membersJson = (clientId: RawBuilder<unknown>, leadId: RawBuilder<unknown>) =>
  sql<clients.ClientMember[]>`(
    select json_agg(${member} order by f.id <> ${leadId}, f.name, f.id)
    from client_member m join freelancer f on f.id = m.person_id where m.client_id = ${clientId})`

export const leadJson = (leadId: RawBuilder<unknown>) =>
  sql<clients.ClientMember>`(select ${member} from freelancer f where f.id = ${leadId})`
