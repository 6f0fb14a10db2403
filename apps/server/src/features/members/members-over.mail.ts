import { members, PLANS, type Plan, paths, plural } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { type EmailContents, renderEmail } from '../../platform/mail/render-email.ts'
import { findOwnerToMail } from './active-members.repository.ts'
import { pausesAt } from './active-members.service.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailMembersOver: { workspaceId: string }
    mailMembersPaused: { workspaceId: string }
  }
}

/** To the owner, two weeks before. None when there is room again. */
export const mailMembersOver: EmailWriter<'mailMembersOver'> = (ctx, { workspaceId }) =>
  toOwner(ctx, workspaceId, ({ overSince }) => overSince !== null, renderMembersOverEmail)

export const mailMembersPaused: EmailWriter<'mailMembersPaused'> = (ctx, { workspaceId }) =>
  toOwner(ctx, workspaceId, ({ paused }) => paused.length > 0, renderMembersPausedEmail)

export type OwnerToMail = NonNullable<Awaited<ReturnType<typeof findOwnerToMail>>>

async function toOwner(
  { db, config }: AppContext,
  workspaceId: string,
  isTrue: (owner: OwnerToMail) => boolean,
  render: (owner: OwnerToMail, publicUrl: string) => Email,
) {
  const owner = await findOwnerToMail(db, workspaceId)
  if (!owner || !isTrue(owner)) return
  const recipient = { side: 'freelancer' as const, personId: owner.id }
  return { email: render(owner, config.publicUrl), recipient }
}

type About = Omit<OwnerToMail, 'id'>

export function renderMembersOverEmail(owner: About, publicUrl: string): Email {
  const day = new Date(pausesAt(owner.overSince ?? new Date().toISOString())).toLocaleDateString('en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return write(owner, publicUrl, {
    subject: 'More people work with you than your plan has room for',
    preview: `Choose who continues before ${day}.`,
    heading: `your plan has room for ${roomOf(owner)}.`,
    paragraph:
      `More work in ${nameInEmail(owner.workspaceName)} now. Nobody is removed, and nothing changes for ${members.PAUSE_DAYS} days. ` +
      `On ${day} the newest members are paused: they can sign in and see why, and nothing else. ` +
      'You can choose who continues, or take a larger plan.',
  })
}

export function renderMembersPausedEmail(owner: About, publicUrl: string): Email {
  const names = owner.paused.map(nameInEmail).join(', ')
  return write(owner, publicUrl, {
    subject: `${plural(owner.paused.length, 'member is', 'members are')} paused`,
    preview: 'They can sign in and see why.',
    heading: `your plan has room for ${roomOf(owner)}.`,
    paragraph:
      `The newest members of ${nameInEmail(owner.workspaceName)} are paused: ${names}. What they wrote and whom they work with ` +
      'stays as it is. Clients with whom nobody else works are now yours too. You can choose others, or take a larger plan: then everybody works again at once.',
  })
}

const roomOf = ({ plan }: { plan: Plan }) => plural(PLANS[plan].memberLimit, 'member')

type Content = Pick<EmailContents, 'subject' | 'preview' | 'heading' | 'paragraph'>

function write({ name, email }: About, publicUrl: string, { heading, ...content }: Content): Email {
  const to = nameInEmail(name)
  return {
    to: { name: to, address: email },
    ...renderEmail({
      ...content,
      from: { name: 'Portico', role: null },
      heading: `Hello ${to}, ${heading}`,
      action: { label: 'Open the members', url: publicUrl + paths.freelancer.members },
      note: 'You get this email because you are the owner.',
      signature: 'Sent by Portico.',
    }),
  }
}
