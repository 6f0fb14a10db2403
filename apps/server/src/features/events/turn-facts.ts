import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import type { Passing } from './turn.ts'

export interface StoredTurn extends Passing {
  status: projects.ProjectStatus
  turn: projects.Side | null
  reason: projects.TurnReason | null
  openRequests: number
  answeredRequests: number
}

/** What is stored of a turn, and what the project contains that decides it. */
export interface StoredFacts {
  stored: StoredTurn
  waiting: { reviewWaits: boolean; changesWait: boolean; openRequests: number; answeredRequests: number }
}

/** Changes of a file whose versions are all deleted wait no longer. */
export const selectFacts = (projectId: RawBuilder<string | null>) => sql<StoredFacts>`
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
  where p.id = ${projectId}`

const factsStatement = statement<{ id: string }, StoredFacts>('turn_facts', ($) => selectFacts($.id))

export async function readFacts(trx: Db, { id }: LockedProject) {
  const [facts] = await factsStatement(trx, { id })
  return facts as StoredFacts
}
