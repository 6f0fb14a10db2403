import type { EmailStatus } from '@portico/contract'
import { noEmailText } from './InviteChoice.tsx'

/** True when the requested email is not sent now. */
export const isHeldBack = (status: EmailStatus) => status === 'limited' || status === 'unconfirmed'

/** How a link that is shown gets to its client. */
export function deliveryText(
  status: EmailStatus,
  { firstName, email }: { firstName: string; email: string },
  areEmailsDelayed: boolean,
) {
  if (status === 'queued' && areEmailsDelayed) {
    return `The link to ${email} will be sent as soon as the mail server answers. You can send ${firstName} this link yourself.`
  }
  if (status === 'queued') return `The link is on its way to ${email}.`
  if (status === 'limited') {
    return `No email was sent: there were too many within the hour. Send ${firstName} this link yourself.`
  }
  if (status === 'unconfirmed') {
    return `No email was sent yet: ${firstName} gets one once you confirm your own address. You can send them this link yourself.`
  }
  if (status === 'first-project') {
    return `${firstName} gets an email with their first project. Until then you can send them this link yourself.`
  }
  return `Send them this link yourself. ${noEmailText(firstName)}`
}
