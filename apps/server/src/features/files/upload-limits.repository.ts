import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { reachableProject } from '../clients/reachable.ts'
import { hasBytes } from './file-state.ts'
import { type Uploader, uploaderTypeOf } from './uploader-type.ts'

const accountOf = ({ role, id }: Actor) =>
  role === 'freelancer' ? sql`${id}::uuid` : sql`(select freelancer_id from client where id = ${id})`

/** The same lock under which clients are counted. It lets inserts of referencing rows through. */
export async function lockAccount(trx: Db, actor: Actor) {
  await sql`select id from freelancer where id = ${accountOf(actor)} for no key update`.execute(trx)
}

/** Bytes of all files of the account, those in the bin included. */
export async function findStorageUsed(db: Db, actor: Actor) {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(f.size), 0)::float8 as used
    from project p join file f on f.project_id = p.id
    where p.freelancer_id = ${accountOf(actor)} and ${hasBytes('f')}`.execute(db)
  return rows[0]?.used ?? 0
}

/**
 * The number of unfinished uploads of a person or guest link, and the total size of all unfinished uploads to the
 * account.
 */
export async function countReceiving(db: Db, actor: Uploader, now: Date) {
  const isOfLink = actor.linkId ? sql`f.link_id = ${actor.linkId}` : sql`true`
  const { rows } = await sql<{ count: number; reserved: number }>`
    select count(*) filter (where ${reachableProject(actor.role, actor.id, 'p')} and f.uploader_type = ${uploaderTypeOf(actor)}
        and ${isOfLink})::int as count,
      coalesce(sum(f.size), 0)::float8 as reserved
    from project p join file f on f.project_id = p.id
    where p.freelancer_id = ${accountOf(actor)} and f.state = 'receiving' and f.expires_at > ${now.toISOString()}`.execute(
    db,
  )
  return rows[0] ?? { count: 0, reserved: 0 }
}
