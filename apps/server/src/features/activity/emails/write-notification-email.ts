import type { Side } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { EmailWriter } from '../../../platform/mail/outbox.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import { issueMailedLink, withdrawLoginLink } from '../../clients/links.service.ts'
import { markEventsMailed } from '../../events/waiting-emails.ts'
import { findDeadlines, markRemindersMailed } from './deadlines.repository.ts'
import { type EmailPlan, findEmailPlan, setNotifiedAt } from './due.repository.ts'
import { createEmailToken } from './email-token.ts'
import { includesWork } from './next-email.ts'
import { renderNotificationEmail } from './notification.mail.ts'
import { findUnmailedConversations, findUnmailedEvents, markMessagesMailed } from './unmailed.repository.ts'

declare module '../../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    /** `notifiedAt` is the beginning of the window in which this is the only email. */
    mailNotifications: { role: Side; id: string; notifiedAt: string }
  }
}

/** Writes an email about everything that is unread now. Undefined when all of it was read meanwhile. */
export const mailNotifications: EmailWriter<'mailNotifications'> = async (
  ctx,
  { role: side, id: personId, notifiedAt },
) => {
  const person = { side, personId }
  const plan = await findEmailPlan(ctx.db, person, ctx.clock.now())
  // A later email was queued while the mail server was down. It contains everything.
  if (!plan || plan.notifiedAt !== notifiedAt) return
  const contents = await findContents(ctx, person, plan)
  if (plan.isRefused || plan.isUninvited || isEmpty(contents)) {
    await setNotifiedAt(ctx.db, person, null)
    return
  }

  const loginUrl =
    side === 'client' ? await issueMailedLink(ctx, { id: personId, email: plan.email }) : undefined
  // The client was deleted or has another address.
  if (side === 'client' && !loginUrl) return
  const { publicUrl } = ctx.config
  const token = createEmailToken(ctx, { ...person, email: plan.email })
  return {
    email: renderNotificationEmail(plan, {
      side: side,
      contents,
      now: ctx.clock.now(),
      publicUrl,
      token,
      loginUrl,
    }),
    recipient: person,
    // A retry makes another link.
    ...(loginUrl && { withdraw: () => withdrawLoginLink(ctx, loginUrl) }),
    async settle() {
      await setNotifiedAt(ctx.db, person, ctx.clock.now())
      await markContentsMailed(ctx, person, contents)
    },
  }
}

type Contents = Awaited<ReturnType<typeof findContents>>

async function findContents({ db, clock }: AppContext, person: Person, plan: EmailPlan) {
  const now = clock.now()
  const [deadlines, events, conversations] = await Promise.all([
    plan.deadlinesDue === null ? [] : findDeadlines(db, person, now),
    includesWork(plan, now) ? findUnmailedEvents(db, person) : [],
    plan.messagesDue === null ? [] : findUnmailedConversations(db, person),
  ])
  return { deadlines, events, conversations }
}

function isEmpty({ deadlines, events, conversations }: Contents) {
  return deadlines.length === 0 && events.length === 0 && conversations.length === 0
}

async function markContentsMailed({ db }: AppContext, person: Person, contents: Contents) {
  const { deadlines, events, conversations } = contents
  await markRemindersMailed(db, person, deadlines)
  const newest = new Map(events.map(({ scopeId, news }) => [scopeId, news]))
  for (const [scopeId, upTo] of newest) await markEventsMailed(db, person, scopeId, upTo)
  for (const { clientId, lastNumber } of conversations)
    await markMessagesMailed(db, person, clientId, lastNumber)
}
