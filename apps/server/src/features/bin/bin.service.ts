import createError from '@fastify/error'
import type { bin } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { ProjectArchived } from '../access/not-found.ts'
import { rescheduleEmailsAbout } from '../activity/emails/reschedule.service.ts'
import {
  deleteBinnedFile,
  deleteProjectForGood,
  findBinnedFile,
  restoreFile,
  restoreProject,
} from './bin.repository.ts'

export const NotInBin = createError(
  'NOT_IN_BIN',
  'This is not in the bin. It was restored, or deleted for good.',
  404,
)
export const ProjectInBin = createError(
  'PROJECT_IN_BIN',
  'The project of this file is in the bin too. Restore the project first.',
  409,
)

/** Restores a project with its contents, or a file into its project. A project that was archived stays archived. */
export async function restoreFromBin(
  ctx: AppContext,
  freelancer: Freelancer,
  { kind, id }: { kind: bin.Kind; id: string },
): Promise<bin.Restored> {
  const restore = kind === 'project' ? restoreProject : restoreFile
  const restored = await ctx.db.transaction().execute((trx) => restore(trx, freelancer, id))
  if (!restored) {
    const file = kind === 'file' ? await findBinnedFile(ctx.db, freelancer, id) : undefined
    if (file?.isProjectInBin) throw new ProjectInBin()
    throw file?.isProjectArchived ? new ProjectArchived() : new NotInBin()
  }
  if (kind === 'project') await rescheduleEmailsAbout(ctx, id)
  ctx.live.changed([freelancer, { role: 'client', id: restored.clientId }], 'bin.restore')
  return { kind, id, projectId: restored.projectId }
}

export async function deleteForGood(
  { db, jobs, live }: AppContext,
  freelancer: Freelancer,
  { kind, id }: { kind: bin.Kind; id: string },
) {
  const isDeleted =
    kind === 'file'
      ? await deleteBinnedFile(db, freelancer, id)
      : await db.transaction().execute(async (trx) => {
          const isInBin = await deleteProjectForGood(trx, freelancer, id)
          if (isInBin) await jobs.add(trx, 'deleteRemovedProjects', {})
          return isInBin
        })
  if (!isDeleted) throw new NotInBin()
  live.changed([freelancer], 'bin.remove')
}
