import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { hasBytes } from './file-state.ts'

export interface Installation {
  id: string
  /** Differs between a database and a restored copy of it. */
  incarnation: string | null
  /** When its id was written into its storage. */
  markedAt: string | null
  cleanUpNotBefore: string
  /** Whether the database has no accounts. */
  isEmpty: boolean
}

export async function findInstallation(db: Db) {
  const { rows } = await sql<Installation>`
    select id, incarnation, marked_at as "markedAt", clean_up_not_before as "cleanUpNotBefore",
      not exists (select from freelancer) as "isEmpty"
    from installation`.execute(db)
  return rows[0]
}

/** Creates the installation unless there is one. When several processes start at once, the first id is kept. */
export async function insertInstallation(
  db: Db,
  { pausedUntil, ...row }: { id: string; incarnation: string; version: string; pausedUntil: Date },
) {
  await db
    .insertInto('installation')
    .values({ ...row, clean_up_not_before: pausedUntil.toISOString() })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute()
}

export async function noteVersion(db: Db, version: string, pausedUntil: Date) {
  await db
    .updateTable('installation')
    .set({ version, clean_up_not_before: pausedUntil.toISOString() })
    .where('version', '<>', version)
    .execute()
}

export async function pauseCleanUp(db: Db, until: Date) {
  await db.updateTable('installation').set({ clean_up_not_before: until.toISOString() }).execute()
}

/**
 * Whether this database was restored from a dump, or created with another as its template, since Portico last wrote the
 * row: then the row names another transaction than `xmin`, or another database.
 */
export const wasCopied = sql<boolean>`(
  xmin::text::bigint <> written_by % 4294967296
  or written_in <> (select oid from pg_database where datname = current_database()))`

/** Gives the database a new incarnation, so that a storage belongs to it or to its original, and pauses the clean-up. */
export async function noteRestore(
  db: Db,
  { incarnation, pausedUntil }: { incarnation: string; pausedUntil: Date },
  condition = sql<boolean>`true`,
) {
  const { numUpdatedRows } = await db
    .updateTable('installation')
    .set({ incarnation, clean_up_not_before: pausedUntil.toISOString() })
    .where(condition)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The tables whose rows let somebody in. Previews and push subscriptions go with their sessions. */
const accessTables = {
  sessions: 'session',
  loginLinks: 'login_link',
  guestLinks: 'guest_link',
  calendarAddresses: 'calendar_feed',
  passwordResets: 'password_reset',
  rememberedBrowsers: 'remembered_browser',
  unfinishedLogins: 'factor_challenge',
  addressConfirmations: 'email_confirmation',
  addressChanges: 'email_change',
  addressUndos: 'email_undo',
  decisionCodes: 'review_code',
  invitations: 'member_invitation_link',
  invitationCodes: 'member_invitation_code',
} as const

/** Returns how many of each there were. */
export async function endAllAccess(db: Db) {
  const ended: [string, number][] = []
  for (const [name, table] of Object.entries(accessTables)) ended.push([name, await deleteAllRows(db, table)])
  return Object.fromEntries(ended) as Record<keyof typeof accessTables, number>
}

/** In batches, because a statement of a server may take a few seconds only. */
async function deleteAllRows(db: Db, table: string) {
  for (let total = 0; ; ) {
    const { numAffectedRows } = await sql`
      delete from ${sql.ref(table)} where ctid in (select ctid from ${sql.ref(table)} limit 2000)`.execute(db)
    if (!numAffectedRows) return total
    total += Number(numAffectedRows)
  }
}

export async function setMarked(db: Db, at: Date) {
  await db.updateTable('installation').set({ marked_at: at.toISOString() }).execute()
}

/** Stores the fingerprint unless there is one, and returns the stored one. */
/** Stores the first, and what takes the place of one of the former. Returns the stored one. */
export async function storeSecretCheck(db: Db, secretCheck: string, former: string[]) {
  await db
    .updateTable('installation')
    .set({ secret_check: secretCheck })
    .where((of) =>
      of.or([of('secret_check', 'is', null), ...former.map((one) => of('secret_check', '=', one))]),
    )
    .execute()
  const { secret_check } = await db
    .selectFrom('installation')
    .select('secret_check')
    .executeTakeFirstOrThrow()
  return secret_check
}

export async function deleteSecretCheck(db: Db) {
  await db.updateTable('installation').set({ secret_check: null }).execute()
}

/** Whether any of these ids is a file, in whichever state. */
export async function knowsAnyOf(db: Db, ids: string[]) {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from file where id = any (${ids}::uuid[])) as known`.execute(db)
  return rows[0]?.known === true
}

export async function hasFiles(db: Db) {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from file where ${hasBytes('file')}) as found`.execute(db)
  return rows[0]?.found === true
}
