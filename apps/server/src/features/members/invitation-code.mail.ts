import { durationInWords, reviews } from '@portico/contract'
import { type Email, nameInEmail, titleInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { findAccount } from '../accounts/accounts.service.ts'
import { type CodeKey, deleteInvitationCodes, saveInvitationCode } from './invitation-codes.repository.ts'
import { createInvitationCode } from './invitation-codes.service.ts'
import { findInvitation } from './invitations.repository.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailInvitationCode: CodeKey
  }
}

/** Each attempt creates a new code, which replaces the one before. */
export const mailInvitationCode: EmailWriter<'mailInvitationCode'> = async (
  ctx,
  { invitationId, personId },
) => {
  const key = { invitationId, personId }
  const now = ctx.clock.now()
  const [invitation, account] = await Promise.all([
    findInvitation(ctx.db, invitationId, now),
    findAccount(ctx, personId),
  ])
  if (invitation?.state !== 'open' || !account) return
  const { code, hash } = createInvitationCode(ctx, key)
  if (!(await saveInvitationCode(ctx.db, key, { hash, now }))) return
  const { email, workspaceName } = invitation
  return {
    email: renderInvitationCodeEmail(
      { email, workspaceName, joinsAs: account.email },
      code,
      ctx.config.publicUrl,
    ),
    recipient: null,
    withdraw: () => deleteInvitationCodes(ctx.db, key, hash),
  }
}

interface InvitationToProve {
  email: string
  workspaceName: string
  /** The address of the account that joins. */
  joinsAs: string
}

export function renderInvitationCodeEmail(
  { email, workspaceName, joinsAs }: InvitationToProve,
  code: string,
  publicUrl: string,
): Email {
  const workspace = nameInEmail(workspaceName)
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: `Your code to join ${workspace}`,
    preview: `Open this email to read it. It works for ${durationInWords(reviews.CODE_SECONDS)}.`,
    heading: 'Here is your code.',
    paragraph:
      `Enter it on the page of the invitation to ${workspace}. It works for ${durationInWords(reviews.CODE_SECONDS)}, and lets the ` +
      `account ${titleInEmail(joinsAs)} join instead of this address.`,
    code,
    action: { label: 'Open Portico', url: publicUrl },
    note: `Give this code to nobody: whoever has it joins in your place. Is ${titleInEmail(joinsAs)} not you? Ignore this email.`,
    signature: `Sent by Portico for ${workspace}.`,
  })
  return { to: { name: '', address: email }, from: 'Portico', ...content }
}
