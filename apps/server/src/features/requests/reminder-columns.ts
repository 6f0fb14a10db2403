import { requests } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Side } from '../../platform/actors.ts'
import { instant } from '../../platform/sql/json.ts'
import { peopleOfClient } from '../access/people-of-client.ts'
import { isNotInBin } from '../access/reachable.ts'
import { isUninvited } from '../access/uninvited.ts'

/*
 * A reminder is sent at 9:00 in the client's time zone, on day 3, 7 and 14 of an open request. It waits until three
 * days after the client's last reaction, and is not sent after day 30. It goes to each person of the client who may answer; one whose
 * morning it is not gets it in their own next one.
 */

/** After an outage a reminder may be sent later than 9:00, but not in the evening or at night. */
const MORNING = { begins: sql.lit('09:00'), ends: sql.lit('12:00') }
/** Days of an open request, as `REMINDER_DAYS`. `firstReminderDay` sets the first in `remind_on`. */
const LAST_DAY = sql.lit(30)
const QUIET_DAYS = sql.lit(3)

/** The client `c` of a project `p` of the workspace `w`, with their `lead`, whose `person.time_zone` is the client's. */
export const peopleOf = sql`
  join client c on c.id = p.client_id join workspace w on w.id = p.workspace_id join freelancer lead on lead.id = c.lead_id,
  lateral (select coalesce(c.time_zone, w.time_zone) as time_zone) as person`

const localTime = (at: RawBuilder<unknown>) => sql`(${at} at time zone person.time_zone)`

/** The time of the last event of the client or a guest on the project, or of the client's last chat message. */
const lastReaction = sql`
  greatest(
    (select e.created_at from event e where e.scope_id = p.id and e.actor_type in ('client', 'guest') order by e.id desc limit 1),
    (select m.created_at from message m where m.client_id = p.client_id and m.by_client order by m.number desc limit 1)
  )`

/** The first day on which the client's last reaction is three days old at 9:00; null when they never reacted. */
const firstDayAfterReaction = sql`
  (select (${localTime(sql`reaction.at`)} + make_interval(days => ${QUIET_DAYS}) - interval '9 hours')::date + 1
   from (select ${lastReaction} as at) as reaction)`

/** Whether it is morning for the `person`. */
export const isMorning = (now: RawBuilder<unknown>) => sql`
  (${localTime(now)}::time >= ${MORNING.begins}::time and ${localTime(now)}::time < ${MORNING.ends}::time)`

/** Today, or tomorrow if the morning is over. */
const firstDayFromNow = (now: RawBuilder<unknown>) => sql`
  (${localTime(now)}::date + (${localTime(now)}::time >= ${MORNING.ends}::time)::int)`

/** The day of the next reminder of a request `r`. Null if that were after day 30. */
export const reminderDay = (now: RawBuilder<unknown>) => sql`
  (select day from (
    select greatest(r.remind_on, ${firstDayAfterReaction}, ${firstDayFromNow(now)}) as day
  ) as next where r.remind_on is not null and day <= ${localTime(sql`r.state_since`)}::date + ${LAST_DAY})`

/** Why a person of a client cannot get reminders; null when they can. */
const blockOf = (person: string) => sql`
  case when ${isUninvited(person)} then 'uninvited'
    when ${sql.ref(`${person}.email_refusal`)} is not null then 'address'
    when ${sql.ref(`${person}.work_mail`)} = 'never' then 'unsubscribed' end`

/** Whether a person is one of the client of a project `p` who can answer requests and be reminded of them. */
export const canBeReminded = (person: string) => sql`
  (${sql.ref(`${person}.id`)} in (${peopleOfClient(sql`p.client_id`)})
    and not ${sql.ref(`${person}.looks_only`)} and ${blockOf(person)} is null)`

const hasRecipient = sql`exists (select from client recipient where ${canBeReminded('recipient')})`

/** Why nobody of the client `c` of a project `p` gets reminders; null when somebody does. */
const blockedBy = sql`case when not ${hasRecipient} then ${blockOf('c')} end`

/** Whether there are reminders of a project `p`, for any person. */
export const isRemindedOf = sql`
  (p.reminders_on and p.status <> 'Completed' and p.archived_at is null and ${isNotInBin('p')})`

/** Whether anybody gets reminders of a project `p`. */
const getsReminders = sql`(${isRemindedOf} and ${hasRecipient})`

/** The next 9:00 of the `person`. */
export const nextMorning = (now: RawBuilder<unknown>) => sql`
  ((${localTime(now)}::date + (${localTime(now)}::time >= ${MORNING.begins}::time)::int + ${MORNING.begins}::time)
    at time zone person.time_zone)`

/** Whether the people of a project `p` have done nothing since they were reminded last. */
export const isQuietSince = sql`
  coalesce(${lastReaction} <= (select max(reminded_at) from request where project_id = p.id), true)`

/** Whether a request `r` is reminded of now. */
export const isReminderDue = (now: RawBuilder<unknown>) => sql`
  (${isMorning(now)} and ${getsReminders} and ${reminderDay(now)} = ${localTime(now)}::date)`

/** The day of the reminder after this one, or null. */
export const dayAfterNext = (now: RawBuilder<unknown>) => sql`
  (select min(${localTime(sql`r.state_since`)}::date + step) from unnest(${sql.lit(`{${requests.REMINDER_DAYS}}`)}::int[]) as step
   where ${localTime(sql`r.state_since`)}::date + step > ${localTime(now)}::date)`

/** The reminders of a project `p` as the contract shows them. */
export const remindersColumn = (side: Side, now: RawBuilder<unknown>) => sql`
  (select json_build_object(
    'on', p.reminders_on,
    'lastAt', (select ${instant('last.at')} from (
      select max(reminded_at) as at from request where project_id = p.id
    ) as last),
    'nextAt', (select ${instant('next.at')} from (
      select (min(${reminderDay(now)}) + ${MORNING.begins}::time) at time zone person.time_zone as at
      from request r where r.project_id = p.id and r.remind_on is not null and ${getsReminders}
    ) as next),
    'blockedBy', ${side === 'freelancer' ? blockedBy : sql`null`}
  ) from (select 1) as one ${peopleOf})`
