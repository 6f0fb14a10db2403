import type { projects } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { createOnce } from '../../platform/sql/create-once.ts'
import { inTransaction } from '../../platform/sql/in-transaction.ts'
import { ProjectNotFound } from '../access/not-found.ts'
import { getWritableClient } from '../clients/clients.service.ts'
import { writeProject } from '../events/write-project.ts'
import { findProject, insertAndInvite } from '../projects/projects.service.ts'
import { findSource } from './duplicate.repository.ts'
import { insertAll } from './requests.service.ts'

/**
 * Creates a project for the same client with the description and the requests of another, archived or not. Nothing that was uploaded,
 * written or answered is copied. Once, however often the call is repeated because its answer was lost.
 */
export async function duplicateProject(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { title, dueDate = null, clientRequestId }: projects.Duplicate,
  address?: string,
) {
  const ownId = newId()
  const created = await createOnce(ctx, freelancer, {
    clientRequestId,
    kind: `duplicate ${id}`,
    id: ownId,
    create: (db) =>
      inTransaction(db, async (trx) => {
        const source = await findSource(trx, freelancer, id, dueDate, ctx.clock.now())
        if (!source) throw new ProjectNotFound()
        const { requests, ...copied } = source
        const inTrx = { ...ctx, db: trx }
        const row = { ...copied, id: ownId, title, status: 'Pending', dueDate } as const
        if (!(await insertAndInvite(inTrx, freelancer, row, address))) {
          await getWritableClient(inTrx, freelancer, row.clientId) // throws ClientArchived
          throw new ProjectNotFound()
        }
        if (requests.length > 0)
          await writeProject(inTrx, freelancer, { project: row.id }, 'projects.duplicate', (project) =>
            insertAll(inTrx, freelancer, trx, project, requests),
          )
        return findProject(trx, freelancer, ownId, ctx.clock.now())
      }),
    find: (db, earlier) => findProject(db, freelancer, earlier, ctx.clock.now()),
  })
  if (!created) throw new ProjectNotFound()
  const { Client } = JSON.parse(created) as projects.Project
  ctx.live.changed({ workspaceId: freelancer.workspaceId, clientId: Client.id }, 'projects.duplicate')
  return created
}
