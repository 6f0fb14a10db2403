/** Durations that the operator can set and that pages name: the defaults, in seconds. */
export const DEFAULT_DURATIONS = {
  session: 30 * 86_400,
  loginLink: 30 * 86_400,
  fileLink: 15 * 60,
}
export type ConfiguredDuration = keyof typeof DEFAULT_DURATIONS

/** Stands in the built pages until the server writes the duration in words there. */
export const durationPlaceholder = (name: ConfiguredDuration) => `portico-duration-${name}`

/**
 * What stands between these in the built pages is only for a Portico that sells plans; what follows `otherwise` is for one that
 * does not (`BILLING=none`). The server keeps one of the two.
 */
export const PLANS_MARKS = {
  begin: 'portico-plans-begin',
  otherwise: 'portico-plans-otherwise',
  end: 'portico-plans-end',
}

/** The same for whether anybody may register (`REGISTRATION=open`). */
export const REGISTRATION_MARKS = {
  begin: 'portico-registration-begin',
  otherwise: 'portico-registration-otherwise',
  end: 'portico-registration-end',
}

/** Why nobody can register by themselves, by the value of `REGISTRATION`. */
export const REGISTRATION_TEXTS = {
  open: '',
  invited:
    'New accounts are by invitation only. If somebody has invited you, follow the link in their email.',
  closed: 'This Portico takes no new accounts.',
}
export type Registration = keyof typeof REGISTRATION_TEXTS

/** Stands in the built pages for the value of `REGISTRATION`, for its text, and for the domains. */
export const registrationPlaceholder = (part: 'mode' | 'text' | 'domains') =>
  `portico-registration-is-${part}`

/** Stands behind another sentence; empty where addresses of any domain may register. */
export function registrationDomainsText(domains: string) {
  return domains && ` Register with an address at ${domains}.`
}
