import { sql } from 'kysely'
import type { AppContext } from '../../platform/context.ts'
import type { Person } from '../../platform/realtime/live.ts'
import type { Db } from '../../platform/sql/database.ts'
import { findOwned } from '../access/memberships.ts'
import { allNotifications } from './unread.ts'

// When an email about what is unread is due. `features/activity/emails` writes and sends it.

/** Call it after the time zone of a freelancer has changed, which is that of the workspaces they own. */
export async function rescheduleEmails(ctx: AppContext, person: Person) {
  await makeEmailDue(ctx.db, person, ctx.clock.now())
  for (const workspaceId of await findOwned(ctx.db, person.personId))
    await rescheduleEmailsToClients(ctx, workspaceId)
}

/** Makes emails due that were refused or not tried, once the person has a working address. */
export async function sendWaitingNotifications({ db, clock }: AppContext, person: Person) {
  await makeEmailDue(db, person, clock.now())
}

/** Skips the creation of a project, when another email tells this person of the client about it. Later events are emailed. */
export async function skipEmailAboutNewProject({ db }: AppContext, person: Person, projectId: string) {
  const creation = await findCreation(db, projectId)
  if (creation) await markEventsMailed(db, person, projectId, creation.news)
}

/** Makes all of a person's waiting emails due, so that the next run plans them again. */
export async function makeEmailDue(db: Db, { side, personId }: Person, now: Date) {
  await sql`
    update unread set mail_due = ${now} where (scope_id, person_id) in (
      select scope_id, person_id from unread
      where person_id = ${personId} and reader = ${side} and mail_due > ${now} for no key update skip locked
    )`.execute(db)
  await sql`
    update deadline_reminder set mail_due = ${now}
    where person_id = ${personId} and reader = ${side} and mail_due > ${now}`.execute(db)
  await sql`
    update conversation_reader set mail_due = ${now} where (client_id, person_id) in (
      select client_id, person_id from conversation_reader
      where person_id = ${personId} and side = ${side} and mail_due > ${now} for no key update skip locked
    )`.execute(db)
}

/** Call it after a project was restored, because no emails about it were sent while it was in the bin. */
export async function rescheduleEmailsAbout({ db, clock }: AppContext, projectId: string) {
  const now = clock.now()
  await sql`
    update unread set mail_due = ${now} where (scope_id, person_id) in (
      select scope_id, person_id from unread where scope_id = ${projectId} for no key update skip locked
    )`.execute(db)
}

/** Call it after the time zone of a workspace has changed, because it decides when its clients' morning is. */
export async function rescheduleEmailsToClients({ db, clock }: AppContext, workspaceId: string) {
  const now = clock.now()
  await sql`
    update unread set mail_due = ${now} where (scope_id, person_id) in (
      select scope_id, person_id from unread
      where person_id in (select id from client where workspace_id = ${workspaceId}) and reader = 'client'
        and mail_due > ${now} for no key update skip locked
    )`.execute(db)
}

/**
 * The event that created a project, with the number of notifications that its client had from it by then. Undefined
 * for projects from before events were recorded.
 */
async function findCreation(db: Db, projectId: string) {
  const { rows } = await sql<{ news: number }>`
    select client_notifications as news from event where scope_id = ${projectId} and number = 1 and kind = 'project_created'`.execute(
    db,
  )
  return rows[0]
}

/**
 * Locks one row only, so that two calls cannot deadlock. The update is a second statement, so that it sees events
 * which were committed while the first one waited for the lock, and leaves them due.
 */
export async function markEventsMailed(db: Db, { side, personId }: Person, scopeId: string, upTo: number) {
  await sql`
    select from unread where scope_id = ${scopeId} and person_id = ${personId} for no key update`.execute(db)
  await sql`
    update unread u
    set mailed_notifications = greatest(mailed_notifications, ${upTo}), mail_due = case when ${allNotifications(side)} > ${upTo} then mail_due end
    where scope_id = ${scopeId} and person_id = ${personId}`.execute(db)
}
