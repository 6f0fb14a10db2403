import type { bin } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import { type LockedProject, lockProject, type Thing } from '../access/lock-project.ts'
import { NotInBin, ProjectArchived } from '../access/not-found.ts'
import { audit } from '../audit/audit.ts'
import { answerAgain, closeOutdatedReviews, countWaitingNotes } from '../events/consequences.ts'
import type { NewEvent } from '../events/record-events.ts'
import { rescheduleEmailsAbout } from '../events/waiting-emails.ts'
import { writeProject } from '../events/write-project.ts'
import {
  deleteFileItem,
  deleteFileItemsOf,
  deleteProjectItem,
  findBinnedVersions,
  findNewestVersion,
  setDeleted,
  setRestored,
  setStored,
  updateNewest,
} from './bin.repository.ts'

const ProjectInBin = problem(
  'PROJECT_IN_BIN',
  409,
  'The project of this file is in the bin too. Restore the project first.',
  { when: 'A file is to be restored into a project that was deleted as well.' },
)

interface Item {
  kind: bin.Kind
  id: string
}

const lockedBy = ({ kind, id }: Item): Thing =>
  kind === 'project' ? { binnedProject: id } : { binnedFile: id }

/** Restores a project with its contents, or a file into its project. A project that was archived stays archived. */
export async function restoreFromBin(
  ctx: AppContext,
  freelancer: Freelancer,
  item: Item,
): Promise<bin.Restored> {
  const { kind, id } = item
  const restore = kind === 'project' ? restoreProject : restoreFile
  const projectId = await writeProject(
    ctx,
    freelancer,
    lockedBy(item),
    'bin.restore',
    async (project, trx) => {
      const event = await restore(trx, project, id, ctx.clock.now())
      await audit({ ...ctx, db: trx }, freelancer, { action: 'bin.restored', target: item })
      return { events: [event], read: async () => project.id }
    },
    { mayBeArchived: true },
  )
  if (kind === 'project') await rescheduleEmailsAbout(ctx, id)
  return { kind, id, projectId }
}

export async function restoreProject(trx: Db, project: LockedProject): Promise<NewEvent> {
  if (!(await deleteProjectItem(trx, project))) throw new NotInBin()
  return { kind: 'project_restored', subject: { title: await setRestored(trx, project) } }
}

/** A restored version is the newest if it has the highest number. */
async function restoreFile(trx: Db, project: LockedProject, id: string, now: Date): Promise<NewEvent> {
  const restored = await findBinnedVersions(trx, project, id)
  const [highest] = restored
  if (!highest) throw new NotInBin()
  if (project.isInBin) throw new ProjectInBin()
  if (project.isArchived) throw new ProjectArchived()
  const newest = await findNewestVersion(trx, project, highest.historyId)
  const isNewest = highest.version > (newest?.version ?? 0)
  const versions = restored.length + (newest?.versions ?? 0)
  if (newest) await updateNewest(trx, project, newest.id, { isNewest: !isNewest, versions })
  await setStored(trx, project, restored, { isNewest, versions })
  await deleteFileItem(trx, project, id)
  await closeOutdatedReviews(trx, project, now)
  await countWaitingNotes(trx, { id })
  await answerAgain(
    trx,
    project,
    restored.map(({ id }) => id),
    now,
  )
  const version = newest && restored.length === 1 ? highest.version : null
  return { kind: 'file_restored', subject: { fileId: highest.id, fileName: highest.name, version } }
}

/** Only the freelancer is notified, because nobody else knew that it was there. */
export async function deleteForGood(ctx: AppContext, freelancer: Freelancer, item: Item) {
  const { db, clock, jobs, live } = ctx
  await db.transaction().execute(async (trx) => {
    const project = await lockProject(trx, freelancer, lockedBy(item), clock.now(), { mayBeArchived: true })
    await audit({ ...ctx, db: trx }, freelancer, { action: 'bin.purged', target: item })
    if (item.kind === 'file') return deleteBinnedFile(trx, project, item.id)
    await deleteBinnedProject(trx, project)
    await jobs.add(trx, 'deleteRemovedProjects', {})
  })
  live.changed({ workspaceId: freelancer.workspaceId }, 'bin.remove')
}

/** Nobody can restore the project after this, nor a file of it. A job deletes them (expiry.service.ts). */
async function deleteBinnedProject(trx: Db, project: LockedProject) {
  if (!(await deleteProjectItem(trx, project))) throw new NotInBin()
  await deleteFileItemsOf(trx, project)
}

export async function deleteBinnedFile(trx: Db, project: LockedProject, id: string) {
  const versions = await findBinnedVersions(trx, project, id)
  if (versions.length === 0) throw new NotInBin()
  await setDeleted(trx, project, versions)
  await deleteFileItem(trx, project, id)
}
