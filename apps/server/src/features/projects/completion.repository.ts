import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { recordEvent } from '../events/record.ts'
import { type Change, changeStatement, statusChanged } from './change-statement.ts'
import { today, wasCompletedNow } from './project-columns.ts'

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

/** Undefined when there is no such project, it is archived, or its status or due date has changed since it was completed. */
export async function undoCompleteProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const [changed] = await undoCompleteStatement(db, { actorId, id, now, eventId: newId() })
  return changed
}
