import type { projects } from '@portico/contract'
import { sql } from 'kysely'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { isNotifiedOf, membersOfClient, peopleOfClient } from '../../access/people-of-client.ts'
import { isNotInBin } from '../../access/reachable.ts'
import { nextMorning, timeZoneOf } from './time-zone.ts'
import { type ClientColumns, clientColumns } from './unmailed.repository.ts'

/**
 * Adds reminders of projects that are due tomorrow in the freelancer's time zone, once it is 8:00 in the reader's:
 * for the side whose turn it is, or both, and once for each due date. A due date or turn that was set after 8:00 gets
 * no reminder, because the email about its event names it.
 */
export async function addDeadlineReminders(db: Db, now: Date) {
  await sql`
    insert into deadline_reminder (project_id, reader, person_id, due_date, mail_due)
    select p.id, side.reader, side.person_id, p.due_date, ${now}::timestamptz
    from project p, lateral (
      select 'freelancer' as reader, id as person_id, ${timeZoneOf('freelancer')} as time_zone
      from freelancer person where id in (${membersOfClient(sql`p.client_id`)})
      union all
      select 'client', id, ${timeZoneOf('client')} from client person where id in (${peopleOfClient(sql`p.client_id`)})
    ) as side, lateral (
      select ${nextMorning(sql`((p.due_date - 1)::timestamp at time zone p.time_zone)`, sql`side.time_zone`)} as at
    ) as morning
    where p.overdue_at > ${now}::timestamptz + interval '23 hours' and p.overdue_at < ${now}::timestamptz + interval '49 hours'
      and ${isNotInBin('p')}
      and morning.at <= ${now} and ${now} < p.due_date::timestamp at time zone p.time_zone
      and coalesce(p.turn, side.reader) = side.reader and coalesce(p.turn_since, p.created_at) <= morning.at
      and not exists (
        select from event
        where scope_id = p.id and kind in ('project_created', 'due_date_changed') and created_at > morning.at
      )
    on conflict (project_id, person_id) do update set due_date = excluded.due_date, mail_due = excluded.mail_due
      where deadline_reminder.due_date <> excluded.due_date`.execute(db)
}

/** The reminders `r` that wait for an email and are still true, with their project `p`. */
const waitingReminders = ({ side, personId }: Person, now: Date) => sql`
  deadline_reminder r join project p on p.id = r.project_id
  where r.person_id = ${personId} and r.reader = ${sql.lit(side)} and r.mail_due is not null and r.due_date = p.due_date
    and p.overdue_at > ${now} and ${isNotInBin('p')} and coalesce(p.turn, r.reader) = r.reader
    and ${isNotifiedOf({ side, personId }, sql`p.client_id`)}`

export const firstReminderDue = (person: Person, now: Date) =>
  sql`(select min(r.mail_due) from ${waitingReminders(person, now)})`

export interface Deadline extends ClientColumns {
  projectId: string
  projectTitle: string
  turn: projects.Side | null
  dueDate: string
  /** 1 on the day before. */
  daysLeft: number
}

/** Sorted by due date. */
export async function findDeadlines(db: Db, person: Person, now: Date) {
  const { rows } = await sql<Deadline>`
    select p.id as "projectId", p.title as "projectTitle", p.turn, p.due_date as "dueDate", ${clientColumns},
      p.due_date - (${now}::timestamptz at time zone p.time_zone)::date as "daysLeft"
    from (select p.* from ${waitingReminders(person, now)}) as p
    join client c on c.id = p.client_id
    order by p.overdue_at, p.id`.execute(db)
  return rows
}

export async function markRemindersMailed(db: Db, { personId }: Person, deadlines: Deadline[]) {
  for (const { projectId, dueDate } of deadlines)
    await db
      .updateTable('deadline_reminder')
      .set({ mail_due: null })
      .where('project_id', '=', projectId)
      .where('person_id', '=', personId)
      .where('due_date', '=', dueDate)
      .execute()
}
