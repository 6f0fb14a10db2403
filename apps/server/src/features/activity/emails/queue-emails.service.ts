import type { AppContext } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { runEach } from '../../../platform/jobs/run-each.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import {
  deleteUnread,
  type EmailPlan,
  findEmailPlan,
  findPeopleDue,
  lockDue,
  postpone,
  setNotifiedAt,
} from './due.repository.ts'
import { nextEmailAt } from './next-email.ts'
import { skipUnmailedEvents, skipUnmailedMessages } from './unmailed.repository.ts'

declare module '../../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    queueNotificationEmails: Record<never, never>
  }
}

const BATCH_SIZE = 500

/**
 * Queues an email for each person for whom one is due. Its text is written when it is sent, from what is unread then.
 */
export const queueNotificationEmails: Job<'queueNotificationEmails'> = async (ctx) => {
  const now = ctx.clock.now()
  for (let isMore = true; isMore; ) {
    const people = await findPeopleDue(ctx.db, now, BATCH_SIZE)
    await runEach(people, (person) =>
      ctx.db.transaction().execute((trx) => queueEmail({ ...ctx, db: trx }, person, now)),
    )
    isMore = people.length === BATCH_SIZE
  }
}

async function queueEmail(ctx: AppContext, person: Person, now: Date) {
  const { db } = ctx
  const due = await lockDue(db, person, now)
  if (!due) return deleteUnread(db, person)
  const plan = await findEmailPlan(db, person, now)
  if (!plan) return
  const postponeUntil = (at: Date | null) => postpone(db, person, due, at)
  const postponeFor = (seconds: number) => postponeUntil(new Date(now.getTime() + seconds * 1_000))
  if (plan.isUninvited) {
    // What happens until then is not emailed later: they see it when they come in.
    await skipUnmailedEvents(db, person)
    await skipUnmailedMessages(db, person)
    return postponeUntil(null)
  }
  const at = nextEmailAt(plan)
  if (at === null || at > now) return postponeUntil(at)
  // An unconfirmed address may belong to a stranger, who must not get these emails either.
  if (ctx.config.confirmEmail && !plan.freelancerConfirmedAt) return postponeFor(UNCONFIRMED_RETRY_SECONDS)
  // A changed address makes it due again at once.
  if (plan.isRefused) return postponeFor(REFUSED_RETRY_SECONDS)

  const { retryAfter } = await ctx.outbox.queue(
    db,
    'mailNotifications',
    { role: person.side, id: person.personId, notifiedAt: now.toISOString() },
    countFor(plan),
  )
  if (retryAfter === 0) await setNotifiedAt(db, person, now)
  // The events stay due until the email is sent, so that a lost email is replaced at the end of the window.
  await postponeFor(retryAfter || WINDOW_SECONDS)
}

const countFor = ({ email, workspaceId }: EmailPlan) =>
  workspaceId === null
    ? ({ purpose: 'account', mailbox: email } as const)
    : ({ purpose: 'chat', mailbox: email, account: workspaceId } as const)

const UNCONFIRMED_RETRY_SECONDS = 600
const REFUSED_RETRY_SECONDS = 86_400
const WINDOW_SECONDS = 3_600
