import { isDeepStrictEqual } from 'node:util'
import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import type { NewEvent } from './record-events.ts'
import { afterEvent, decideTurn, listWaiting, type Passing } from './turn.ts'
import { readFacts, type StoredFacts, type StoredTurn } from './turn-facts.ts'

interface Change {
  side: projects.Side
  events: NewEvent[]
  now: Date
  /** When they have been read since the change. */
  facts: StoredFacts | undefined
}

/** Decides whose turn it is after a change, and counts the days of a turn that is over. */
export async function settleTurn(trx: Db, project: LockedProject, { side, events, now, facts }: Change) {
  const { stored, waiting } = facts ?? (await readFacts(trx, project))
  const passing = events.reduce<Passing>(
    (before, event) => afterEvent(before, side, event, { now, today: project.today }),
    stored,
  )
  const isCompleted = stored.status === 'Completed'
  const { openRequests, answeredRequests } = waiting
  const turnFacts = { ...passing, ...waiting, isCompleted }
  const settled: StoredTurn = {
    ...stored,
    ...passing,
    ...decideTurn(turnFacts),
    openRequests,
    answeredRequests,
    waiting: listWaiting(turnFacts),
  }
  const isOver = settled.turn !== stored.turn || isCompleted !== (project.status === 'Completed')
  if (!isOver && isDeepStrictEqual(settled, stored)) return
  await saveStatement(trx, {
    ...settled,
    id: project.id,
    turnNote: settled.turnNote && JSON.stringify(settled.turnNote),
    waiting: JSON.stringify(settled.waiting),
    ended: isOver ? endedTurn(stored, project) : null,
    now,
  })
}

/** Whose turn ends. Days while the project is completed do not count. */
const endedTurn = ({ turn }: StoredTurn, { status }: LockedProject) =>
  turn ?? (status === 'Completed' ? 'completed' : 'nobody')

interface Settled extends Omit<StoredTurn, 'status' | 'turnNote' | 'waiting'> {
  id: string
  /** As JSON, like what waits. */
  turnNote: string | null
  waiting: string
  /** Null when the turn goes on. */
  ended: ReturnType<typeof endedTurn> | null
  now: Date
}

const saveStatement = statement<Settled, never>('save_turn', ($) => {
  const days = sql`greatest(0, (${$.now}::timestamptz at time zone time_zone)::date
    - (coalesce(turn_since, created_at) at time zone time_zone)::date)`
  const add = (column: string, ended: Settled['ended'], amount: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} = ${sql.ref(column)} + case when ${$.ended}::text = ${sql.lit(ended)} then ${amount} else 0 end`
  return sql`
    update project set turn = ${$.turn}, turn_reason = ${$.reason}, passed_to = ${$.passedTo},
      feedback_waits = ${$.feedbackWaits}, turn_note = ${$.turnNote}::jsonb, nudged_on = ${$.nudgedOn}::date,
      open_requests = ${$.openRequests}, answered_requests = ${$.answeredRequests}, waiting = ${$.waiting}::jsonb,
      turn_since = case when ${$.ended}::text is null then turn_since else ${$.now}::timestamptz end,
      ${add('freelancer_days', 'freelancer', days)}, ${add('freelancer_turns', 'freelancer', sql`1`)},
      ${add('client_days', 'client', days)}, ${add('client_turns', 'client', sql`1`)},
      ${add('nobody_days', 'nobody', days)}
    where id = ${$.id}`
})
