import type { Change } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/sql/database.ts'
import { inTransaction } from '../../platform/sql/in-transaction.ts'
import { type LockedProject, lockProject, type Thing } from '../access/lock-project.ts'
import { type NewEvent, recordEvents } from './record-events.ts'
import { settleTurn } from './settle-turn.ts'

/** What a change has done. */
export interface Done<Result> {
  /** None when nothing has changed. */
  events?: NewEvent[]
  /** Reads what the caller gets, after all that follows from the change. */
  read?: () => Promise<Result>
}

/** What is committed although the change is refused, such as a wrong code that was counted. */
export interface Refused {
  refusal: Error
}

interface Options<Begun> {
  /** Runs before anything is locked. */
  begin?: (trx: Db) => Promise<Begun>
  mayBeArchived?: boolean
}

/**
 * The one way to change a project or what it contains. In one transaction it finds the thing among those that the actor reaches,
 * locks its project, refuses when that is archived, makes the change, records the events, and decides whose turn follows. It
 * notifies both sides after the commit. A caller in whose transaction it runs notifies them.
 */
export async function writeProject<Result, Begun>(
  { db, clock, live }: Pick<AppContext, 'db' | 'clock' | 'live'>,
  actor: Actor,
  thing: Thing,
  change: Change,
  write: (project: LockedProject, trx: Db, begun: Begun) => Promise<Done<Result> | Refused>,
  { begin, mayBeArchived }: Options<Begun> = {},
): Promise<Result> {
  const written = await inTransaction(db, async (trx) => {
    const begun = (await begin?.(trx)) as Begun
    const now = clock.now()
    const project = await lockProject(trx, actor, thing, now, { mayBeArchived })
    const outcome = await write(project, trx, begun)
    if ('refusal' in outcome) return outcome
    const { events = [], read } = outcome
    const facts = await recordEvents(trx, { ...project, projectId: project.id }, actor, events, now)
    await settleTurn(trx, project, { side: actor.side, events, now, facts })
    return { project, result: (await read?.()) as Result }
  })
  if ('refusal' in written) throw written.refusal
  if (!db.isTransaction) live.changed(written.project, change)
  return written.result
}
