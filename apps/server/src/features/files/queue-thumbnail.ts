import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/sql/database.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    makeThumbnail: { fileId: string }
  }
}

/**
 * Queues the job in the caller's transaction. Those of an account run one after the other, so that they leave the job runner to
 * others.
 */
export function queueThumbnail({ jobs }: AppContext, trx: Db, fileId: string, workspaceId: string) {
  return jobs.add(trx, 'makeThumbnail', { fileId }, { lowPriority: true, queue: `thumbnails ${workspaceId}` })
}
