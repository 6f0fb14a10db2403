import { formatDuration, pathInPortal, paths } from '@portico/contract'
import { type Email, nameInEmail, titleInEmail, titleInSubject } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { limitsOfPlan } from '../access/plan-limits.ts'
import { skipEmailAboutNewProject } from '../events/waiting-emails.ts'
import { type Addressee, findAddressee } from './addressees.repository.ts'
import { issueMailedLink, withdrawLoginLink } from './links.service.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    /** `again`: the client was invited before, so the email has no introduction. `path` is the page that the link opens. */
    mailLoginLink: { clientId: string; again?: boolean; path?: string }
  }
}

/** Creates the link while the email is written, because only its hash is stored. Each attempt makes its own. */
export const mailLoginLink: EmailWriter<'mailLoginLink'> = async (ctx, { clientId, again = false, path }) => {
  const addressee = await findAddressee(ctx.db, clientId)
  if (!addressee) return
  // Archived since the invitation was queued. A link that was asked for is sent.
  if (addressee.archivedAt && !again) return
  // The freelancer has decided meanwhile that no email goes to the client yet.
  if (addressee.unsentInvitation === 'never') return
  const { loginLinkTtl } = ctx.config
  const expiresAt = new Date(ctx.clock.now().getTime() + loginLinkTtl * 1_000)
  const loginUrl = await issueMailedLink(ctx, { id: clientId, email: addressee.email })
  // The address has changed, which has queued another email.
  if (!loginUrl) return
  const recipient = { side: 'client', personId: clientId } as const
  return {
    email: renderLoginEmail(addressee, {
      loginUrl,
      loginLinkTtl,
      expiresAt,
      again,
      path,
      hasPlans: ctx.config.hasPlans,
    }),
    recipient,
    withdraw: () => withdrawLoginLink(ctx, loginUrl),
    async settle() {
      // The invitation names the project, so no other email about it is needed.
      if (!again && addressee.firstProject)
        await skipEmailAboutNewProject(ctx, recipient, addressee.firstProject.id)
    },
  }
}

interface Link {
  loginUrl: string
  loginLinkTtl: number
  expiresAt: Date
  again: boolean
  path?: string | undefined
  /** Off: there is live chat on all accounts. */
  hasPlans?: boolean
}

export function renderLoginEmail(
  to: Addressee,
  { loginUrl, loginLinkTtl, expiresAt, again, path, hasPlans = true }: Link,
): Email {
  const [client, freelancer] = [nameInEmail(to.firstName), nameInEmail(to.freelancer.name)]
  const until = loginLinkTtl >= 86_400 ? `, until ${longDay(expiresAt, to.freelancer.timeZone)}` : ''
  const project = again ? null : to.firstProject
  const title = project && titleInEmail(project.title)
  const portalContents = limitsOfPlan({ hasPlans }, to.freelancer.plan).liveChat
    ? 'projects, files and messages'
    : 'projects and files'
  const content = renderEmail({
    from: { name: freelancer, role: to.freelancer.company && nameInEmail(to.freelancer.company) },
    subject: again
      ? `Your link to your portal with ${freelancer}`
      : `${freelancer} invited you to ${project ? titleInSubject(project.title) : 'your portal'}`,
    preview: `Your projects with ${freelancer}, behind one link.`,
    heading: again
      ? `Hello ${client}, here is your link.`
      : `Hello ${client}, your work with me is in one place now.`,
    paragraph:
      (title ? `It begins with ${title}. ` : '') +
      `This link opens your ${portalContents}. There is no password. ` +
      `It works on your phone and your computer for ${formatDuration(loginLinkTtl)}${until}.`,
    action: project
      ? { label: 'Open the project', url: `${loginUrl}&to=${pathInPortal(paths.client.project(project.id))}` }
      : { label: 'Open my portal', url: path ? linkToPage(loginUrl, path) : loginUrl },
    note:
      'The link is for you alone: anyone who has it can sign in as you. ' +
      `Not expecting it? Ignore this email, or reply to reach ${freelancer}.`,
    signature: `Sent by Portico for ${freelancer}.`,
  })
  return {
    to: { name: `${client} ${nameInEmail(to.lastName)}`, address: to.email },
    from: `${freelancer} via Portico`,
    replyTo: { name: freelancer, address: to.freelancer.email },
    ...content,
  }
}

/** The page that reads it adds the first segment of the client area, so the address leads nowhere else. */
function linkToPage(loginUrl: string, path: string) {
  const page = pathInPortal(path)
  return page ? `${loginUrl}&to=${encodeURIComponent(page)}` : loginUrl
}

function longDay(instant: Date, timeZone: string) {
  try {
    return instant.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })
  } catch {
    // PostgreSQL knows a few zones that Node does not.
    return instant.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  }
}
