import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import type { Parties } from '../access/parties.ts'
import { writableClient } from '../access/reachable.ts'
import { broughtBack } from '../events/consequences.ts'
import { daysWaited, wasCompletedNow } from './project-columns.ts'

export interface NewRow {
  id: string
  clientId: string
  title: string
  description: string
  status: projects.ProjectStatus
  dueDate: string | null
}

interface Owner extends Parties {
  timeZone: string
  today: string
}

/**
 * Locks the client's row, so that it can be neither deleted nor archived meanwhile, and the time zone of the workspace. Undefined when the
 * client cannot be reached or is archived.
 */
export async function lockOwners(trx: Db, actor: Freelancer, clientId: string, now: Date) {
  const { rows } = await sql<Owner>`
    select w.id as "workspaceId", c.id as "clientId", w.time_zone as "timeZone",
      (${now.toISOString()}::timestamptz at time zone w.time_zone)::date as today
    from client c join workspace w on w.id = c.workspace_id
    where c.id = ${clientId} and ${writableClient('freelancer', actor, 'c')} for share of c for key share of w`.execute(
    trx,
  )
  return rows[0]
}

export async function insertProject(
  trx: Db,
  { workspaceId, clientId, timeZone, today }: Owner,
  { id, title, description, status, dueDate }: NewRow,
  now: Date,
) {
  await trx
    .insertInto('project')
    .values({
      id,
      workspace_id: workspaceId,
      client_id: clientId,
      time_zone: timeZone,
      title,
      description,
      status,
      due_date: dueDate,
      completed_on: status === 'Completed' ? today : null,
      turn_since: now.toISOString(),
    })
    .execute()
}

const setTextStatement = statement<{ id: string; title: string; description: string }, never>(
  'set_project_text',
  ($) => sql`update project set title = ${$.title}, description = ${$.description} where id = ${$.id}`,
)

export async function setText(trx: Db, { id }: LockedProject, text: { title: string; description: string }) {
  await setTextStatement(trx, { id, ...text })
}

/** One statement for each, because every further column costs PostgreSQL time. */
const setStatusStatements = {
  stays: setStatusStatement('set_project_status', () => sql``),
  completes: setStatusStatement('complete_project', ($) => sql`, completed_on = ${$.today}::date`),
  /** Gets back the due date that "Complete now" replaced. */
  reopens: setStatusStatement(
    'reopen_project',
    () => sql`, due_date = case when ${wasCompletedNow} then p.agreed_due_date else p.due_date end,
      completed_on = null, agreed_due_date = null, status_before_completion = null`,
  ),
}

interface NewStatus {
  id: string
  status: projects.ProjectStatus
  today: string
}

function setStatusStatement(name: string, further: ($: Placeholders<NewStatus>) => RawBuilder<unknown>) {
  return statement<NewStatus, never>(
    name,
    ($) => sql`update project p set status = ${$.status}${further($)} where p.id = ${$.id}`,
  )
}

export async function setStatus(
  trx: Db,
  { id, today, ...before }: LockedProject,
  status: projects.ProjectStatus,
) {
  const [was, is] = [before.status, status].map((status) => status === 'Completed')
  await setStatusStatements[was === is ? 'stays' : is ? 'completes' : 'reopens'](trx, { id, today, status })
}

const NOT_COMPLETED = { completed_on: null, agreed_due_date: null, status_before_completion: null }

/** Sets the due date to today, and remembers the one that was agreed. */
export async function complete(trx: Db, project: LockedProject) {
  await update(trx, project, {
    status: 'Completed',
    due_date: project.today,
    completed_on: project.today,
    agreed_due_date: project.dueDate,
    status_before_completion: project.status,
  })
}

/** The status before “Complete now”; undefined when the status or the due date has changed since then. */
export async function findStatusBeforeCompletion(trx: Db, { id }: LockedProject) {
  const { rows } = await sql<{ status: projects.ProjectStatus }>`
    select p.status_before_completion as status from project p where p.id = ${id} and ${wasCompletedNow}`.execute(
    trx,
  )
  return rows[0]?.status
}

export async function undoComplete(trx: Db, project: LockedProject, status: projects.ProjectStatus) {
  await update(trx, project, {
    status,
    due_date: sql`p.agreed_due_date`,
    ...NOT_COMPLETED,
  })
}

/** From then on the days are counted that can be added to the new due date. */
const setDueDateStatement = statement<{ id: string; dueDate: string | null; now: Date }, never>(
  'set_due_date',
  ($) => sql`
    update project p set due_date = ${$.dueDate}::date, due_date_client_days = ${daysWaited('client', sql`${$.now}::timestamptz`)}
    where p.id = ${$.id}`,
)

export async function setDueDate(trx: Db, { id }: LockedProject, dueDate: string | null, now: Date) {
  await setDueDateStatement(trx, { id, dueDate, now })
}

/**
 * Moves the due date by days that the project waited for the client, at most by those since it was last set. A negative number undoes
 * such a move, at most by the days of that move, which can then be offered again. False when that is not the given day.
 */
export async function moveDueDate(
  trx: Db,
  { id }: LockedProject,
  { dueDate, days }: { dueDate: string | null; days: number },
  now: Date,
) {
  const { numAffectedRows = 0n } = await sql`
    update project p set due_date = ${dueDate}::date,
      due_date_client_days = ${days < 0 ? sql`p.due_date_client_days + ${days}::int` : clientDays(now)}
    where p.id = ${id} and p.due_date + ${days}::int = ${dueDate}::date
      and ${days}::int between - p.due_date_client_days and ${clientDays(now)} - p.due_date_client_days`.execute(
    trx,
  )
  return numAffectedRows > 0n
}

const clientDays = (now: Date) => daysWaited('client', sql`${now.toISOString()}::timestamptz`)

export async function archive(trx: Db, project: LockedProject, now: Date) {
  await update(trx, project, { archived_at: sql`coalesce(p.archived_at, ${now.toISOString()})` })
}

/** Locks the client of a project, as archiving them does. False when they are archived, or there is no such project. */
export async function lockActiveClient(trx: Db, actor: Freelancer, projectId: string) {
  const { rows } = await sql`
    select id from client
    where id = (select client_id from project where id = ${projectId}) and ${writableClient('freelancer', actor)}
    for share`.execute(trx)
  return rows.length > 0
}

export async function bringBack(trx: Db, project: LockedProject, now: Date) {
  await update(trx, project, broughtBack(now))
}

export async function setInBin(trx: Db, project: LockedProject) {
  await update(trx, project, { in_bin: true })
}

type Column = string | boolean | null | RawBuilder<unknown>

/** Sets columns of the project `p`. */
async function update(trx: Db, { id }: LockedProject, columns: Record<string, Column>) {
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update project p set ${sql.join(set)} where p.id = ${id}`.execute(trx)
}
