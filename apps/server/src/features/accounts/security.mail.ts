import { clients, paths } from '@portico/contract'
import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { findProfile } from './accounts.repository.ts'
import type { SecurityEvent } from './devices.service.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailNewDevice: { freelancerId: string } & SecurityEvent
    /** `byLink` when it was forgotten. */
    mailPasswordChanged: { freelancerId: string; byLink: boolean } & SecurityEvent
  }
}

interface Account {
  name: string
  email: string
  timeZone: string
}

export const mailNewDevice: EmailWriter<'mailNewDevice'> = async (ctx, { freelancerId, ...event }) => {
  const account = await findProfile(ctx.db, { personId: freelancerId })
  return (
    account && {
      email: renderNewDeviceEmail(account, event, ctx.config.publicUrl),
      recipient: { side: 'freelancer', personId: freelancerId },
    }
  )
}

export const mailPasswordChanged: EmailWriter<'mailPasswordChanged'> = async (
  ctx,
  { freelancerId, ...event },
) => {
  const account = await findProfile(ctx.db, { personId: freelancerId })
  return (
    account && {
      email: renderPasswordChangedEmail(account, event, ctx.config.publicUrl),
      recipient: { side: 'freelancer', personId: freelancerId },
    }
  )
}

export function renderNewDeviceEmail(account: Account, event: SecurityEvent, publicUrl: string): Email {
  const name = nameInEmail(account.name)
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'New login to your Portico account',
    preview: `With ${deviceText(event)}, ${timeText(event, account)}.`,
    heading: `Hello ${name}, you have a new login.`,
    paragraph:
      `Somebody logged in to your Portico account with ${deviceText(event)}, which was not used for it before, ` +
      `${timeText(event, account)}. If it was you, there is nothing to do.`,
    action: { label: 'See where you are logged in', url: publicUrl + paths.freelancer.security },
    note: 'If it was not you, choose a new password, which ends every other session.',
    links: [{ label: 'Choose a new password', url: publicUrl + paths.forgotPassword }],
    signature: 'Sent by Portico.',
  })
  return { to: { name, address: account.email }, ...content }
}

export function renderPasswordChangedEmail(
  account: Account,
  event: SecurityEvent & { byLink: boolean },
  publicUrl: string,
): Email {
  const name = nameInEmail(account.name)
  const how = event.byLink ? 'by the link that we mailed' : 'in the settings'
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'Your Portico password was changed',
    preview: `With ${deviceText(event)}, ${timeText(event, account)}.`,
    heading: `Hello ${name}, you have a new password.`,
    paragraph:
      `It was chosen ${how} with ${deviceText(event)}, ${timeText(event, account)}. ` +
      `Every other session has ended. ${event.byLink ? HANDED_OUT_TEXT : 'If it was you, there is nothing to do.'}`,
    action: { label: 'It was not me', url: publicUrl + paths.forgotPassword },
    note: 'If it was not you, press the button. The link that is mailed to you then sets another password and ends every other session.',
    ...(event.byLink && {
      links: [{ label: 'Links that were handed out', url: publicUrl + paths.freelancer.handedOut }],
    }),
    signature: 'Sent by Portico.',
  })
  return { to: { name, address: account.email }, ...content }
}

const HANDED_OUT_TEXT = `Login links of your clients and links of guests that were copied before still work: see them in your settings, where you can end them all. They also list the clients whose email address was changed in the last ${clients.CHANGE_SHOWN_DAYS} days.`

function deviceText({ device }: SecurityEvent) {
  return device ?? 'a device that gave no name'
}

function timeText({ at }: SecurityEvent, { timeZone }: Account) {
  const write = (zone: string) =>
    `on ${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })} (${zone})`
  try {
    return write(timeZone)
  } catch {
    // PostgreSQL knows a few zones that Node does not.
    return write('UTC')
  }
}
