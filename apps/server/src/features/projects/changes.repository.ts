import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { statement } from '../../platform/sql/statement.ts'
import { reachableProject, writableClient } from '../access/reachable.ts'
import { insertBinItem } from '../bin/bin-item.ts'
import { recordEvent, recordEvents } from '../events/record.ts'
import { type Change, changeStatement, statusChanged } from './change-statement.ts'
import {
  daysWaited,
  isNotCompletedEarly,
  projectColumns,
  type Query,
  today,
  wasCompletedNow,
} from './project-columns.ts'

interface NewRow {
  id: string
  clientId: string
  title: string
  description: string
  status: projects.ProjectStatus
  dueDate: string | null
}

/** Locks the client's row, so that it can be neither deleted nor archived meanwhile, and the freelancer's time zone. */
const insertStatement = statement<Query & NewRow & { eventId: string }, { json: Json<projects.Project> }>(
  'insert_project',
  ($) => sql`
    with p as (
      insert into project (id, freelancer_id, client_id, time_zone, title, description, status, due_date, completed_on, turn_since)
      select ${$.id}, f.id, c.id, f.time_zone, ${$.title}, ${$.description}, ${$.status}, ${$.dueDate}::date,
        case when ${$.status} = 'Completed' then ${today($.now, 'f')} end, ${$.now}::timestamptz
      from client c join freelancer f on f.id = c.freelancer_id
      where c.id = ${$.clientId} and ${writableClient('freelancer', $.actorId, 'c')}
        and ${isNotCompletedEarly($.status, sql`${$.dueDate}::date`, today($.now, 'f'))}
      for share of c for key share of f
      returning *
    ), event as (${recordEvent({
      id: $.eventId,
      by: 'freelancer',
      kind: 'project_created',
      subject: { title: sql`p.title` },
      now: $.now,
      from: sql`p`,
    })})
    ${asJson(sql`select ${projectColumns($.now)} from p`)}`,
)

/** Undefined when the client cannot be reached or is archived, or the project would be completed before its due date. */
export async function insertProject(db: Db, { id: actorId }: Freelancer, now: Date, row: NewRow) {
  const [inserted] = await insertStatement(db, { actorId, now, eventId: newId(), ...row })
  return inserted?.json
}

/** Null fields stay as they are. */
export interface NewDetails {
  title: string | null
  description: string | null
  status: projects.ProjectStatus | null
}

/** Null leaves the status as it is. A project that is no longer completed gets back the due date that "Complete now" replaced. */
const setStatus = (status: RawBuilder<string | null>, today: RawBuilder<unknown>) => sql`
  status = coalesce(${status}, p.status),
  due_date = case when ${status} <> 'Completed' and ${wasCompletedNow} then p.agreed_due_date else p.due_date end,
  completed_on = case
    when coalesce(${status}, p.status) <> 'Completed' then null
    when p.status = 'Completed' then p.completed_on
    else ${today} end,
  agreed_due_date = case when ${status} <> 'Completed' then null else p.agreed_due_date end,
  status_before_completion = case when ${status} <> 'Completed' then null else p.status_before_completion end`

const updateStatement = changeStatement<Change & NewDetails & { titleEventId: string }>(
  'update_project',
  ($) => ({
    set: sql`title = coalesce(${$.title}, p.title), description = coalesce(${$.description}, p.description),
      ${setStatus($.status, today($.now, 'p'))}`,
    where: isNotCompletedEarly($.status, sql`p.due_date`, today($.now, 'p')),
    isChange: sql`((p.title, p.description, p.status)
      <> (coalesce(${$.title}, p.title), coalesce(${$.description}, p.description), coalesce(${$.status}, p.status)))`,
    record: recordEvents(statusChanged($), {
      id: $.titleEventId,
      by: 'freelancer',
      kind: 'project_changed',
      subject: { title: sql`p.title` },
      now: $.now,
      from: sql`p join before on (before.title, before.description) <> (p.title, p.description)`,
    }),
  }),
)

/** Undefined when there is no such project for this freelancer, it is archived, or it would be completed before its due date. */
export async function updateProject(
  db: Db,
  { id: actorId }: Freelancer,
  id: string,
  now: Date,
  details: NewDetails,
) {
  const ids = { eventId: newId(), titleEventId: newId() }
  const [changed] = await updateStatement(db, { actorId, id, now, ...ids, ...details })
  return changed
}

type DueDateChange = { dueDate: string | null; daysWaited: number | null }

/**
 * `daysWaited` moves the due date by days that the project waited for the client, at most by those since it was last
 * set. A negative number undoes such a move, at most by the days of that move, which can then be offered again.
 */
const setDueDateStatement = changeStatement<Change & DueDateChange>('set_due_date', ($) => ({
  set: sql`due_date = ${$.dueDate}::date, due_date_client_days = case
    when ${$.daysWaited}::int < 0 then p.due_date_client_days + ${$.daysWaited}::int
    else ${daysWaited('client', $.now)} end`,
  where: sql`${isNotCompletedEarly(sql`p.status`, sql`${$.dueDate}::date`, today($.now, 'p'))} and (
    ${$.daysWaited}::int is null or p.due_date + ${$.daysWaited}::int = ${$.dueDate}::date
      and ${$.daysWaited}::int between - p.due_date_client_days
        and ${daysWaited('client', $.now)} - p.due_date_client_days)`,
  isChange: sql`(p.due_date is distinct from ${$.dueDate}::date)`,
  record: recordEvent({
    id: $.eventId,
    by: 'freelancer',
    kind: 'due_date_changed',
    subject: { from: sql`before.due_date`, to: sql`p.due_date`, daysWaited: sql`${$.daysWaited}::int` },
    now: $.now,
    from: sql`p join before on before.due_date is distinct from p.due_date`,
  }),
}))

/** Undefined when there is no such project, it is archived, or a completed one would be due in the future. */
export async function setDueDate(
  db: Db,
  { id: actorId }: Freelancer,
  id: string,
  now: Date,
  { dueDate, daysWaited }: projects.DueDateChange,
) {
  const [changed] = await setDueDateStatement(db, {
    actorId,
    id,
    now,
    eventId: newId(),
    dueDate,
    daysWaited: daysWaited ?? null,
  })
  return changed
}

/** Puts the project into the bin and returns its client; undefined when there is no such project for this freelancer. */
export async function binProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const { rows } = await sql<{ clientId: string }>`
    with p as (
      update project p set in_bin = true where id = ${id} and ${reachableProject('freelancer', actorId, 'p')}
      returning p.id as project_id, null::uuid as file_id, freelancer_id, client_id
    ), item as (${insertBinItem(newId(), sql`p`, 'Freelancer', now)})
    select client_id as "clientId" from p`.execute(db)
  return rows[0]
}
