import {
  activity,
  linkPaths,
  pathInPortal,
  paths,
  plural,
  pluralForm,
  requests,
  truncate,
} from '@portico/contract'
import {
  type Email,
  nameInEmail,
  singleLine,
  titleInEmail,
  titleInSubject,
} from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { formatDueDate } from '../activity/emails/deadline-text.ts'
import { MAX_QUOTE_LENGTH } from '../activity/emails/email-sections.ts'
import { createEmailToken } from '../activity/emails/email-token.ts'
import { issueMailedLink, withdrawLoginLink } from '../clients/links.service.ts'
import { findReminderAddressee, type ReminderAddressee } from './reminders.repository.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailRequestReminder: { projectId: string; personId?: string }
  }
}

/**
 * Lists the requests that are open now. Undefined when all were answered meanwhile. Each attempt creates its own
 * link.
 */
export const mailRequestReminder: EmailWriter<'mailRequestReminder'> = async (
  ctx,
  { projectId, personId },
) => {
  const addressee = await findReminderAddressee(ctx.db, projectId, personId)
  if (!addressee) return
  const recipient = { side: 'client', personId: addressee.personId } as const
  const loginUrl = await issueMailedLink(ctx, { id: addressee.personId, email: addressee.email })
  // The address has changed meanwhile.
  if (!loginUrl) return
  return {
    email: renderReminderEmail(addressee, {
      loginUrl,
      token: createEmailToken(ctx, { ...recipient, email: addressee.email }),
      publicUrl: ctx.config.publicUrl,
    }),
    recipient,
    withdraw: () => withdrawLoginLink(ctx, loginUrl),
  }
}

interface Links {
  loginUrl: string
  /** Signs the links that change settings. */
  token: string
  publicUrl: string
}

const MAX_LINES = 20
const { REMINDER_DAYS_TEXT } = requests

export function renderReminderEmail(
  { project, requests, ...to }: ReminderAddressee,
  { loginUrl, token, publicUrl }: Links,
): Email {
  const [client, freelancer] = [nameInEmail(to.firstName), nameInEmail(to.freelancer.name)]
  const title = titleInEmail(project.title)
  const isOne = requests.length === 1
  const things = pluralForm(requests.length, 'one thing', `${requests.length} things`)
  const url = `${loginUrl}&to=${pathInPortal(paths.client.projectRequests(project.id))}`
  const lines = requests.slice(0, MAX_LINES).map(({ title, dueDate, reason, since, unsent }) => ({
    text: [
      titleInEmail(singleLine(title)),
      dueDate && `by ${formatDueDate(dueDate)}`,
      unsent > 0 && `${plural(unsent, 'file')} not sent yet`,
    ]
      .filter(Boolean)
      .join(', '),
    ...(reason && { quote: { by: freelancer, text: truncate(reason, MAX_QUOTE_LENGTH) } }),
    time: `since ${formatDueDate(since)}`,
  }))
  const content = renderEmail({
    from: { name: freelancer, role: to.freelancer.company && nameInEmail(to.freelancer.company) },
    subject: `${titleInSubject(project.title)}: ${freelancer} needs ${things} from you`,
    preview: singleLine(truncate(lines.map(({ text }) => text).join(', '), 120)),
    heading: `Hello ${client}. ${freelancer} needs ${things} from you.`,
    paragraph: isOne
      ? 'Answer with a file or a few words. If you do not have it, or it is not needed, say so there.'
      : 'Answer in any order, with a file or a few words. If you do not have something, or it is not needed, say so there.',
    action: { label: pluralForm(requests.length, 'Answer the request'), url },
    sections: [{ heading: title, url, lines }],
    leftOut: requests.length - lines.length,
    note: `A reminder comes on day ${REMINDER_DAYS_TEXT}, until you answer, and the morning after you gathered files without sending them. The link is for you alone: anyone who has it can sign in as you. Answer in the portal, or reply to this email.`,
    links: [
      { label: 'Choose when emails come', url: publicUrl + linkPaths.emailSettings(token) },
      { label: 'No more emails about work', url: publicUrl + linkPaths.unsubscribe('work', token) },
    ],
    signature: `Sent by Portico for ${freelancer}.`,
  })
  return {
    to: { name: `${client} ${nameInEmail(to.lastName)}`, address: to.email },
    from: `${freelancer} via Portico`,
    replyTo: { name: freelancer, address: to.freelancer.email },
    // Mail programs only call https addresses.
    ...(publicUrl.startsWith('https:') && {
      unsubscribeUrl: `${publicUrl}/api${activity.unsubscribe.url}?topic=work&token=${token}`,
    }),
    ...content,
  }
}
