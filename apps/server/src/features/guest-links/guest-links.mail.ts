import { formatDay, linkPaths } from '@portico/contract'
import { hashSecret } from '../../platform/http/secrets.ts'
import { type Email, nameInEmail, titleInEmail, titleInSubject } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { guestLinkSecrets } from './guest-link-secret.ts'
import { findLinkToMail, type LinkToMail } from './links.repository.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailGuestLink: { linkId: string }
  }
}

export const mailGuestLink: EmailWriter<'mailGuestLink'> = async (ctx, { linkId }) => {
  for (const secret of guestLinkSecrets(ctx, linkId)) {
    const link = await findLinkToMail(ctx.db, linkId, hashSecret(secret), ctx.clock.now())
    if (link)
      return {
        email: renderGuestLinkEmail(link, ctx.config.publicUrl + linkPaths.give(secret)),
        recipient: null,
        workspaceId: link.workspaceId,
      }
  }
}

/** To somebody who may not know Portico. Whoever asks chose their name, so no sentence begins with it. */
export function renderGuestLinkEmail(link: LinkToMail, url: string): Email {
  const { email, madeBy, message, title } = link
  const asker = madeBy === 'client' ? link.client : link.freelancer
  const [name, freelancer] = [nameInEmail(asker.name), nameInEmail(link.freelancer.name)]
  const role = asker.company && nameInEmail(asker.company)
  const business = link.client.company && nameInEmail(link.client.company)
  const wanted = titleInEmail(title)
  const content = renderEmail({
    from: { name, role },
    subject: `Can you help ${name} with ${titleInSubject(title)}?`,
    preview: `It is needed: ${wanted}`,
    heading: `Can you help ${name}?`,
    paragraph:
      madeBy === 'client'
        ? `What is needed: ${wanted}. It goes to ${freelancer}, who works for ${business || name}.`
        : `What is needed: ${wanted}.${business ? ` It is for work for ${business}.` : ''}`,
    ...(message && { quotes: [{ by: name, text: titleInEmail(message) }] }),
    action: { label: 'Open the page', url },
    note: `You need no account: on the page you give your name and your answer. It works until ${formatDay(link.worksUntil)}, for this one request. If you do not know ${name}, ignore this email.`,
    signature: `Sent by Portico for ${freelancer}.`,
  })
  return {
    to: { name: '', address: email },
    from: `${name} via Portico`,
    replyTo: { name, address: asker.email },
    ...content,
  }
}
