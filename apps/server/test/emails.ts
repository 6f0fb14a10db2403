import type { ClientConfig } from 'pg'
import type { WorkerContext } from '../src/platform/context.ts'
import { runDueJobs } from '../src/platform/jobs/runner.ts'
import { listCaptured } from '../src/platform/mail/captured.ts'
import { capturedMailDir } from '../src/platform/mail/mailer.ts'
import { work } from '../src/work.ts'

export type EmailFixture = ReturnType<typeof createEmailFixture>

/**
 * Runs all due jobs, then returns the emails of an address. Concurrent calls could miss some: each runs a part of the jobs and
 * does not wait for the other's.
 */
export function createEmailFixture({ ctx, connection }: { ctx: WorkerContext; connection: ClientConfig }) {
  return {
    async to(address: string) {
      await runDueJobs(ctx, connection, work)
      const emails = await listCaptured(capturedMailDir(ctx.config.dataDir))
      return emails.filter(({ to }) => to.address.toLowerCase() === address.toLowerCase())
    },
  }
}
