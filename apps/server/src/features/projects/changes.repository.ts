import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { recordEvent, recordEvents } from '../activity/record.ts'
import { insertBinItem } from '../bin/bin-item.ts'
import { reachableProject, writableClient, writableProject } from '../clients/reachable.ts'
import {
  type ChangedProject,
  changedProject,
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

/** Locks the client's row, so that it can be neither deleted nor archived meanwhile. */
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
      for share of c
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

/** What is null stays as it is. */
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

type Change = Query & { id: string; eventId: string }

interface Update {
  set: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** Whether it makes a difference to the project. */
  isChange: RawBuilder<unknown>
  /** The part that records what has changed in the project `p`. `before` is the row as it was. */
  record: RawBuilder<unknown>
}

/** The event does this too, but after the project has been returned. */
const endOwnTurn = (now: RawBuilder<Date>, isChange: RawBuilder<unknown>) => sql`
  passed_to = case when ${isChange} then nullif(p.passed_to, 'freelancer') else p.passed_to end,
  feedback_waits = p.feedback_waits and not ${isChange}, turn_decided_at = ${now}`

/** Updates a project that this freelancer can change, and records it. */
const changeStatement = <Params extends Change>(name: string, build: ($: Placeholders<Params>) => Update) =>
  statement<Params, ChangedProject>(name, ($) => {
    const { set, where, isChange, record } = build($)
    return sql`
      with before as materialized (
        select id, title, description, status, due_date from project p
        where p.id = ${$.id} and ${writableProject('freelancer', $.actorId, 'p')} and ${where}
        for no key update
      ), p as (
        update project p set ${set}, ${endOwnTurn($.now, isChange)} from before where p.id = before.id returning p.*
      ), event as (${record})
      select ${changedProject($.now)} from p`
  })

const statusChanged = ($: Placeholders<Change>) =>
  ({
    id: $.eventId,
    by: 'freelancer',
    kind: 'status_changed',
    subject: { from: sql`before.status`, to: sql`p.status` },
    now: $.now,
    from: sql`p join before on before.status <> p.status`,
  }) as const

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
 * Moved by the days waited, there must be that many since it was last set. Taken back, they can be offered again, so there must
 * be that many before.
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

/** Undefined as above: the due date of a completed project does not move into the future. */
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

const completeStatement = changeStatement<Change>('complete_project', ($) => ({
  set: sql`status = 'Completed', due_date = ${today($.now, 'p')}, completed_on = ${today($.now, 'p')},
    agreed_due_date = p.due_date, status_before_completion = p.status`,
  where: sql`p.status <> 'Completed'`,
  isChange: sql`true`,
  record: recordEvent(statusChanged($)),
}))

/** Undefined when there is no such project for this freelancer, it is archived, or already completed. */
export async function completeProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const [changed] = await completeStatement(db, { actorId, id, now, eventId: newId() })
  return changed
}

const undoCompleteStatement = changeStatement<Change>('undo_complete_project', ($) => ({
  set: sql`status = p.status_before_completion, due_date = p.agreed_due_date, completed_on = null,
    agreed_due_date = null, status_before_completion = null`,
  where: wasCompletedNow,
  isChange: sql`true`,
  record: recordEvent(statusChanged($)),
}))

/** Undefined as above, or when its status or due date has changed since it was completed. */
export async function undoCompleteProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const [changed] = await undoCompleteStatement(db, { actorId, id, now, eventId: newId() })
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
