import { isDeepStrictEqual } from 'node:util'
import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import type { NewEvent } from './record-events.ts'
import { afterEvent, decideTurn, type Passing } from './turn.ts'

/** Decides whose turn it is after a change, and counts the days of a turn that is over. */
export async function settleTurn(
  trx: Db,
  project: LockedProject,
  { side, events, now }: { side: projects.Side; events: NewEvent[]; now: Date },
) {
  const { stored, waiting } = await readFacts(trx, project)
  const passing = events.reduce<Passing>(
    (before, event) => afterEvent(before, side, event, { now, today: project.today }),
    stored,
  )
  const isCompleted = stored.status === 'Completed'
  const { openRequests, answeredRequests, ...waits } = waiting
  const decided = decideTurn({
    ...passing,
    ...waits,
    isCompleted,
    requestsWait: openRequests > 0,
    answersWait: answeredRequests > 0,
  })
  const settled = { ...stored, ...passing, ...decided, openRequests, answeredRequests }
  const isOver = settled.turn !== stored.turn || isCompleted !== (project.status === 'Completed')
  if (!isOver && isDeepStrictEqual(settled, stored)) return
  await saveStatement(trx, {
    ...settled,
    id: project.id,
    turnNote: settled.turnNote && JSON.stringify(settled.turnNote),
    ended: isOver ? endedTurn(stored, project) : null,
    now,
  })
}

interface Stored extends Passing {
  status: projects.ProjectStatus
  turn: projects.Side | null
  reason: projects.TurnReason | null
  openRequests: number
  answeredRequests: number
}

interface Waiting {
  reviewWaits: boolean
  changesWait: boolean
  openRequests: number
  answeredRequests: number
}

async function readFacts(trx: Db, { id }: LockedProject) {
  const [found] = await factsStatement(trx, { id })
  return found as { stored: Stored; waiting: Waiting }
}

/** Changes of a file whose versions are all deleted wait no longer. */
const factsStatement = statement<{ id: string }, { stored: Stored; waiting: Waiting }>(
  'turn_facts',
  ($) => sql`
    select
      json_build_object('status', p.status, 'turn', p.turn, 'reason', p.turn_reason, 'passedTo', p.passed_to,
        'feedbackWaits', p.feedback_waits, 'turnNote', p.turn_note, 'nudgedOn', p.nudged_on,
        'openRequests', p.open_requests, 'answeredRequests', p.answered_requests) as stored,
      json_build_object('reviewWaits', review.waits, 'changesWait', review.wants_changes,
        'openRequests', request.open, 'answeredRequests', request.answered) as waiting
    from project p, lateral (
      select coalesce(bool_or(r.state = 'open'), false) as waits,
        coalesce(bool_or(r.state = 'changes_requested'
          and not exists (select from review newer where newer.history_id = r.history_id and newer.round > r.round)
          and exists (select from file f where f.history_id = r.history_id and f.state = 'stored')), false) as wants_changes
      from review r where r.project_id = p.id and r.state in ('open', 'changes_requested')
    ) as review, lateral (
      select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'answered') as answered
      from request where project_id = p.id
    ) as request
    where p.id = ${$.id}`,
)

/** Whose turn ends. Days while the project is completed do not count. */
const endedTurn = ({ turn }: Stored, { status }: LockedProject) =>
  turn ?? (status === 'Completed' ? 'completed' : 'nobody')

interface Settled extends Omit<Stored, 'status' | 'turnNote'> {
  id: string
  /** As JSON. */
  turnNote: string | null
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
      open_requests = ${$.openRequests}, answered_requests = ${$.answeredRequests},
      turn_since = case when ${$.ended}::text is null then turn_since else ${$.now}::timestamptz end,
      ${add('freelancer_days', 'freelancer', days)}, ${add('freelancer_turns', 'freelancer', sql`1`)},
      ${add('client_days', 'client', days)}, ${add('client_turns', 'client', sql`1`)},
      ${add('nobody_days', 'nobody', days)}
    where id = ${$.id}`
})
