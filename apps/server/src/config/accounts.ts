import { type Env, invalid, oneOf, read } from './environment.ts'

/** Who may register. */
export function readAccountsConfig(env: Env, { confirmEmail }: { confirmEmail: boolean }) {
  return {
    /** `invited`: colleagues whom a member invites, and nobody else. `closed`: nobody new at all. */
    registration: oneOf(env, 'REGISTRATION', ['open', 'invited', 'closed'] as const, 'open'),
    /** The domains of the addresses with which anybody registers; empty: any. Who is invited may have another. */
    registrationDomains: read(
      env,
      'REGISTRATION_DOMAINS',
      confirmEmail
        ? parseDomains
        : () => invalid('needs CONFIRM_EMAIL=on, because anybody can type an address of a colleague'),
      [] as string[],
    ),
  }
}

function parseDomains(value: string) {
  const domains = value
    .toLowerCase()
    .split(',')
    .map((domain) => domain.trim())
  return domains.every((domain) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(domain))
    ? domains
    : invalid('must be domains parted by commas, like example.com, example.org')
}
