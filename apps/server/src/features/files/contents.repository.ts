import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import { isNotInBin } from '../access/reachable.ts'

/** A signed link is enough to read these. */
export interface Contents {
  name: string
  contentType: string
  size: string
  sha256: Buffer
  hasThumbnail: boolean
}

const contents = statement<{ id: string }, Contents>(
  'file_contents',
  ($) => sql`
    select f.name, f.content_type as "contentType", f.size, f.sha256, f.has_thumbnail as "hasThumbnail"
    from file f join project p on p.id = f.project_id
    where f.id = ${$.id} and f.state in ('staged', 'stored') and ${isNotInBin('p')}`,
  { sharesConnection: true },
)

export async function findContents(db: Db, id: string) {
  const [found] = await contents(db, { id })
  return found
}
