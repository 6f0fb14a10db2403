import { chat } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { isNotInBin } from '../access/reachable.ts'

/** `chatPlans` is from `access/plan-limits.ts`. */
export const isPlanWithChat = (plan: RawBuilder<unknown>, chatPlans: RawBuilder<string>) => sql<boolean>`
  ${plan} = any (${chatPlans})`

// In both, a subquery with a limit stays a lookup by key. For `exists` or a join the planner may read the whole table.

export const planHasChat = (workspaceId: RawBuilder<string>, chatPlans: RawBuilder<string>) =>
  sql<boolean>`(${isPlanWithChat(sql`(select plan from workspace where id = ${workspaceId} limit 1)`, chatPlans)})`

/** Whether a client has an ongoing project, which is neither completed nor archived, or no project yet. */
export const hasOngoingOrNoProject = (clientId: RawBuilder<string>) => sql<boolean>`
  coalesce((select true from project where client_id = ${clientId} and ${isNotInBin('project')} and status <> 'Completed' and archived_at is null limit 1),
    not (select true from project where client_id = ${clientId} and ${isNotInBin('project')} limit 1), true)`

// In hours: the length of a day depends on the time zone of the database session.
const answerTime = sql`interval '${sql.raw(String(chat.ANSWER_DAYS * 24))} hours'`

/** Until when the client may answer the last message of the freelancer in a conversation `c`. */
export const answerableUntil = sql<string>`(c.freelancer_wrote_at + ${answerTime})`

/** Whether the freelancer has written recently in a conversation `c`. */
export const isAnswerable = (now: RawBuilder<Date>) => sql<boolean>`
  coalesce(c.freelancer_wrote_at > ${now}::timestamptz - ${answerTime}, false)`

/** Whether projects or the last message of the freelancer let the client of a conversation `c` write. */
export const clientMayWrite = (now: RawBuilder<Date>) => sql<boolean>`
  (${isAnswerable(now)} or ${hasOngoingOrNoProject(sql`c.client_id`)})`
