import { type Env, invalid, isOn, oneOf, parseUrl, read, required } from './environment.ts'
import type { ServerConfig } from './server.ts'

export function readMailConfig(env: Env, { production, showsDevelopmentPages }: ServerConfig) {
  const isCaptured = oneOf(env, 'MAIL', ['captured'], null) !== null
  const smtpUrl = read(
    env,
    'SMTP_URL',
    isCaptured ? () => invalid('must not be set when MAIL is captured') : parseUrl('smtp:', 'smtps:'),
    production && !isCaptured
      ? required('SMTP_URL', 'NODE_ENV is production (MAIL=captured starts without sending emails)')
      : null,
  )
  return {
    /** Null: emails are captured in `dataDir`. */
    smtpUrl,
    mailFrom: read(env, 'MAIL_FROM', parseSender, 'Portico <portico@localhost>'),
    /** Where messages from the support page go; null: to `mailFrom`. */
    supportAddress: read(env, 'SUPPORT_ADDRESS', parseSender, null),
    /** Where faults of safety are reported: `mailto:` or https. Null: to support. */
    securityContact: read(env, 'SECURITY_CONTACT', parseContact, null),
    /** Clients get emails only once the freelancer's own address is confirmed. */
    confirmEmail: isOn(env, 'CONFIRM_EMAIL', production ? 'on' : 'off'),
    /** Captured emails can be read at /dev/{devKey}/mailbox. */
    showsMailbox: showsDevelopmentPages && !smtpUrl,
  }
}

function parseContact(value: string) {
  const { protocol } = URL.parse(value) ?? {}
  return protocol === 'https:' || /^mailto:[^\s@<>]+@[^\s@<>]+$/.test(value)
    ? value
    : invalid('must be like mailto:security@example.com or https://example.com/security')
}

function parseSender(value: string) {
  return /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)
    ? value
    : invalid('must be an email address, like Portico <portico@example.com>')
}
