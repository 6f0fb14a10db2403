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

export function findSender(db: Db, { side, personId, workspaceId }: Actor): Promise<Sender | undefined> {
  return side === 'freelancer' ? findMember(db, personId, workspaceId) : findClient(db, personId)
}

function findMember(db: Db, id: string, workspaceId: string) {
  return db
    .selectFrom('member')
    .innerJoin('freelancer', 'freelancer.id', 'member.person_id')
    .innerJoin('workspace', 'workspace.id', 'member.workspace_id')
    .select(['freelancer.name', 'email', 'workspace.id as accountId', 'plan'])
    .select(sql<string>`coalesce(workspace.name, freelancer.name)`.as('accountName'))
    .select(sql<null>`null`.as('clientId'))
    .where('freelancer.id', '=', id)
    .where('workspace.id', '=', workspaceId)
    .executeTakeFirst()
}

function findClient(db: Db, id: string) {
  return db
    .selectFrom('client')
    .innerJoin('workspace', 'workspace.id', 'client.workspace_id')
    .innerJoin('freelancer', 'freelancer.id', 'client.lead_id')
    .select(['client.email', 'client.id as clientId'])
    .select(['workspace.id as accountId', 'freelancer.name as accountName', 'workspace.plan'])
    .select(sql<string>`client.first_name || ' ' || client.last_name`.as('name'))
    .where('client.id', '=', id)
    .executeTakeFirst()
}
