import type { Plan } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'

/** The sender and the freelancer's account. */
export interface Sender {
  name: string
  email: string
  /** Set for a client of that account. */
  clientId: string | null
  accountId: string
  accountName: string
  plan: Plan
}

export function findSender(db: Db, { side, personId }: Actor): Promise<Sender | undefined> {
  return side === 'freelancer' ? findFreelancer(db, personId) : findClient(db, personId)
}

function findFreelancer(db: Db, id: string) {
  return db
    .selectFrom('freelancer')
    .select(['name', 'email', 'id as accountId', 'name as accountName', 'plan'])
    .select(sql<null>`null`.as('clientId'))
    .where('id', '=', id)
    .executeTakeFirst()
}

function findClient(db: Db, id: string) {
  return db
    .selectFrom('client')
    .innerJoin('freelancer', 'freelancer.id', 'client.workspace_id')
    .select(['client.email', 'client.id as clientId'])
    .select(['freelancer.id as accountId', 'freelancer.name as accountName', 'freelancer.plan'])
    .select(sql<string>`client.first_name || ' ' || client.last_name`.as('name'))
    .where('client.id', '=', id)
    .executeTakeFirst()
}
