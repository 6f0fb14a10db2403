import { linkPaths, members } from '@portico/contract'
import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { findInvitation } from './invitations.repository.ts'
import { issueInvitationLink } from './invitations.service.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailMemberInvitation: { invitationId: string }
  }
}

export const mailMemberInvitation: EmailWriter<'mailMemberInvitation'> = async (ctx, { invitationId }) => {
  const invitation = await findInvitation(ctx.db, invitationId, ctx.clock.now())
  if (invitation?.state !== 'open') return
  const { secret, withdraw } = await issueInvitationLink(ctx, invitationId)
  return {
    email: renderInvitationEmail(invitation, ctx.config.publicUrl + linkPaths.invitation(secret)),
    recipient: null,
    withdraw,
  }
}

interface InvitationToMail {
  email: string
  workspaceName: string
  invitedBy: string | null
  inviterEmail: string | null
}

/** To somebody who may not know Portico. The names are chosen by the one who invites, so no sentence begins with one. */
export function renderInvitationEmail(invitation: InvitationToMail, url: string): Email {
  const workspace = nameInEmail(invitation.workspaceName)
  const by = nameInEmail(invitation.invitedBy ?? invitation.workspaceName)
  const content = renderEmail({
    from: { name: by, role: workspace === by ? null : workspace },
    subject: `Work with ${workspace} in Portico`,
    preview: 'Clients, projects and files of the team in one place.',
    heading: `You are invited to ${workspace}.`,
    paragraph:
      `In Portico you work with ${by} on the same clients: projects, files, approvals and messages are in one place. ` +
      'On the page you log in, or choose a name and a password.',
    action: { label: 'See the invitation', url },
    note: `It works for ${members.INVITATION_DAYS} days, for this address only. If you do not know ${by}, ignore this email.`,
    signature: `Sent by Portico for ${workspace}.`,
  })
  const { inviterEmail } = invitation
  return {
    to: { name: '', address: invitation.email },
    from: `${by} via Portico`,
    ...(inviterEmail && { replyTo: { name: by, address: inviterEmail } }),
    ...content,
  }
}
