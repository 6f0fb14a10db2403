import type { activity } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'

interface NewEvent<Kind extends activity.EventKind> {
  id: RawBuilder<string> | string
  by: Actor['role'] | 'guest' | 'system'
  /** For a guest, because no row has their name. */
  name?: RawBuilder<unknown>
  kind: Kind
  subject: { [Field in keyof Omit<activity.Subject<Kind>, 'message' | 'isDeleted'>]: RawBuilder<unknown> }
  now: RawBuilder<Date> | string
  /** Tables and condition; `p` has the columns `id` (null without a project), `client_id` and `freelancer_id`. */
  from: RawBuilder<unknown>
}

/**
 * The part of a statement that records its change as an event. The statement must lock the project (without one, the
 * client) `for no key update`, because a trigger gives the event the next number (migrations/0024).
 */
export function recordEvent<Kind extends activity.EventKind>(event: NewEvent<Kind>) {
  return sql`
    insert into event (id, freelancer_id, client_id, project_id, actor_type, actor_name, kind, subject, created_at)
    ${selectEvent(event)}`
}

function selectEvent<Kind extends activity.EventKind>(event: NewEvent<Kind>) {
  const { id, by, name, kind, subject, now, from } = event
  return sql`
    select ${id}::uuid, p.freelancer_id, p.client_id, p.id, ${sql.lit(by)}, ${name ?? nameOf[by]}, ${sql.lit(kind)},
      ${jsonObject(subject)}, ${now}::timestamptz
    from ${from}`
}

/** The name of this side of the project `p`, or Portico's own. */
const nameOf: Record<NewEvent<activity.EventKind>['by'], RawBuilder<string>> = {
  freelancer: sql`(select name from freelancer where id = p.freelancer_id)`,
  client: sql`(select first_name || ' ' || last_name from client where id = p.client_id)`,
  guest: sql`'Guest'`,
  system: sql`'Portico'`,
}

function jsonObject(fields: Record<string, RawBuilder<unknown>>) {
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.lit(name)}, ${value}`)
  return sql`jsonb_build_object(${pairs.length > 0 ? sql.join(pairs) : sql``})`
}
