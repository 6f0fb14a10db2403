import { NIL } from 'uuid'
import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/sql/database.ts'
import { deleteRemovedConversations } from '../chat/conversations/removal.service.ts'
import { mailLastReceiptsOfProject } from '../receipts/last-receipts.service.ts'
import {
  contents,
  deleteContents,
  deleteExpiredFiles,
  deleteExpiredProjectItems,
  deleteFilesOfProject,
  deleteProject,
  findProjectsWithoutItem,
} from './expiry.repository.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    emptyBin: Record<never, never>
    deleteRemovedProjects: Record<never, never>
  }
}

// A statement that takes longer than the limit for queries is cancelled.
const ROWS_PER_BATCH = 1_000
const PROJECTS_PER_BATCH = 100

/** Deletes for good what has been in the bin for 30 days. Another job deletes the bytes. */
export async function emptyBin(ctx: AppContext) {
  await deleteInBatches(ctx, deleteExpiredFiles, ROWS_PER_BATCH)
  await deleteInBatches(ctx, deleteExpiredProjectItems, PROJECTS_PER_BATCH)
  await deleteRemoved(ctx)
}

type DeleteExpired = (db: Db, now: Date, limit: number) => Promise<string[]>

async function deleteInBatches({ db, clock, live }: AppContext, deleteExpired: DeleteExpired, limit: number) {
  const now = clock.now()
  let owners: string[]
  do {
    owners = await deleteExpired(db, now, limit)
    for (const workspaceId of new Set(owners)) live.changed({ workspaceId }, 'bin.itemsExpired')
  } while (owners.length > 0)
}

/** Deletes the contents of removed projects and conversations. An interrupted run is completed by the next one. */
export async function deleteRemoved(ctx: Pick<AppContext, 'db' | 'outbox'>) {
  await deleteRemovedProjects(ctx)
  await deleteRemovedConversations(ctx)
}

/** A project that cannot be deleted does not keep the job from deleting the others. */
export async function deleteRemovedProjects(ctx: Pick<AppContext, 'db' | 'outbox'>) {
  const errors: unknown[] = []
  const findBatch = (after: string) => findProjectsWithoutItem(ctx.db, after, PROJECTS_PER_BATCH)
  for (let ids = await findBatch(NIL); ids.length > 0; ids = await findBatch(ids.at(-1) ?? NIL)) {
    for (const id of ids) await deleteRemovedProject(ctx, id).catch((error) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

/** When its receipts cannot be mailed yet, it is left to a later run. */
async function deleteRemovedProject(ctx: Pick<AppContext, 'db' | 'outbox'>, id: string) {
  const { db } = ctx
  if (!(await mailLastReceiptsOfProject(ctx, db, id))) return
  while ((await deleteFilesOfProject(db, id, ROWS_PER_BATCH)) > 0);
  for (const content of contents) while ((await deleteContents(db, content, id, ROWS_PER_BATCH)) > 0);
  await deleteProject(db, id)
}
