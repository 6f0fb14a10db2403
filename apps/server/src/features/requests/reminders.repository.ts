import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { isOwnerConfirmed } from '../access/memberships.ts'
import type { Parties } from '../access/parties.ts'
import { peopleOfClient } from '../access/people-of-client.ts'
import {
  canBeReminded,
  dayAfterNext,
  isMorning,
  isQuietSince,
  isRemindedOf,
  isReminderDue,
  nextMorning,
  peopleOf,
} from './reminder-columns.ts'

interface Conditions {
  now: Date
  /** Only for freelancers who have confirmed their address. */
  needsConfirmation: boolean
}

const isDue = ({ now, needsConfirmation }: Conditions) => sql`
  (${isReminderDue(sql`${now.toISOString()}::timestamptz`)} and (not ${needsConfirmation} or ${isOwnerConfirmed(sql`p.workspace_id`)}))`

/**
 * The projects whose clients are reminded now. Yesterday, today and tomorrow in UTC include today in every time zone.
 */
export async function findProjectsToRemindOf(db: Db, conditions: Conditions) {
  const today = sql`(${conditions.now.toISOString()}::timestamptz at time zone 'UTC')::date`
  const { rows } = await sql<{ id: string }>`
    select distinct p.id from request r join project p on p.id = r.project_id ${peopleOf}
    where r.remind_on between ${today} - 31 and ${today} + 1 and ${isDue(conditions)}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface ProjectToRemindOf extends Parties {
  projectId: string
}

/**
 * Locks the project, so that only one process sends the reminder. A project that is locked already is left to the
 * next run. Undefined also when the client has answered or was reminded meanwhile.
 */
export async function lockProjectToRemindOf(trx: Db, projectId: string, conditions: Conditions) {
  const locked = await sql`
    select from project where id = ${projectId} for no key update skip locked`.execute(trx)
  if (locked.rows.length === 0) return
  const { rows } = await sql<ProjectToRemindOf>`
    select p.id as "projectId", p.workspace_id as "workspaceId", p.client_id as "clientId"
    from project p ${peopleOf}
    where p.id = ${projectId} and exists (select from request r where r.project_id = p.id and ${isDue(conditions)})`.execute(
    trx,
  )
  return rows[0]
}

export interface Recipient {
  personId: string
  email: string
  isMorning: boolean
  nextMorning: string
}

/** The people of the client who are reminded of the project, the client first. */
export async function findRecipients(trx: Db, projectId: string, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<Recipient>`
    select c.id as "personId", c.email, ${isMorning(at)} as "isMorning", ${nextMorning(at)} as "nextMorning"
    from project p ${personOf} where p.id = ${projectId} and ${canBeReminded('c')}
    order by c.contact_of nulls first, c.id`.execute(trx)
  return rows
}

/** One person `c` of the client of a project `p`, whose `person.time_zone` is theirs. */
const personOf = sql`
  join workspace w on w.id = p.workspace_id join client c on c.id in (${peopleOfClient(sql`p.client_id`)})
  join freelancer lead on lead.id = c.lead_id,
  lateral (select coalesce(c.time_zone, w.time_zone) as time_zone) as person`

/** Moves the requests that were due to the day of their next reminder. Returns all open requests in their order. */
export async function moveReminders(trx: Db, projectId: string, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string; title: string }>`
    with due as materialized (
      select r.id, ${isReminderDue(at)} as is_due, ${dayAfterNext(at)} as next
      from request r join project p on p.id = r.project_id ${peopleOf}
      where p.id = ${projectId} and r.state = 'open'
    ), moved as (
      update request r set reminded_at = ${at}, remind_on = case when due.is_due then due.next else r.remind_on end
      from due where due.id = r.id returning r.id, r.title, r.position
    )
    select id, title from moved order by position`.execute(trx)
  return rows
}

export interface ReminderAddressee {
  personId: string
  firstName: string
  lastName: string
  email: string
  project: { id: string; title: string }
  freelancer: { name: string; email: string; company: string | null }
  requests: {
    title: string
    dueDate: string | null
    reason: string | null
    since: string
    /** How many files were gathered and not sent. */
    unsent: number
  }[]
}

/**
 * The recipient of the email and the open requests, when it is written; without an id the client itself. Undefined when none is open,
 * they get no reminders any more, or somebody of the client has reacted meanwhile.
 */
export async function findReminderAddressee(db: Db, projectId: string, personId: string | undefined) {
  const { rows } = await sql<ReminderAddressee>`
    select c.id as "personId", c.first_name as "firstName", c.last_name as "lastName", c.email,
      json_build_object('id', p.id, 'title', p.title) as project,
      json_build_object('name', lead.name, 'email', lead.email, 'company', w.name) as freelancer,
      open.requests
    from project p ${personOf}, lateral (
      select json_agg(json_build_object('title', title, 'dueDate', due_date, 'reason', reason,
        'since', (state_since at time zone person.time_zone)::date,
        'unsent', (select count(*) from file f where f.project_id = p.id and f.request_id = request.id and f.state = 'staged')
        ) order by position) as requests
      from request where project_id = p.id and state = 'open'
    ) as open
    where p.id = ${projectId} and c.id = coalesce(${personId ?? null}::uuid, p.client_id) and ${canBeReminded('c')}
      and ${isRemindedOf} and ${isQuietSince} and open.requests is not null`.execute(db)
  return rows[0]
}
