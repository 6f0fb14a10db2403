import { isDeepStrictEqual } from 'node:util'
import type { projects } from '@portico/contract'
import { sql } from 'kysely'
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
  if (isOver || !isDeepStrictEqual(settled, stored))
    await save(trx, project, settled, isOver ? endTurn(stored.turn, project, now) : [])
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

/** Days while it is completed do not count. */
function endTurn(turn: projects.Side | null, { status }: LockedProject, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const days = sql`greatest(0, (${at} at time zone time_zone)::date
    - (coalesce(turn_since, created_at) at time zone time_zone)::date)`
  const since = sql`turn_since = ${at}`
  if (turn === 'freelancer')
    return [
      since,
      sql`freelancer_days = freelancer_days + ${days}`,
      sql`freelancer_turns = freelancer_turns + 1`,
    ]
  if (turn === 'client')
    return [since, sql`client_days = client_days + ${days}`, sql`client_turns = client_turns + 1`]
  return status === 'Completed' ? [since] : [since, sql`nobody_days = nobody_days + ${days}`]
}

async function save(trx: Db, { id }: LockedProject, settled: Stored, ended: ReturnType<typeof endTurn>) {
  const { turn, reason, passedTo, feedbackWaits, turnNote, nudgedOn, openRequests, answeredRequests } =
    settled
  const columns = [
    sql`turn = ${turn}, turn_reason = ${reason}, passed_to = ${passedTo}, feedback_waits = ${feedbackWaits}`,
    sql`turn_note = ${turnNote && JSON.stringify(turnNote)}::jsonb, nudged_on = ${nudgedOn}::date`,
    sql`open_requests = ${openRequests}, answered_requests = ${answeredRequests}`,
  ]
  await sql`update project set ${sql.join([...columns, ...ended])} where id = ${id}`.execute(trx)
}
