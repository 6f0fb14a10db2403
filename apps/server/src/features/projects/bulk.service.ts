import type { FastifyError } from '@fastify/error'
import type { projects } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { toProblem } from '../../platform/http/errors.ts'
import type { Sides } from '../../platform/realtime/live.ts'
import { changeDueDate, changeProject } from './projects.service.ts'

/**
 * Changes one project after another, each in a transaction of its own, so that one that refuses the change does not keep the others
 * from it. The same call again changes nothing further.
 */
export async function changeProjects(
  ctx: AppContext,
  freelancer: Freelancer,
  { ids, ...change }: projects.BulkChange,
): Promise<projects.BulkResult> {
  const result: projects.BulkResult = { changed: [], refused: [] }
  // Everybody is notified once, at the end.
  const clients = new Set<string>()
  const changed = ({ clientId }: Sides) => void (clientId && clients.add(clientId))
  const quiet: AppContext = { ...ctx, live: { ...ctx.live, changed } }
  try {
    for (const id of ids) {
      const refusal = await changeOne(quiet, freelancer, id, change).then(() => undefined, asRefusal)
      if (refusal) result.refused.push({ id, ...refusal })
      else result.changed.push(id)
    }
  } finally {
    const { workspaceId } = freelancer
    for (const clientId of clients) ctx.live.changed({ workspaceId, clientId }, 'projects.changeSeveral')
  }
  return result
}

function changeOne(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { dueDate, ...change }: Omit<projects.BulkChange, 'ids'>,
): Promise<unknown> {
  if (dueDate !== undefined) return changeDueDate(ctx, freelancer, id, { dueDate })
  return changeProject(ctx, freelancer, id, change)
}

/** Throws what is no refusal, such as a lost database: then nothing more can be changed. */
function asRefusal(error: FastifyError) {
  const { statusCode, code, message } = toProblem(error)
  if (statusCode >= 500) throw error
  return { code, message }
}
