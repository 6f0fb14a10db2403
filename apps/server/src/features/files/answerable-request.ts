import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { RequestNotFound } from '../access/not-found.ts'
import { reachableProject } from '../access/reachable.ts'

export const RequestAccepted = problem(
  'REQUEST_ACCEPTED',
  409,
  'The answer to this request is accepted, so it cannot be changed.',
  { when: 'A request is answered that is accepted already.' },
)

/** Throws when a file cannot answer the request, before its bytes are received. */
export async function requireAnswerableRequest(
  { db }: Pick<AppContext, 'db'>,
  actor: Actor,
  { projectId, requestId }: { projectId: string; requestId: string },
) {
  const { rows } = await sql<{ isAccepted: boolean }>`
    select r.state = 'accepted' as "isAccepted" from request r join project p on p.id = r.project_id
    where r.id = ${requestId} and p.id = ${projectId} and ${reachableProject(actor.side, actor, 'p')}`.execute(
    db,
  )
  if (!rows[0]) throw new RequestNotFound()
  if (rows[0].isAccepted) throw new RequestAccepted()
}
