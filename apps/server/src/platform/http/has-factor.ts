import { type RawBuilder, sql } from 'kysely'

/** Whether a person has a second factor. A passkey of another address of the portal counts too. */
export const hasFactor = (personId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from authenticator where freelancer_id = ${personId})
  or exists (select from passkey where freelancer_id = ${personId})
)`
