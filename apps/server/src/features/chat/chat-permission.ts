import { PLANS, type Plan } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { isNotInBin } from '../clients/reachable.ts'

const plansWithChat = (Object.keys(PLANS) as Plan[]).filter((plan) => PLANS[plan].liveChat)

/** Whether a plan has chat. */
export const isPlanWithChat = (plan: RawBuilder<unknown>) => sql<boolean>`
  ${plan} = any (${sql.lit(`{${plansWithChat}}`)})`

// In both, a subquery with a limit stays a lookup by key. For `exists` or a join the planner may read the whole table.

/** Whether the plan of a freelancer has chat. */
export const planHasChat = (freelancerId: RawBuilder<string>) =>
  sql<boolean>`(${isPlanWithChat(sql`(select plan from freelancer where id = ${freelancerId} limit 1)`)})`

/** Whether a client has an ongoing project, which is neither completed nor archived, or no project yet. */
export const clientMayWrite = (clientId: RawBuilder<string>) => sql<boolean>`
  coalesce((select true from project where client_id = ${clientId} and ${isNotInBin('project')} and status <> 'Completed' and archived_at is null limit 1),
    not (select true from project where client_id = ${clientId} and ${isNotInBin('project')} limit 1), true)`
