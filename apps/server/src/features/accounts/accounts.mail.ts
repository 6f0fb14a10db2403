import type { Job } from '../../platform/jobs.ts'
import { writeLetter } from '../../platform/mail/letter.ts'
import { type Letter, oneLine } from '../../platform/mail.ts'
import { findFreelancerByEmail } from './accounts.repository.ts'
import { issueResetLink } from './passwords.service.ts'

declare module '../../platform/jobs.ts' {
  interface JobPayloads {
    mailPasswordReset: { email: string }
  }
}

/** The work behind `forgotPassword`, done where nobody waits for it or can time it. */
export const mailPasswordReset: Job<'mailPasswordReset'> = async (ctx, { email }) => {
  const account = await findFreelancerByEmail(ctx.db, email)
  if (!account) return
  await ctx.mail.send(resetLetter(account, await issueResetLink(ctx, account.id)))
}

export function resetLetter({ name, email }: { name: string; email: string }, url: string): Letter {
  const freelancer = oneLine(name)
  const letter = writeLetter({
    from: { name: 'Portico', role: null },
    subject: 'Choose a new password for Portico',
    preview: 'The link works once, within the hour.',
    heading: `${freelancer}, choose a new password.`,
    paragraph:
      'Somebody, you we hope, asked for a new password for your Portico account. ' +
      'This link works once, within the hour. Choosing a new password logs you out everywhere else.',
    action: { label: 'Choose a new password', url },
    note: 'It was not you? Then do nothing: your password stays as it is.',
    signature: 'Sent by Portico.',
  })
  return { to: { name: freelancer, address: email }, ...letter }
}
