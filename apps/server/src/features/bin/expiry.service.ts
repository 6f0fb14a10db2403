import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/sql/database.ts'
import { deleteExpiredFiles, deleteExpiredProjects } from './expiry.repository.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    emptyBin: Record<never, never>
  }
}

const FILES_PER_BATCH = 1_000
/** Few, because a project may have many files. */
const PROJECTS_PER_BATCH = 10

/** Deletes for good what has been in the bin for 30 days. A job deletes the bytes after each batch. */
export async function emptyBin(ctx: AppContext) {
  await deleteInBatches(ctx, deleteExpiredFiles, FILES_PER_BATCH)
  await deleteInBatches(ctx, deleteExpiredProjects, PROJECTS_PER_BATCH)
}

type DeleteExpired = (db: Db, now: Date, limit: number) => Promise<string[]>

async function deleteInBatches({ db, clock, live }: AppContext, deleteExpired: DeleteExpired, limit: number) {
  const now = clock.now()
  let owners: string[]
  do {
    owners = await deleteExpired(db, now, limit)
    const people = [...new Set(owners)].map((id) => ({ role: 'freelancer' as const, id }))
    if (people.length > 0) live.changed(people, 'bin.itemsExpired')
  } while (owners.length > 0)
}
