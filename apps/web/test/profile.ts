import type { accounts } from '@portico/contract'

/** The signed-in freelancer's profile as the API answers it. */
export function aProfile(part: Partial<accounts.Profile> = {}): accounts.Profile {
  return {
    id: 'f1',
    name: 'Ada Marsh',
    email: 'ada@marsh.example',
    company: null,
    timeZone: 'Europe/London',
    emailConfirmed: true,
    emailsDelayedSince: null,
    emailRefusal: null,
    pendingEmail: null,
    ...part,
  }
}
