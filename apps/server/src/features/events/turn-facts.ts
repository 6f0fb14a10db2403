import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import type { Passing, TurnFacts } from './turn.ts'

export interface StoredTurn extends Passing {
  status: projects.ProjectStatus
  turn: projects.Side | null
  reason: projects.TurnReason | null
  openRequests: number
  answeredRequests: number
  waiting: projects.Waiting[]
}

/** What is stored of a turn, and what the project contains that decides it. */
export interface StoredFacts {
  stored: StoredTurn
  waiting: Omit<TurnFacts, 'isCompleted' | keyof Passing>
}

/** Of the files with notes, the newest few are named. */
const MAX_NAMED_FILES = sql.lit(3)

const notesFor = (side: projects.Side) => {
  const notes = sql.ref(`notes_for_${side}`)
  return sql`(
    select json_build_object('total', coalesce(sum(count), 0), 'files', coalesce(
      json_agg(json_build_object('id', id, 'fileName', name, 'count', count) order by place) filter (where place <= ${MAX_NAMED_FILES}), '[]'))
    from (
      select id, name, ${notes} as count, row_number() over (order by id desc) as place from file
      where project_id = p.id and ${notes} > 0
    ) as noted)`
}

/** So many reviews `r` with the newest version `f` of their files, and the name of one. */
const filesOf = (waits: RawBuilder<boolean>) => sql`
  json_build_object('count', count(*) filter (where ${waits}),
    'file', (array_agg(json_build_object('id', f.id, 'fileName', f.name) order by r.id desc) filter (where ${waits}))[1])`

/** Changes of a file whose versions are all deleted wait no longer. */
export const selectFacts = (projectId: RawBuilder<string | null>) => sql<StoredFacts>`
  select
    json_build_object('status', p.status, 'turn', p.turn, 'reason', p.turn_reason, 'passedTo', p.passed_to,
      'feedbackWaits', p.feedback_waits, 'turnNote', p.turn_note, 'nudgedOn', p.nudged_on,
      'openRequests', p.open_requests, 'answeredRequests', p.answered_requests, 'waiting', p.waiting) as stored,
    json_build_object('reviews', review.waiting, 'changes', review.changes, 'openRequests', request.open,
      'answeredRequests', request.answered, 'notesForFreelancer', ${notesFor('freelancer')}, 'notesForClient', ${notesFor('client')}) as waiting
  from project p, lateral (
    select ${filesOf(sql`r.state = 'open'`)} as waiting,
      ${filesOf(sql`r.state = 'changes_requested'
        and not exists (select from review newer where newer.history_id = r.history_id and newer.round > r.round)`)} as changes
    from review r join file f on f.history_id = r.history_id and f.state = 'stored' and f.is_newest
    where r.project_id = p.id and r.state in ('open', 'changes_requested')
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
