import { durationInWords, paths, reviews } from '@portico/contract'
import { type Email, nameInEmail, titleInEmail, titleInSubject } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import {
  type CodeAddressee,
  type CodeOwner,
  deleteCode,
  findCodeAddressee,
  saveCode,
} from './codes.repository.ts'
import { createCode } from './codes.service.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailReviewCode: CodeOwner
  }
}

/** Each attempt creates a new code, which replaces the one before. */
export const mailReviewCode: EmailWriter<'mailReviewCode'> = async (ctx, { reviewId, sessionId }) => {
  const now = ctx.clock.now()
  const addressee = await findCodeAddressee(ctx.db, { reviewId, sessionId }, now)
  if (!addressee) return
  const { code, hash } = createCode(ctx, addressee.groupId)
  if (!(await saveCode(ctx.db, { reviewId, sessionId }, { email: addressee.email, hash }, now))) return
  return {
    email: renderCodeEmail(addressee, code, ctx.config.publicUrl),
    recipient: { side: 'client', personId: addressee.personId },
    withdraw: () => deleteCode(ctx.db, addressee, hash),
  }
}

export function renderCodeEmail(to: CodeAddressee, code: string, publicUrl: string): Email {
  const [client, freelancer] = [nameInEmail(to.firstName), nameInEmail(to.freelancer.name)]
  const isOne = to.count === 1
  const [what, subject] = isOne
    ? [`version ${to.version} of ${titleInEmail(to.fileName)}`, titleInSubject(to.fileName)]
    : [`${to.count} files`, `${to.count} files`]
  const content = renderEmail({
    from: { name: freelancer, role: to.freelancer.company && nameInEmail(to.freelancer.company) },
    subject: `Your code for ${subject}`,
    preview: `Open this email to read it. It works for ${durationInWords(reviews.CODE_SECONDS)}.`,
    heading: `Hello ${client}, here is your code.`,
    paragraph:
      `Enter it where you decide on ${what}. It works once, for ${durationInWords(reviews.CODE_SECONDS)}, and confirms that the ` +
      `decision comes from ${titleInEmail(to.email)}.`,
    code,
    action: isOne
      ? { label: 'Open the file', url: publicUrl + paths.client.file(to.fileId) }
      : { label: 'Open the files', url: publicUrl + paths.client.review(to.reviewId) },
    note: `Give this code to nobody, not even to ${freelancer}: anyone who has it can decide in your name. If you are not deciding on anything, ignore this email.`,
    signature: `Sent by Portico for ${freelancer}.`,
  })
  return {
    to: { name: `${client} ${nameInEmail(to.lastName)}`, address: to.email },
    from: `${freelancer} via Portico`,
    replyTo: { name: freelancer, address: to.freelancer.email },
    ...content,
  }
}
