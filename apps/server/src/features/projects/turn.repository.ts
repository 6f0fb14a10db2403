import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { personName } from '../access/person-name.ts'

export async function readName(trx: Db, { personId }: Pick<Actor, 'personId'>) {
  const { rows } = await sql<{ name: string }>`select ${personName(sql`${personId}::uuid`)} as name`.execute(
    trx,
  )
  return rows[0]?.name ?? ''
}

/** How long it takes, in seconds, until the next day begins where the freelancer is. */
export async function findSecondsOfToday(trx: Db, { id, today }: LockedProject, now: Date) {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from
      (${today}::date + 1)::timestamp at time zone p.time_zone - ${now.toISOString()}::timestamptz))::int as seconds
    from project p where p.id = ${id}`.execute(trx)
  return rows[0]?.seconds
}
