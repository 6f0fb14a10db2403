import { sql } from 'kysely'
import type { Actor } from '../../../platform/actors.ts'
import type { Db } from '../../../platform/sql/database.ts'

/** The columns of each side. Its unread messages are those of the other side. */
const columns = {
  freelancer: { seen: 'freelancer_seen', mailed: 'freelancer_mailed', waits: 'freelancer_waits_since' },
  client: { seen: 'client_seen', mailed: 'client_mailed', waits: 'client_waits_since' },
} as const

const BATCH_SIZE = 200

/** Locks conversations with messages that may have waited long enough. Skips those that another process has locked. */
export function lockWaitingConversations(db: Db, until: Date) {
  return db
    .selectFrom('conversation')
    .selectAll()
    .where(sql<string>`least(client_waits_since, freelancer_waits_since)`, '<=', until.toISOString())
    .where((eb) =>
      eb.or([eb('client_waits_since', 'is not', null), eb('freelancer_waits_since', 'is not', null)]),
    )
    .orderBy(sql`least(client_waits_since, freelancer_waits_since)`)
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked()
    .execute()
}

export type WaitingConversation = Awaited<ReturnType<typeof lockWaitingConversations>>[number]

/** The first message that this side has neither seen nor got by email. */
export function findFirstUnnotified(db: Db, role: Actor['role'], conversation: WaitingConversation) {
  const { seen, mailed } = columns[role]
  return db
    .selectFrom('message')
    .select(['number', 'created_at as createdAt'])
    .where('client_id', '=', conversation.client_id)
    .where('number', '>', Math.max(conversation[seen], conversation[mailed]))
    .where('by_client', '=', role === 'freelancer')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
}

/** Stores up to which message this side has been emailed, and since when the next one waits. */
export async function updateWaiting(
  db: Db,
  role: Actor['role'],
  clientId: string,
  { mailed, waitsSince }: { mailed?: number; waitsSince: string | null },
) {
  const names = columns[role]
  await db
    .updateTable('conversation')
    .set({ [names.waits]: waitsSince, ...(mailed !== undefined && { [names.mailed]: mailed }) })
    .where('client_id', '=', clientId)
    .execute()
}

interface Range {
  clientId: string
  /** From the number after `after` to `until`, inclusive. */
  after: number
  until: number
}

/** The newest of these messages that this side has not seen, oldest first, and how many there are. */
export async function findUnread(
  db: Db,
  role: Actor['role'],
  { clientId, after, until }: Range,
  most: number,
) {
  const found = await db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.client_id', 'message.client_id')
    .select(['content', sql<number>`count(*) over ()::int`.as('total')])
    .where('message.client_id', '=', clientId)
    .where('number', '>', after)
    .where('number', '<=', until)
    .whereRef('number', '>', `conversation.${columns[role].seen}`)
    .where('by_client', '=', role === 'freelancer')
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
  return { total: found[0]?.total ?? 0, contents: found.map(({ content }) => content).reverse() }
}

export type Correspondents = Omit<NonNullable<Awaited<ReturnType<typeof findCorrespondents>>>, 'archivedAt'>

/** Both sides of a conversation, and whether they want emails. */
export function findCorrespondents(db: Db, clientId: string) {
  return db
    .selectFrom('client')
    .innerJoin('freelancer', 'freelancer.id', 'client.freelancer_id')
    .select([
      'client.id as clientId',
      'client.first_name as firstName',
      'client.last_name as lastName',
      'client.email as clientEmail',
      'client.company as clientCompany',
      'client.chat_mail as clientWantsMail',
      'client.archived_at as archivedAt',
      'freelancer.id as freelancerId',
      'freelancer.name as freelancerName',
      'freelancer.email as freelancerEmail',
      'freelancer.company as freelancerCompany',
      'freelancer.chat_mail as freelancerWantsMail',
      'freelancer.email_confirmed_at as freelancerConfirmedAt',
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirst()
}
