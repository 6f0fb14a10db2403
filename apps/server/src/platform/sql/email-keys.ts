import { domainToASCII } from 'node:url'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './database.ts'

/** The form in which addresses are compared: the domain in ASCII, all in lower case. */
export function emailKey(email: string) {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  // Empty for a domain that cannot exist.
  return `${email.slice(0, at)}@${domainToASCII(domain) || domain}`.toLowerCase()
}

/** What is stored beside an address: null for most, whose key is `lower(email)`. */
export function storedEmailKey(email: string) {
  const key = emailKey(email)
  return key === email.toLowerCase() ? null : key
}

/** The expression of the indexes, to be compared with `emailKey`. */
export const emailKeyColumn = sql<string>`coalesce(email_key, lower(email))`

/** Addresses from before keys were stored. One address of two people in two forms stays theirs as it is. */
export async function storeMissingEmailKeys(db: Db, log: Logger) {
  for (const table of ['freelancer', 'client'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'email'])
      .where('email_key', 'is', null)
      .where(sql<boolean>`email ~ '@.*[^ -~]'`)
      .execute()
    for (const { id, email } of rows) {
      try {
        await db
          .updateTable(table)
          .set({ email_key: storedEmailKey(email) })
          .where('id', '=', id)
          .execute()
      } catch (error) {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
        log.warn({ table, id }, 'another row has the same address in another form')
      }
    }
  }
}

const UNIQUE_VIOLATION = '23505'
