import type { AppContext } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { runEach } from '../../platform/jobs/run-each.ts'
import { recordEvents } from '../events/record-events.ts'
import { findProjectsToRemindOf, lockProjectToRemindOf, moveReminders } from './reminders.repository.ts'
import { subjectOf } from './requests.service.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    remindOfRequests: Record<never, never>
  }
}

/** Queues an email for each project whose client is reminded now. */
export const remindOfRequests: Job<'remindOfRequests'> = async (ctx) => {
  const conditions = { now: ctx.clock.now(), needsConfirmation: ctx.config.confirmEmail }
  await runEach(await findProjectsToRemindOf(ctx.db, conditions), (id) => remind(ctx, id, conditions))
}

async function remind(
  ctx: AppContext,
  projectId: string,
  conditions: { now: Date; needsConfirmation: boolean },
) {
  const reminded = await ctx.db.transaction().execute(async (trx) => {
    const project = await lockProjectToRemindOf(trx, projectId, conditions)
    if (!project) return
    const { status } = await ctx.outbox.queue(
      trx,
      'mailRequestReminder',
      { projectId },
      { purpose: 'chat', mailbox: project.clientEmail, account: project.workspaceId },
    )
    // The reminder stays due, also on the next morning.
    if (status === 'limited') return
    const open = await moveReminders(trx, projectId, conditions.now)
    const [first] = open
    if (first) {
      const subject = { ...subjectOf(first), count: open.length }
      await recordEvents(trx, project, 'system', [{ kind: 'request_reminded', subject }], conditions.now)
    }
    return project
  })
  if (reminded) ctx.live.changed(reminded, 'requests.reminded')
}
