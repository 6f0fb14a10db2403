import type { activity } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor, Side } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { membersOfClient, peopleOfClient } from '../access/people-of-client.ts'
import { mailedKinds, policyOf, promptKinds } from './event-kinds.ts'
import { type StoredFacts, selectFacts } from './turn-facts.ts'

/** What happened, with the names of then. What readers add to a subject is not stored. */
export type NewEvent = {
  [Kind in activity.EventKind]: {
    kind: Kind
    subject: Omit<activity.Subject<Kind>, 'message' | 'isDeleted'>
    /** The name of a guest, because no row has it. */
    guest?: string
    /** The name of the person who wrote the note of a turn, which is stored with it. */
    author?: string
    /** The only member who is notified, where the policy says so. */
    member?: string
  }
}[activity.EventKind]

/** Who does it: of a client, one of their people. A guest acts as the client whose request it is. */
type Author = Pick<Actor, 'side' | 'personId'>

/** A project, or a client without one. */
export interface Scope {
  workspaceId: string
  clientId: string
  projectId: string | null
}

const MAIL_DELAY_MS = 5 * 60_000
/** So that uploads together are one push. */
const PUSH_DELAY_MS = 10_000

/**
 * Notifies those whom the policy names. The caller has locked the project, or the client without one, because events are numbered.
 * Returns what then decides the turn of the project, which saves `settleTurn` a round trip.
 */
export async function recordEvents(
  trx: Db,
  scope: Scope,
  by: Author | 'system',
  events: NewEvent[],
  now: Date,
): Promise<StoredFacts | undefined> {
  let facts: StoredFacts | undefined
  for (const event of events) [facts] = await recordEvent(trx, scope, by, event, now)
  return facts
}

function recordEvent(trx: Db, scope: Scope, by: Author | 'system', event: NewEvent, now: Date) {
  const { kind, subject, guest, member } = event
  const { side, personId } = by === 'system' ? { side: by, personId: null } : by
  const actor = guest === undefined ? side : 'guest'
  const notifies = (reader: Side) => policyOf(kind).notifies === 'other' && actor !== reader
  const isForFreelancer = notifies('freelancer')
  const isForClient = notifies('client')
  const isNudge = kind === 'turn_passed' && Boolean(subject.isNudge)
  const isMailed = mailedKinds.includes(kind)
  const after = (ms: number) => new Date(now.getTime() + ms)
  const isForMember = policyOf(kind).notifies === 'member'
  const isOfClient = isForFreelancer && !isForClient && scope.projectId === null
  const record = isForMember
    ? recordForMember
    : isOfClient
      ? recordOfClient
      : recordStatements[`${isForFreelancer}-${isForClient}`]
  return record(trx, {
    ...scope,
    id: newId(),
    kind,
    subject: JSON.stringify(subject),
    actor,
    actorId: guest === undefined ? personId : null,
    by: side,
    personId,
    guest: guest ?? null,
    member: member ?? null,
    now,
    isNudge,
    isPrompt: promptKinds.includes(kind),
    mailDue: isNudge ? now : isMailed ? after(MAIL_DELAY_MS) : null,
    pushDue: isMailed ? after(PUSH_DELAY_MS) : null,
  })
}

interface Params extends Scope {
  id: string
  kind: activity.EventKind
  /** As JSON. */
  subject: string
  actor: Side | 'system' | 'guest'
  /** Null for guests and the system. */
  actorId: string | null
  /** Of a guest, the client whose request it is. */
  by: Side | 'system'
  personId: string | null
  guest: string | null
  member: string | null
  now: Date
  isNudge: boolean
  isPrompt: boolean
  mailDue: Date | null
  pushDue: Date | null
}

/** One for whom it notifies, because what a statement does for nobody costs PostgreSQL time as well. */
const recordStatements = {
  'false-false': recordStatement('record_event', []),
  'true-false': recordStatement('record_event_for_freelancer', ['freelancer']),
  'false-true': recordStatement('record_event_for_client', ['client']),
  'true-true': recordStatement('record_event_for_both', ['freelancer', 'client']),
}

/** In the client's scope, which no client reads unless they are notified. The member need not work with the client. */
const recordForMember = recordStatement('record_event_for_member', ['freelancer'], 'member')

/** In the same scope, for the members who work with the client: others may have something unread in it. */
const recordOfClient = recordStatement('record_event_of_client', ['freelancer'], 'assigned')

/**
 * Adds to what is unread. An email that is due already is not delayed by the next event, one that waits for the end of the hour is
 * due earlier for some, and pushes are a minute apart.
 */
function recordStatement(name: string, readers: Side[], only?: 'member' | 'assigned') {
  return statement<Params, StoredFacts>(name, ($) => {
    const isForMember = only === 'member'
    const assigned = membersOfClient(sql`${$.clientId}::uuid`)
    // People are found by keys: under a generic plan, a join by the column of the event reads the whole table.
    const isReader = {
      freelancer: isForMember ? sql`person.id = ${$.member}::uuid` : sql`person.id in (${assigned})`,
      client: sql`person.id in (${peopleOfClient(sql`${$.clientId}::uuid`)})`,
    }
    const unreadOf = (side: Side) => sql`
      select e.scope_id, ${sql.lit(side)}, person.id, e.news - 1, e.news - 1, ${$.mailDue}::timestamptz,
        case when person.push then ${$.pushDue}::timestamptz end
      from (select scope_id, ${sql.raw(`${side}_notifications`)} as news from e) as e
        join ${sql.table(side)} person on ${isReader[side]}`
    const isNewlyDue = (due: string) => sql.raw(`(unread.${due} is null and excluded.${due} is not null)`)
    const isFor = (side: Side) => sql.lit(readers.includes(side))
    const notified = () => sql`, notified as (
      insert into unread (scope_id, reader, person_id, read_notifications, mailed_notifications, mail_due, push_due)
      ${sql.join(readers.map(unreadOf), sql` union all `)}
      on conflict (scope_id, person_id) do update set
        mail_due = case when ${$.isNudge}::boolean then excluded.mail_due
          when ${$.isPrompt}::boolean then least(unread.mail_due, excluded.mail_due)
          else coalesce(unread.mail_due, excluded.mail_due) end,
        push_due = coalesce(unread.push_due, case when excluded.push_due is not null
          then greatest(excluded.push_due, unread.pushed_at + interval '1 minute') end)
      where ${$.isNudge}::boolean or ${$.isPrompt}::boolean and unread.mail_due > excluded.mail_due
        or ${isNewlyDue('mail_due')} or ${isNewlyDue('push_due')}
    )`
    // Others have nothing to read: those without a row anyway.
    const passedOver = () => sql`, passed_over as (
      update unread u set read_beyond = u.read_beyond + int4multirange(int4range(e.freelancer_notifications, e.freelancer_notifications, '[]'))
      from e where u.scope_id = e.scope_id and u.reader = 'freelancer'
        and ${isForMember ? sql`u.person_id <> ${$.member}::uuid` : sql`u.person_id not in (${assigned})`}
    )`
    return sql`
      with e as (
        insert into event (id, workspace_id, client_id, project_id, actor_type, actor_id, actor_name, kind, subject, created_at,
          for_freelancer, for_client${isForMember ? sql`, for_person` : sql``})
        values (${$.id}, ${$.workspaceId}, ${$.clientId}, ${$.projectId}, ${$.actor}, ${$.actorId}, coalesce(${$.guest}, ${nameOf($)}),
          ${$.kind}, ${$.subject}, ${$.now}, ${isFor('freelancer')}, ${isFor('client')}${isForMember ? sql`, ${$.member}` : sql``})
        returning scope_id, freelancer_notifications, client_notifications
      )${readers.length > 0 ? notified() : sql``}${only ? passedOver() : sql``}
      ${selectFacts($.projectId)}`
  })
}

const nameOf = ($: Placeholders<Params>) => sql`
  case ${$.by}::text when 'system' then 'Portico'
    when 'freelancer' then (select name from freelancer where id = ${$.personId})
    else (select first_name || ' ' || last_name from client where id = ${$.personId}) end`
