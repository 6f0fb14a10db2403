import type { Change } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { createOnce, findCreatedId } from '../../platform/sql/create-once.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject, Thing } from '../access/lock-project.ts'
import type { NewEvent } from './record-events.ts'
import { writeProject } from './write-project.ts'

interface Creation<Created> {
  /** Chosen by the sender. Without one, every call creates. */
  clientRequestId: string | null | undefined
  /** The kind of thing and what it belongs to. */
  kind: string
  /** Creates it under this id, and says what has happened. */
  create(project: LockedProject, trx: Db, id: string): Promise<NewEvent>
  /** Reads it for the actor. Undefined when it was deleted meanwhile: then it is created again. */
  find(db: Db, id: string): Promise<Created | undefined>
}

/** Creates a thing in a project as `writeProject` does, once, however often the call is repeated because its answer was lost. */
export async function createInProject<Created>(
  ctx: AppContext,
  actor: Actor,
  thing: Thing,
  change: Change,
  { create, find, ...request }: Creation<Created>,
) {
  // Also when the project was archived since.
  const earlierId = await findCreatedId(ctx, actor, request)
  const earlier = earlierId && (await find(ctx.db, earlierId))
  if (earlier) return earlier
  const ownId = newId()
  return writeProject(ctx, actor, thing, change, async (project, trx) => {
    const events: NewEvent[] = []
    const id = await createOnce({ ...ctx, db: trx }, actor, {
      ...request,
      id: ownId,
      async create() {
        events.push(await create(project, trx, ownId))
        return ownId
      },
      find: async (_, earlier) => ((await find(trx, earlier)) ? earlier : undefined),
    })
    return { events, read: async () => (await find(trx, id)) as Created }
  })
}
