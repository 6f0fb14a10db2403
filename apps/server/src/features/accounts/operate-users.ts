import type { Plan } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { AppContext } from '../../platform/context.ts'
import { hasFactor } from '../../platform/http/has-factor.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey, emailKeyColumn } from '../../platform/sql/email-keys.ts'
import { instant } from '../../platform/sql/json.ts'
import { audit } from '../audit/audit.ts'
import { findFreelancerByEmail } from './accounts.repository.ts'
import { endSessions } from './ended-sessions.service.ts'

// What the operator does from the command line.

interface ListedUser {
  id: string
  name: string
  email: string
  createdAt: string
  confirmedAt: string | null
  lastSeenAt: string | null
  suspendedAt: string | null
  secondFactor: boolean
  /** The workspace that they own, and its plan. */
  workspaceId: string | null
  plan: Plan | null
}

/** Those with this address, or with `search` in name or address. */
export async function findUsers(
  db: Db,
  { email, search, limit }: { email?: string; search?: string; limit: number },
) {
  const wanted = email !== undefined ? sql`${emailKeyColumn} = ${emailKey(email)}` : containing(search ?? '')
  const { rows } = await sql<ListedUser & { total: string }>`
    select freelancer.id, freelancer.name, email, ${instant('freelancer.created_at')} as "createdAt",
      ${instant('email_confirmed_at')} as "confirmedAt",
      (select ${instant('last_seen_at')} from session where freelancer_id = freelancer.id order by last_seen_at desc limit 1) as "lastSeenAt",
      ${instant('suspended_at')} as "suspendedAt", ${hasFactor(sql`freelancer.id`)} as "secondFactor",
      w.id as "workspaceId", w.plan, count(*) over () as total
    from freelancer left join lateral (
      select workspace.id, plan from member join workspace on workspace.id = member.workspace_id
      where person_id = freelancer.id and role = 'owner' order by workspace.id limit 1
    ) as w on true
    where ${wanted} order by freelancer.id desc limit ${limit}`.execute(db)
  return { users: rows.map(({ total: _, ...user }) => user), total: Number(rows[0]?.total ?? 0) }
}

const containing = (search: string) => {
  const pattern = `%${search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return sql`(lower(freelancer.name) like ${pattern} or lower(email) like ${pattern})`
}

type Context = Pick<AppContext, 'db' | 'clock' | 'log' | 'config'>

/** Undefined for an unknown address. */
export async function suspendUser(ctx: Context, email: string) {
  return changeUser(ctx, email, async (db, id) => {
    const { numUpdatedRows } = await db
      .updateTable('freelancer')
      .set({ suspended_at: ctx.clock.now().toISOString() })
      .where('id', '=', id)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return { changed: false, sessions: 0 }
    const target = { kind: 'person', id } as const
    await audit({ ...ctx, db }, { side: 'operator', about: id }, { action: 'account.suspended', target })
    // After the mark: a login that has locked the person first is ended here, and a later one is refused.
    const sessions = await endSessions({ db } as AppContext, { side: 'freelancer', personId: id })
    return { changed: true, sessions }
  })
}

export async function resumeUser(ctx: Context, email: string) {
  return changeUser(ctx, email, async (db, id) => {
    const { numUpdatedRows } = await db
      .updateTable('freelancer')
      .set({ suspended_at: null })
      .where('id', '=', id)
      .where('suspended_at', 'is not', null)
      .executeTakeFirst()
    const target = { kind: 'person', id } as const
    if (numUpdatedRows > 0n)
      await audit({ ...ctx, db }, { side: 'operator', about: id }, { action: 'account.resumed', target })
    return { changed: numUpdatedRows > 0n }
  })
}

/** The link is made when the email is written, and stands in the security log then. */
export async function sendResetLink(ctx: Context & Pick<AppContext, 'outbox'>, email: string) {
  return changeUser(ctx, email, async (db) => {
    await addJob(db, 'mailPasswordReset', { email, requestId: newId() })
    return {}
  })
}

async function changeUser<T extends object>(
  { db }: Pick<AppContext, 'db'>,
  email: string,
  change: (db: Db, id: string) => Promise<T>,
) {
  const person = await findFreelancerByEmail(db, email)
  if (!person) return undefined
  const done = await db.transaction().execute((trx) => change(trx, person.id))
  return { name: person.name, email: person.email, ...done }
}
