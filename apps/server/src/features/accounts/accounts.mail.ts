import { isFreelancerPath } from '@portico/contract'
import type { Job } from '../../platform/jobs/jobs.ts'
import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { findFreelancerByEmail, findRecipient } from './accounts.repository.ts'
import { issueResetLink } from './passwords.service.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** `requestId` prevents a second email when the job runs again. */
    mailPasswordReset: { email: string; requestId?: string; path?: string }
  }
}
declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    /** `path`: the page to lead on to. */
    mailResetLink: { freelancerId: string; path?: string }
  }
}

/** The second half of `forgotPassword`, in a job so that its time reveals nothing. */
export const mailPasswordReset: Job<'mailPasswordReset'> = async (ctx, { email, requestId, path }) => {
  const account = await findFreelancerByEmail(ctx.db, email)
  if (!account) return
  const count = { purpose: 'account', mailbox: account.email, once: requestId } as const
  await ctx.outbox.queue(ctx.db, 'mailResetLink', { freelancerId: account.id, path }, count)
}

export const mailResetLink: EmailWriter<'mailResetLink'> = async (ctx, { freelancerId, path }) => {
  const account = await findRecipient(ctx.db, freelancerId)
  if (!account) return
  return {
    email: renderResetEmail(account, leadOn(await issueResetLink(ctx, freelancerId), path)),
    recipient: { side: 'freelancer', personId: freelancerId },
  }
}

/** The page is checked here as well as in the browser: the link of an email must lead to no other site. */
export function leadOn(url: string, path: string | undefined) {
  return path && isFreelancerPath(path) ? `${url}&to=${encodeURIComponent(path)}` : url
}

export function renderResetEmail({ name, email }: { name: string; email: string }, url: string): Email {
  const freelancer = nameInEmail(name)
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'Choose a new password for Portico',
    preview: 'The link works once, within the hour.',
    heading: `Hello ${freelancer}, choose a new password.`,
    paragraph:
      'You, or somebody who entered your address, asked for a new password for your Portico account. ' +
      'This link works once, within the hour. Choosing a new password logs you out everywhere else.',
    action: { label: 'Choose a new password', url },
    note: 'If it was not you, do nothing: your password stays as it is.',
    signature: 'Sent by Portico.',
  })
  return { to: { name: freelancer, address: email }, ...content }
}
