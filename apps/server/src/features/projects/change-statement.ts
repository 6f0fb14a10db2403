import { type RawBuilder, sql } from 'kysely'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { writableProject } from '../access/reachable.ts'
import { type ChangedProject, changedProject, type Query } from './project-columns.ts'

export type Change = Query & { id: string; eventId: string }

interface Update {
  /** Columns to set, of the project `p`. */
  set: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** Whether the statement changes the project at all. */
  isChange: RawBuilder<unknown>
  /** The part that records the event. `p` is the changed project, `before` the row as it was. */
  record: RawBuilder<unknown>
}

/** The trigger of the event ends the turn as well, but only after the statement has returned the project. */
const endOwnTurn = (now: RawBuilder<Date>, isChange: RawBuilder<unknown>) => sql`
  passed_to = case when ${isChange} then nullif(p.passed_to, 'freelancer') else p.passed_to end,
  feedback_waits = p.feedback_waits and not ${isChange}, turn_decided_at = ${now}`

/** Updates a project that this freelancer can change, and records it. */
export const changeStatement = <Params extends Change>(
  name: string,
  build: ($: Placeholders<Params>) => Update,
) =>
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

/** The event of a changed status. */
export const statusChanged = ($: Placeholders<Change>) =>
  ({
    id: $.eventId,
    by: 'freelancer',
    kind: 'status_changed',
    subject: { from: sql`before.status`, to: sql`p.status` },
    now: $.now,
    from: sql`p join before on before.status <> p.status`,
  }) as const
