import { clients } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey, emailKeyColumn } from '../../platform/sql/email-keys.ts'
import { instant } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { type Asker, reachablePerson } from '../access/reachable.ts'

/** What is older was seen in the meantime. */
const SHOWN_MS = clients.CHANGE_SHOWN_DAYS * 86_400_000

const shownSince = (now: Date) => new Date(now.getTime() - SHOWN_MS).toISOString()

/**
 * Remembers the address before the first change of a month, so that further changes do not hide it. One that is changed back counts as
 * never changed. The caller has changed the address.
 */
export async function recordAddressChange(trx: Db, id: string, { email }: { email: string }, now: Date) {
  const { before, key } = await trx
    .updateTable('client')
    .set({
      email_before: sql<string>`case when email_changed_at > ${shownSince(now)} then email_before else ${email} end`,
      email_changed_at: now.toISOString(),
    })
    .where('id', '=', id)
    .returning(['email_before as before', emailKeyColumn.as('key')])
    .executeTakeFirstOrThrow()
  if (before === null || emailKey(before) !== key) return
  await trx
    .updateTable('client')
    .set({ email_before: null, email_changed_at: null })
    .where('id', '=', id)
    .execute()
}

const listStatement = statement<Asker & { since: string } & PageParams, Page<clients.ChangedAddress[]>>(
  'changed_addresses',
  ($) =>
    pageOf(
      {
        columns: sql`id, first_name as "firstName", last_name as "lastName", email, email_before as "emailBefore",
          ${instant('email_changed_at')} as "emailChangedAt"`,
        from: sql`client where ${reachablePerson('freelancer', $)} and email_changed_at > ${$.since}::timestamptz`,
        idColumn: 'client.id',
      },
      $,
    ),
)

export async function listChangedAddresses(
  db: Db,
  freelancer: Asker,
  { now, ...page }: { now: Date } & PageParams,
) {
  const [found] = await listStatement(db, { ...freelancer, since: shownSince(now), ...page })
  return found as Page<clients.ChangedAddress[]>
}
