import { clients, paths, plural } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { type Email, nameInEmail } from '../../platform/mail/email.ts'
import type { EmailWriter } from '../../platform/mail/outbox.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { findRecipient } from './accounts.repository.ts'
import type { SecurityEvent } from './devices.service.ts'
import type { FactorChange } from './factors/factor-emails.ts'
import { deviceText, timeText } from './security-event-text.ts'

declare module '../../platform/mail/outbox.ts' {
  interface EmailPayloads {
    mailNewDevice: { freelancerId: string } & SecurityEvent
    /** `byLink` when it was forgotten. */
    mailPasswordChanged: { freelancerId: string; byLink: boolean } & SecurityEvent
    mailFactorsChanged: { freelancerId: string; change: FactorChange } & SecurityEvent
    /** `left`: unused codes. */
    mailRecoveryCodeUsed: { freelancerId: string; left: number } & SecurityEvent
  }
}

interface Account {
  name: string
  email: string
  timeZone: string
}

/** Writes an email to an account; none when it was closed meanwhile. */
function toAccount<Event>(render: (account: Account, event: Event, publicUrl: string) => Email) {
  return async ({ db, config }: AppContext, event: Event & { freelancerId: string }) => {
    const { freelancerId } = event
    const account = await findRecipient(db, freelancerId)
    return (
      account && {
        email: render(account, event, config.publicUrl),
        recipient: { side: 'freelancer' as const, personId: freelancerId },
      }
    )
  }
}

export const mailNewDevice: EmailWriter<'mailNewDevice'> = toAccount(renderNewDeviceEmail)
export const mailPasswordChanged: EmailWriter<'mailPasswordChanged'> = toAccount(renderPasswordChangedEmail)
export const mailFactorsChanged: EmailWriter<'mailFactorsChanged'> = toAccount(renderFactorsChangedEmail)
export const mailRecoveryCodeUsed: EmailWriter<'mailRecoveryCodeUsed'> = toAccount(renderRecoveryCodeEmail)

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
  const how = event.byLink ? 'with the link from our email' : 'in the settings'
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'Your Portico password was changed',
    preview: `With ${deviceText(event)}, ${timeText(event, account)}.`,
    heading: `Hello ${name}, you have a new password.`,
    paragraph:
      `It was chosen ${how}, with ${deviceText(event)}, ${timeText(event, account)}. ` +
      `Every other session has ended. ${event.byLink ? HANDED_OUT_TEXT : 'If it was you, there is nothing to do.'}`,
    action: { label: 'It was not me', url: publicUrl + paths.forgotPassword },
    note: 'If it was not you, ask for a new link on that page. It sets another password and ends every other session.',
    ...(event.byLink && {
      links: [{ label: 'Links that were handed out', url: publicUrl + paths.freelancer.handedOut }],
    }),
    signature: 'Sent by Portico.',
  })
  return { to: { name, address: account.email }, ...content }
}

const FACTOR_CHANGES: Record<FactorChange, { subject: string; heading: string }> = {
  app_added: {
    subject: 'An authenticator app was added to your Portico account',
    heading: 'an app was added.',
  },
  app_replaced: {
    subject: 'The authenticator app of your Portico account was replaced',
    heading: 'your app was replaced.',
  },
  app_removed: {
    subject: 'The authenticator app of your Portico account was removed',
    heading: 'your app was removed.',
  },
  passkey_added: { subject: 'A passkey was added to your Portico account', heading: 'a passkey was added.' },
  passkey_removed: {
    subject: 'A passkey of your Portico account was removed',
    heading: 'a passkey was removed.',
  },
  codes_made: {
    subject: 'Your Portico account has new recovery codes',
    heading: 'you have new recovery codes.',
  },
  turned_off: {
    subject: 'Two-step sign-in of your Portico account was turned off',
    heading: 'two-step sign-in is off.',
  },
  reset: {
    subject: 'Two-step sign-in of your Portico account was reset',
    heading: 'two-step sign-in was reset.',
  },
}

export function renderFactorsChangedEmail(
  account: Account,
  event: SecurityEvent & { change: FactorChange },
  publicUrl: string,
): Email {
  const name = nameInEmail(account.name)
  const { subject, heading } = FACTOR_CHANGES[event.change]
  const byOperator = event.change === 'reset'
  const how = byOperator
    ? `The operator of this portal removed everything that you had besides your password, ${timeText(event, account)}. Set it up again when you are logged in.`
    : `This was done with ${deviceText(event)}, ${timeText(event, account)}. If it was you, there is nothing to do.`
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject,
    preview: byOperator
      ? `By the operator, ${timeText(event, account)}.`
      : `With ${deviceText(event)}, ${timeText(event, account)}.`,
    heading: `Hello ${name}, ${heading}`,
    paragraph: how,
    action: { label: 'See how you log in', url: publicUrl + paths.freelancer.security },
    note: byOperator
      ? 'If you did not ask for it, write to the operator.'
      : 'If it was not you, choose a new password, which ends every other session.',
    ...(!byOperator && {
      links: [{ label: 'Choose a new password', url: publicUrl + paths.forgotPassword }],
    }),
    signature: 'Sent by Portico.',
  })
  return { to: { name, address: account.email }, ...content }
}

export function renderRecoveryCodeEmail(
  account: Account,
  event: SecurityEvent & { left: number },
  publicUrl: string,
): Email {
  const name = nameInEmail(account.name)
  const left = event.left === 0 ? 'No code is left' : `${plural(event.left, 'code is', 'codes are')} left`
  const content = renderEmail({
    from: { name: 'Portico', role: null },
    subject: 'A recovery code of your Portico account was used',
    preview: `With ${deviceText(event)}, ${timeText(event, account)}.`,
    heading: `Hello ${name}, a recovery code was used.`,
    paragraph:
      `Somebody logged in with it, with ${deviceText(event)}, ${timeText(event, account)}. ${left}. ` +
      `${event.left > 3 ? 'If it was you, there is nothing to do.' : 'If it was you, make new ones in your settings.'}`,
    action: { label: 'Make new recovery codes', url: publicUrl + paths.freelancer.security },
    note: 'If it was not you, choose a new password, which ends every other session.',
    links: [{ label: 'Choose a new password', url: publicUrl + paths.forgotPassword }],
    signature: 'Sent by Portico.',
  })
  return { to: { name, address: account.email }, ...content }
}

const HANDED_OUT_TEXT = `Login links of your clients and links of guests that were copied before still work: see them in your settings, where you can end them all. They also list the clients whose email address was changed in the last ${clients.CHANGE_SHOWN_DAYS} days.`
