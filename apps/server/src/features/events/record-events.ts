import type { activity } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Side } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { policyOf } from './event-kinds.ts'
import { type StoredFacts, selectFacts } from './turn-facts.ts'

/** What happened, with the names of then. What readers add to a subject is not stored. */
export type NewEvent = {
  [Kind in activity.EventKind]: {
    kind: Kind
    subject: Omit<activity.Subject<Kind>, 'message' | 'isDeleted'>
    /** The name of a guest, because no row has it. */
    guest?: string
  }
}[activity.EventKind]

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
  by: Side | 'system',
  events: NewEvent[],
  now: Date,
): Promise<StoredFacts | undefined> {
  if (events.length === 0) return
  const rows = events.map((event) => {
    const { kind, subject, guest } = event
    const actor = guest === undefined ? by : 'guest'
    const notifies = (side: Side) => policyOf(kind).notifies === 'other' && actor !== side
    return {
      id: newId(),
      kind,
      subject,
      actor,
      guest,
      forFreelancer: notifies('freelancer'),
      // Of what happens to a client without a project, only the freelancer is notified.
      forClient: notifies('client') && scope.projectId !== null,
    }
  })
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const isNudge = events.some(({ kind, subject }) => kind === 'turn_passed' && subject.isNudge)
  const isMailed = events.some(({ kind }) => policyOf(kind).email === 'soon')
  const [facts] = await recordStatement(trx, {
    ...scope,
    by,
    rows: JSON.stringify(rows),
    now,
    isNudge,
    mailDue: isNudge ? after(0) : isMailed ? after(MAIL_DELAY_MS) : null,
    pushDue: isMailed ? after(PUSH_DELAY_MS) : null,
  })
  return facts
}

interface Params extends Scope {
  by: Side | 'system'
  /** As JSON. */
  rows: string
  now: Date
  isNudge: boolean
  mailDue: string | null
  pushDue: string | null
}

/** Adds to what is unread. An email that is due already is not delayed by the next event, and pushes are a minute apart. */
const recordStatement = statement<Params, StoredFacts>('record_events', ($) => {
  // The person is found by the key: under a generic plan, a join by the column of the event reads the whole table.
  const idOf = { freelancer: $.workspaceId, client: $.clientId }
  const unreadOf = (side: Side) => sql`
    select first.scope_id, ${sql.lit(side)}, person.id, first.news - 1, first.news - 1, ${$.mailDue}::timestamptz,
      case when person.push then ${$.pushDue}::timestamptz end
    from (select scope_id, ${sql.raw(`${side}_notifications`)} as news from e where ${sql.raw(`for_${side}`)} order by number limit 1) as first
      join ${sql.table(side)} person on person.id = ${idOf[side]}::uuid`
  const isNewlyDue = (due: string) => sql.raw(`(unread.${due} is null and excluded.${due} is not null)`)
  return sql`
    with e as (
      insert into event (id, workspace_id, client_id, project_id, actor_type, actor_name, kind, subject, created_at,
        for_freelancer, for_client)
      select e.id, ${$.workspaceId}::uuid, ${$.clientId}::uuid, ${$.projectId}::uuid, e.actor, coalesce(e.guest, ${nameOf($)}),
        e.kind, e.subject, ${$.now}::timestamptz, e."forFreelancer", e."forClient"
      from json_to_recordset(${$.rows}::json) as e
        (id uuid, kind text, subject jsonb, actor text, guest text, "forFreelancer" boolean, "forClient" boolean)
      returning *
    ), notified as (
      insert into unread (scope_id, reader, person_id, read_notifications, mailed_notifications, mail_due, push_due)
      ${unreadOf('freelancer')} union all ${unreadOf('client')}
      on conflict (scope_id, reader) do update set
        mail_due = case when ${$.isNudge}::boolean then excluded.mail_due else coalesce(unread.mail_due, excluded.mail_due) end,
        push_due = coalesce(unread.push_due, case when excluded.push_due is not null
          then greatest(excluded.push_due, unread.pushed_at + interval '1 minute') end)
      where ${$.isNudge}::boolean or ${isNewlyDue('mail_due')} or ${isNewlyDue('push_due')}
    )
    ${selectFacts($.projectId)}`
})

const nameOf = ($: Placeholders<Params>) => sql`
  case ${$.by}::text when 'system' then 'Portico'
    when 'freelancer' then (select name from freelancer where id = ${$.workspaceId}::uuid)
    else (select first_name || ' ' || last_name from client where id = ${$.clientId}::uuid) end`
