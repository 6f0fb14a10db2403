import type { Actor } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Email, nameWithoutLinks, singleLine } from '../../../platform/mail/mailer.ts'
import type { EmailWriter } from '../../../platform/mail/outbox.ts'
import { renderEmail } from '../../../platform/mail/render-email.ts'
import { issueMailedLink, withdrawLoginLink } from '../../clients/links.service.ts'
import { unsubscribeToken } from './mail-preference.service.ts'
import { type Correspondents, findCorrespondents, findUnread } from './unread.repository.ts'

declare module '../../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    /** The messages from the number after `after` to `until` that are still unread. */
    mailUnread: { clientId: string; to: Actor['role']; after: number; until: number }
  }
}

const MAX_QUOTES = 5
const MAX_QUOTE_LENGTH = 600

/** Returns nothing when the messages were read or archived meanwhile, or emails are not wanted. */
export const mailUnread: EmailWriter<'mailUnread'> = async (ctx, { clientId, to, after, until }) => {
  const both = await findCorrespondents(ctx.db, clientId)
  if (!both || both.archivedAt || !(to === 'client' ? both.clientWantsMail : both.freelancerWantsMail)) return
  const unread = await findUnread(ctx.db, to, { clientId, after, until }, MAX_QUOTES)
  if (unread.total === 0) return

  const token = unsubscribeToken(ctx, { role: to, id: to === 'client' ? clientId : both.freelancerId })
  const url = await conversationUrl(ctx, to, both)
  if (!url) return
  return {
    email: renderUnreadEmail(both, { ...unread, to, url, token, publicUrl: ctx.config.publicUrl }),
    // A second attempt makes another link.
    ...(to === 'client' && { withdraw: () => withdrawLoginLink(ctx, url) }),
  }
}

/** For a client, a login link that opens the conversation; undefined when their email address has just changed. */
async function conversationUrl(
  ctx: AppContext,
  to: Actor['role'],
  { clientId, clientEmail: email }: Correspondents,
) {
  if (to === 'freelancer') return `${ctx.config.publicUrl}/chat?client=${clientId}`
  const link = await issueMailedLink(ctx, { id: clientId, email })
  return link && `${link}&to=chat`
}

interface Unread {
  to: Actor['role']
  total: number
  /** The newest messages, oldest first. */
  contents: string[]
  url: string
  token: string
  publicUrl: string
}

export function renderUnreadEmail(
  both: Correspondents,
  { to, total, contents, url, token, publicUrl }: Unread,
): Email {
  const client = nameWithoutLinks(both.firstName)
  const clientInFull = `${client} ${nameWithoutLinks(both.lastName)}`
  const freelancer = nameWithoutLinks(both.freelancerName)
  const sender = to === 'client' ? freelancer : clientInFull
  const role = to === 'client' ? both.freelancerCompany : both.clientCompany
  const reader = to === 'client' ? client : freelancer
  const few = total === 1 ? 'a message' : `${total} messages`
  const content = renderEmail({
    from: { name: sender, role: role && nameWithoutLinks(role) },
    subject: total === 1 ? `A message from ${sender}` : `${total} messages from ${sender}`,
    preview: singleLine(truncate(contents[0] ?? '', 120)),
    heading: `${reader}, ${sender} wrote to you.`,
    paragraph:
      total > contents.length
        ? `You have ${few} that you have not read. These are the last ${contents.length}.`
        : `You have ${few} that you have not read.`,
    quotes: contents.map((content) => truncate(content, MAX_QUOTE_LENGTH)),
    action: { label: 'Open the conversation', url },
    note:
      to === 'client'
        ? 'The link is yours alone: whoever has it can come in. Answer in the portal, or answer this mail.'
        : 'Answer in Portico, or answer this mail.',
    secondLink: { label: 'No more mails about messages', url: `${publicUrl}/chat-mail?token=${token}` },
    signature: to === 'client' ? `Sent by Portico for ${freelancer}.` : 'Sent by Portico.',
  })
  return {
    to:
      to === 'client'
        ? { name: clientInFull, address: both.clientEmail }
        : { name: freelancer, address: both.freelancerEmail },
    from: `${sender} via Portico`,
    replyTo: {
      name: sender,
      address: to === 'client' ? both.freelancerEmail : both.clientEmail,
    },
    unsubscribeUrl: `${publicUrl}/api/messages/mail/unsubscribe?token=${token}`,
    ...content,
  }
}

/** Never splits a character. */
function truncate(text: string, most: number) {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text
}
