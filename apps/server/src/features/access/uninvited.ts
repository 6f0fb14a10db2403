import { sql } from 'kysely'

/**
 * The condition that a client has not come in and is not invited yet: no email goes to them before the invitation, or before they
 * have come in by a link that the freelancer sends them.
 */
export function isUninvited(client: string) {
  return sql<boolean>`
    (${sql.ref(`${client}.unsent_invitation`)} in ('first-project', 'never') and ${sql.ref(`${client}.last_seen_at`)} is null)`
}
