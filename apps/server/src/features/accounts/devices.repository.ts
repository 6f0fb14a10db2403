import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

/** Devices stored for one account. Logins with ever new names must not fill the table. */
const MAX_DEVICES = 100

interface Login {
  freelancerId: string
  /** The id of the browser or the name of the program, with its kind. Empty when it sent neither. */
  device: string
  now: Date
}

/** Stores a device; true when it is new to an account that has others. The caller has locked the account. */
export async function saveDevice(db: Db, { freelancerId, device, now }: Login) {
  const { rows } = await sql<{ isNew: boolean }>`
    with seen as (
      select count(*) > 0 as any_device, coalesce(bool_or(device = ${device}), false) as this_device
      from known_device where freelancer_id = ${freelancerId}
    ), saved as (
      insert into known_device (freelancer_id, device, last_seen_at)
      select ${freelancerId}, ${device}, ${now} from seen where any_device or ${device} <> ''
      on conflict (freelancer_id, device) do update set last_seen_at = excluded.last_seen_at
    )
    select any_device and not this_device as "isNew" from seen`.execute(db)
  const isNew = rows[0]?.isNew ?? false
  if (isNew) await deleteOldest(db, freelancerId)
  return isNew
}

async function deleteOldest(db: Db, freelancerId: string) {
  await sql`
    delete from known_device where freelancer_id = ${freelancerId} and device in (
      select device from known_device where freelancer_id = ${freelancerId}
      order by last_seen_at desc, device offset ${MAX_DEVICES}
    )`.execute(db)
}
