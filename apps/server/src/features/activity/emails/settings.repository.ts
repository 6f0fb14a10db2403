import type { activity } from '@portico/contract'
import { sql } from 'kysely'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { makeEmailDue } from '../../events/waiting-emails.ts'
import { deleteSubscriptionsOf } from '../push/subscriptions.repository.ts'
import { lockPerson } from './due.repository.ts'
import { timeZoneOf } from './time-zone.ts'
import { skipUnmailedEvents, skipUnmailedMessages } from './unmailed.repository.ts'

/** Undefined when there is no such person any more. */
export async function findSettings(db: Db, { side, personId }: Person) {
  const { rows } = await sql<activity.Settings>`
    select person.work_mail as work, person.message_mail as messages, person.push, ${timeZoneOf(side)} as "timeZone"
    from ${sql.table(side)} as person where id = ${personId}`.execute(db)
  return rows[0]
}

/** The person's address, and whether emails of earlier versions went to it, too. */
export async function findAddress(db: Db, { side, personId }: Person) {
  return db
    .selectFrom(side)
    .select(['email', 'has_former_email_links as hasFormerLinks'])
    .where('id', '=', personId)
    .executeTakeFirst()
}

/**
 * Events that happened while emails were off are not emailed later. Waiting emails are planned again, because their
 * time may have changed. The person is locked before their unread rows, as when they are archived or deleted.
 */
export async function updateSettings(db: Db, person: Person, change: activity.SettingsChange, now: Date) {
  const { work, messages, push, timeZone } = change
  await lockPerson(db, person)
  const before = await findSettings(db, person)
  if (!before) return
  if (before.work === 'never' && work !== undefined) await skipUnmailedEvents(db, person)
  if (push === false) await deleteSubscriptionsOf(db, person)
  if (before.messages === 'never' && messages !== undefined) await skipUnmailedMessages(db, person)
  await db
    .updateTable(person.side)
    .set({
      ...(work && { work_mail: work }),
      ...(messages && { message_mail: messages }),
      ...(push !== undefined && { push }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
    })
    .where('id', '=', person.personId)
    .execute()
  await makeEmailDue(db, person, now)
}
