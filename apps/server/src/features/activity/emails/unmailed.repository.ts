import type { activity, chat, projects } from '@portico/contract'
import { sql } from 'kysely'
import type { Side } from '../../../platform/actors.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { isNotifiedOf, isNotifiedOfEvent } from '../../access/people-of-client.ts'
import { personName } from '../../access/person-name.ts'
import { isNotInBin } from '../../access/reachable.ts'
import { mailedKinds, promptKinds, unmailedKinds } from '../../events/event-kinds.ts'
import { allNotifications, countUnreadBeyond, isRead } from '../../events/unread.ts'
import { eventColumns } from '../activity.repository.ts'

/** Limits of one email: events of one project, and messages of one conversation. */
const MAX_EVENTS = 500
const MAX_MESSAGES = 20

/**
 * The events `event` that a person has neither read nor been emailed about, with their counts `u`, project `p` and
 * client `c`. No emails are sent about a changed title or description, nor about archived or deleted things.
 */
const unmailedEvents = ({ side, personId }: Person) => {
  const lastKnown = sql`greatest(u.read_notifications, u.mailed_notifications)`
  const news = sql.ref(`${side}_notifications`)
  return sql`
    unread u
    left join project p on p.id = u.scope_id
    join client c on c.id = coalesce(p.client_id, u.scope_id),
    lateral (
      select * from event where scope_id = u.scope_id and ${sql.ref(`for_${side}`)} and ${news} > ${lastKnown} and not ${isRead(news)}
      order by number desc limit least(${sql.lit(MAX_EVENTS)}, greatest(0, ${countUnreadBeyond(side, lastKnown)}))
    ) as event
    where u.person_id = ${personId} and u.reader = ${sql.lit(side)} and u.mail_due is not null
      and (${isNotInBin('p')}) is not false and p.archived_at is null and c.archived_at is null
      and ${isNotifiedOfEvent({ side, personId }, 'event', 'c')}
      and event.kind <> all(${sql.lit(`{${unmailedKinds}}`)}::text[])`
}

const isMessageTo = (side: Side) => sql`message.by_client = ${sql.lit(side === 'freelancer')}`

/** The conversations `k` with messages that a person, the reader `r`, has neither seen nor been emailed about. */
const unmailedConversations = ({ side, personId }: Person) => sql`
  conversation_reader r join conversation k on k.client_id = r.client_id
  where r.person_id = ${personId} and r.side = ${side} and k.workspace_id is not null and not k.archived
    and k.last_number > ${lastKnownMessage}
    and ${isNotifiedOf({ side, personId }, sql`r.client_id`)}`
const lastKnownMessage = sql`greatest(r.since, r.seen, r.mailed)`

/**
 * The time of the first event and of the first prompt one, whether one is a nudge, and the time of the first message. An accepted answer is no reason for an
 * email.
 */
export const firstUnmailed = (person: Person) => ({
  event: sql`(
    select min(event.created_at) filter (where ${isOneOf(mailedKinds)}) as at,
      min(event.created_at) filter (where ${isOneOf(promptKinds)}) as "promptAt",
      coalesce(bool_or((event.subject->>'isNudge')::boolean), false) as "isNudge"
    from ${unmailedEvents(person)})`,
  message: sql`(
    select min((
      select created_at from message
      where client_id = k.client_id and number > ${lastKnownMessage} and ${isMessageTo(person.side)}
      order by number limit 1
    )) from ${unmailedConversations(person)})`,
})

const isOneOf = (kinds: activity.EventKind[]) => sql`event.kind = any(${sql.lit(`{${kinds}}`)}::text[])`

export interface ClientColumns {
  clientId: string
  clientName: string
  clientEmail: string
  clientCompany: string | null
}
export const clientColumns = sql`c.id as "clientId", c.first_name || ' ' || c.last_name as "clientName", c.email as "clientEmail",
  c.company as "clientCompany"`

export type UnmailedEvent = activity.Event &
  ClientColumns & {
    projectTitle: string | null
    /** Who did it, if it was a further contact of the client who is still there. */
    contact: { name: string; email: string } | null
    /** The project's turn now, not after the event. */
    turn: projects.Side | null
    /**
     * The project or, without one, the client; and how many notifications the person has had from there, this one
     * included.
     */
    scopeId: string
    news: number
  }

/** Oldest first. */
export async function findUnmailedEvents(db: Db, person: Person) {
  const { rows } = await sql<UnmailedEvent>`
    select ${eventColumns(person)}, ${clientColumns}, p.title as "projectTitle", p.turn, e.scope_id as "scopeId",
      e.${sql.ref(`${person.side}_notifications`)} as news, (
        select json_build_object('name', first_name || ' ' || last_name, 'email', email) from client
        where id = e.actor_id and contact_of = e.client_id and removed_at is null and e.actor_type = 'client'
      ) as contact
    from (select event.* from ${unmailedEvents(person)}) as e
    left join project p on p.id = e.project_id
    join client c on c.id = e.client_id
    order by e.id`.execute(db)
  return rows
}

export interface UnmailedConversation extends ClientColumns {
  /** The number of messages, and the newest of them in ascending order. */
  total: number
  messages: { content: string; files: chat.MessageFile[]; createdAt: string; senderName: string }[]
  lastNumber: number
}

export async function findUnmailedConversations(db: Db, person: Person): Promise<UnmailedConversation[]> {
  const { rows } = await sql<UnmailedConversation>`
    select ${clientColumns}, k.last_number as "lastNumber", unmailed.total, unmailed.messages
    from (select k.*, ${lastKnownMessage} as last_known from ${unmailedConversations(person)}) as k
    join client c on c.id = k.client_id, lateral (
      select max(total) as total,
        json_agg(json_build_object('content', content, 'files', coalesce(files, '[]'), 'createdAt', created_at,
          'senderName', ${personName(sql`sender_id`)}) order by number) as messages
      from (
        select number, sender_id, content, files, created_at, count(*) over ()::int as total from message
        where client_id = k.client_id and number > k.last_known and ${isMessageTo(person.side)}
        order by number desc limit ${sql.lit(MAX_MESSAGES)}
      ) as message
    ) as unmailed
    where unmailed.total > 0
    order by k.last_at`.execute(db)
  return rows
}

/** The lock makes messages wait that are being stored, which make an email due. */
export async function markMessagesMailed(db: Db, { personId }: Person, clientId: string, upTo: number) {
  await sql`
    with k as (select client_id, last_number from conversation where client_id = ${clientId} for no key update)
    update conversation_reader r
    set mailed = greatest(mailed, ${upTo}), mail_due = case when k.last_number > ${upTo} then mail_due end
    from k where r.client_id = k.client_id and r.person_id = ${personId}`.execute(db)
}

export async function skipUnmailedEvents(db: Db, { side, personId }: Person) {
  await sql`
    update unread u set mailed_notifications = ${allNotifications(side)}, mail_due = null
    where person_id = ${personId} and reader = ${side}`.execute(db)
}

/** What is due stays due, and the next run finds nothing to send. */
export async function skipUnmailedMessages(db: Db, { personId }: Person) {
  await sql`
    update conversation_reader r set mailed = k.last_number from conversation k
    where r.person_id = ${personId} and k.client_id = r.client_id and r.mailed < k.last_number`.execute(db)
}
