import type { AppContext } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { runEach } from '../../platform/jobs/run-each.ts'
import { recordEvents } from '../events/record-events.ts'
import {
  findProjectsToRemindOf,
  findRecipients,
  lockProjectToRemindOf,
  moveReminders,
  type ProjectToRemindOf,
  type Recipient,
} from './reminders.repository.ts'
import { subjectOf } from './requests.service.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    remindOfRequests: Record<never, never>
  }
}

/** Queues an email to each person of a client who is reminded now, for each project. */
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
    if (!(await queueEmails({ ...ctx, db: trx }, project, conditions.now))) return
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

/** False when all were over the limit: the reminder stays due, also on the next morning. */
async function queueEmails({ db, outbox, jobs }: AppContext, project: ProjectToRemindOf, now: Date) {
  const { projectId, workspaceId } = project
  const emailTo = ({ personId, email }: Recipient) => ({
    kind: 'mailRequestReminder' as const,
    email: { projectId, personId },
    count: { purpose: 'chat' as const, mailbox: email, account: workspaceId },
  })
  const recipients = await findRecipients(db, projectId, now)
  const later: Recipient[] = []
  for (const recipient of recipients) {
    const { kind, email, count } = emailTo(recipient)
    const isQueued = recipient.isMorning && (await outbox.queue(db, kind, email, count)).status === 'queued'
    if (!isQueued) later.push(recipient)
  }
  if (later.length === recipients.length && later.some(({ isMorning }) => isMorning)) return false
  for (const recipient of later)
    await jobs.add(db, 'queueDelayedEmail', emailTo(recipient), { runAt: new Date(recipient.nextMorning) })
  return true
}
