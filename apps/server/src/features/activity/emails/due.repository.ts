import { activity } from '@portico/contract'
import { sql } from 'kysely'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { isUninvited } from '../../access/uninvited.ts'
import { firstReminderDue } from './deadlines.repository.ts'
import { nextMorning, timeZoneOf } from './time-zone.ts'
import { firstUnmailed } from './unmailed.repository.ts'

export async function findPeopleDue(db: Db, now: Date, most: number) {
  const limit = sql`limit ${sql.lit(most)}`
  const { rows } = await sql<Person>`
    (select reader as side, person_id as "personId" from unread where mail_due <= ${now} ${limit})
    union (select side, person_id from conversation_reader where mail_due <= ${now} ${limit})
    union (select reader, person_id from deadline_reminder where mail_due <= ${now} ${limit})
    ${limit}`.execute(db)
  return rows
}

export interface EmailPlan {
  name: string
  email: string
  timeZone: string
  /** Of a client; null for a member, who may read about several. */
  workspaceId: string | null
  freelancerConfirmedAt: string | null
  freelancerName: string
  freelancerEmail: string
  freelancerCompany: string | null
  /** The mail server refuses their address. */
  isRefused: boolean
  /** No email goes to them yet. */
  isUninvited: boolean
  work: activity.WorkMail
  /** When the last email was queued or sent. */
  notifiedAt: string | null
  /** The other side has reminded them by hand. Such an email does not wait for the end of an hour or a day. */
  isNudged: boolean
  /**
   * When an email about events, deadlines and messages is due. Null when there are none, or the person wants no such
   * email.
   */
  workDue: string | null
  /** The same about events that do not wait for the end of the hour; a daily email has none. */
  promptDue: string | null
  deadlinesDue: string | null
  messagesDue: string | null
}

export interface DueRows {
  scopeIds: string[]
  /** With a reminder of their due date. */
  projectIds: string[]
  /** With unread messages. */
  clientIds: string[]
}

/**
 * Locks the person, so that only one process queues an email to them, and then their due rows, so that new events
 * wait. Rows that others have locked stay due until the next minute. Undefined when the person was deleted or removed.
 */
export async function lockDue(db: Db, { side, personId }: Person, now: Date): Promise<DueRows | undefined> {
  if (!(await lockPerson(db, { side: side, personId: personId }))) return
  const { rows } = await sql<DueRows>`
    with scope as (
      select scope_id from unread
      where person_id = ${personId} and reader = ${side} and mail_due <= ${now} for no key update skip locked
    ), reminder as (
      select project_id from deadline_reminder
      where person_id = ${personId} and reader = ${side} and mail_due <= ${now} for no key update skip locked
    ), k as (
      select client_id from conversation_reader
      where person_id = ${personId} and side = ${side} and mail_due <= ${now} for no key update skip locked
    )
    select array(select scope_id from scope) as "scopeIds", array(select project_id from reminder) as "projectIds",
      array(select client_id from k) as "clientIds"`.execute(db)
  return rows[0]
}

/** False when they were deleted or removed. */
export async function lockPerson(db: Db, { side, personId }: Person) {
  const isThere = side === 'client' ? sql`removed_at is null` : sql`true`
  const { rows } = await sql`
    select from ${sql.table(side)} where id = ${personId} and ${isThere} for no key update`.execute(db)
  return rows.length > 0
}

/** For somebody who was removed while what was new was being stored for them. */
export async function deleteUnread(db: Db, { personId }: Person) {
  await db.deleteFrom('unread').where('person_id', '=', personId).execute()
  await db.deleteFrom('deadline_reminder').where('person_id', '=', personId).execute()
  await db.deleteFrom('conversation_reader').where('person_id', '=', personId).execute()
}

export async function findEmailPlan(db: Db, person: Person, now: Date) {
  const first = firstUnmailed(person)
  const { rows } = await sql<EmailPlan>`
    select reader.*, event."isNudge" as "isNudged",
      case work when 'soon' then event.at + ${DELAY} when 'daily' then ${nextMorning(sql`event.at`, sql`"timeZone"`)} end as "workDue",
      case work when 'soon' then event."promptAt" + ${DELAY} end as "promptDue",
      case when work <> 'never' then ${firstReminderDue(person, now)} end as "deadlinesDue",
      case messages when 'soon' then ${first.message} + ${DELAY} end as "messagesDue"
    from (
      select ${nameOf[person.side]} as name, person.email, ${timeZoneOf(person.side)} as "timeZone",
        workspace.id as "workspaceId", freelancer.email_confirmed_at as "freelancerConfirmedAt",
        freelancer.name as "freelancerName", freelancer.email as "freelancerEmail", workspace.name as "freelancerCompany",
        person.email_refusal is not null as "isRefused",
        ${person.side === 'client' ? isUninvited('person') : sql.lit(false)} as "isUninvited", person.notified_at as "notifiedAt", person.work_mail as work, person.message_mail as messages
      from ${sql.table(person.side)} as person
      join freelancer on freelancer.id = person.${sql.ref(person.side === 'client' ? 'lead_id' : 'id')}
      left join workspace on workspace.id = ${person.side === 'client' ? sql`person.workspace_id` : sql`null`}
      where person.id = ${person.personId}
    ) as reader, ${first.event} as event`.execute(db)
  return rows[0]
}

const nameOf = {
  freelancer: sql`person.name`,
  client: sql`person.first_name || ' ' || person.last_name`,
}

const DELAY = sql`make_interval(secs => ${sql.lit(activity.EMAIL_DELAY_SECONDS)})`

/** The person's next email begins a window in which they get no other. */
export async function setNotifiedAt(db: Db, { side, personId }: Person, at: Date | null) {
  await db
    .updateTable(side)
    .set({ notified_at: at?.toISOString() ?? null })
    .where('id', '=', personId)
    .execute()
}

/** With null, no email about it will be sent. */
export async function postpone(
  db: Db,
  { personId }: Person,
  { scopeIds, projectIds, clientIds }: DueRows,
  until: Date | null,
) {
  await sql`
    with scope as (
      update unread set mail_due = ${until} where scope_id = any(${scopeIds}) and person_id = ${personId}
    ), reminder as (
      update deadline_reminder set mail_due = ${until} where project_id = any(${projectIds}) and person_id = ${personId}
    )
    update conversation_reader set mail_due = ${until}
    where client_id = any(${clientIds}) and person_id = ${personId}`.execute(db)
}
