import type { AppContext } from '../../platform/context.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'

const RegistrationClosed = problem('REGISTRATION_CLOSED', 403, 'This Portico takes no new accounts.', {
  when: 'The operator lets nobody register, or only those whom a member has invited.',
})
const ByInvitationOnly = problem(
  'REGISTRATION_CLOSED',
  403,
  'New accounts are by invitation only. Follow the link in the email of your invitation.',
)
const DomainNotAllowed = problem<[string]>(
  'EMAIL_DOMAIN_NOT_ALLOWED',
  403,
  'Please register with an address at %s.',
  {
    when: 'The operator lets people register with addresses at some domains only.',
    sample: ['example.com'],
  },
)

type Context = Pick<AppContext, 'config'>

/** For somebody who comes by themselves. */
export function requireOpenRegistration({ config }: Context, email: string) {
  const { registration, registrationDomains: domains } = config
  if (registration === 'closed') throw new RegistrationClosed()
  if (registration === 'invited') throw new ByInvitationOnly()
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.length > 0 && !domains.includes(domain))
    throw withField(new DomainNotAllowed(domains.join(' or ')), 'email')
}

/** For somebody whom a member has invited, with an address of any domain. */
export function requireInvitedRegistration({ config }: Context) {
  if (config.registration === 'closed') throw new RegistrationClosed()
}
