import type { PortalThing } from '@portico/contract'
import type { Db } from '../../platform/sql/database.ts'
import { isId } from '../../platform/sql/ids.ts'
import { isNotInBin } from '../access/reachable.ts'

/** The client whose portal has this thing. The caller decides to whom that may be said. */
export async function findClientOfThing(db: Db, { kind, id }: PortalThing) {
  if (!isId(id)) return undefined
  const project = await db
    .selectFrom('project')
    .select('client_id as clientId')
    .where((eb) =>
      kind === 'project'
        ? eb('id', '=', id)
        : eb('id', 'in', eb.selectFrom(kind).select('project_id').where('id', '=', id)),
    )
    .where(isNotInBin('project'))
    .executeTakeFirst()
  return project?.clientId ?? undefined
}
