import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { type Asked, shown, today } from './projects.repository.ts'

export interface Changed {
  json: Json<projects.Project>
  /** Whom else it concerns. */
  clientId: string
}

/** The project `p` that was just written. */
const changed = (now: RawBuilder<Date>) => sql<Changed>`
  (${asJson(sql`select ${shown(now)}`)}) as json, p.client_id as "clientId"`

/** What is null stays. */
export interface Change {
  id: string
  owner: string
  title: string | null
  description: string | null
  status: string | null
}

type Columns = { [Name in keyof Change]: Change[Name][] } & { now: Date }

/** Completes nothing before its day: the rule stands in the statement, so that no race slips past it. */
const changing = ($: Placeholders<Columns>, locked = sql``) => sql<Changed & { place: string }>`
  update project p set title = coalesce(asked.title, p.title),
    description = coalesce(asked.description, p.description), status = coalesce(asked.status, p.status)
  from unnest(${$.id}::uuid[], ${$.owner}::uuid[], ${$.title}::text[], ${$.description}::text[], ${$.status}::text[])
      with ordinality as asked (id, owner, title, description, status, place),
    lateral (select id from project where id = asked.id and freelancer_id = asked.owner
      for no key update ${locked}) as held
  where p.id = held.id
    and (coalesce(asked.status, '') <> 'Completed' or p.due_date is null or p.due_date <= ${today($.now, 'p')})
  returning asked.place, ${changed($.now)}`

const changingAtOnce = statement('change_projects_at_once', ($: Placeholders<Columns>) =>
  changing($, sql`skip locked`),
)
const changingInTurn = statement('change_projects_in_turn', ($: Placeholders<Columns>) => changing($))

/**
 * Changes what nobody else is writing at this moment, so that it waits for nobody. Answers in the order of the changes,
 * with nothing for what it left out and for what is forbidden.
 */
export async function changeAtOnce(db: Db, changes: Change[], now: Date) {
  const found = await changingAtOnce(db, { ...columnsOf(changes), now })
  const byPlace = new Map(found.map((one) => [Number(one.place), one]))
  return changes.map((_, index) => byPlace.get(index + 1))
}

/** Changes one, once whoever else is writing it is done. */
export async function changeInTurn(db: Db, change: Change, now: Date) {
  const [found] = await changingInTurn(db, { ...columnsOf([change]), now })
  return found
}

function columnsOf(changes: Change[]) {
  return {
    id: changes.map(({ id }) => id),
    owner: changes.map(({ owner }) => owner),
    title: changes.map(({ title }) => title),
    description: changes.map(({ description }) => description),
    status: changes.map(({ status }) => status),
  }
}

/** A completed project stays due: its date does not move into the future. */
const dueDateChange = statement<Asked & { id: string; dueDate: string | null }, Changed>(
  'set_due_date',
  ($) => sql`
    update project p set due_date = ${$.dueDate}::date
    where id = ${$.id} and freelancer_id = ${$.owner}
      and (status <> 'Completed' or ${$.dueDate}::date is null or ${$.dueDate}::date <= ${today($.now, 'p')})
    returning ${changed($.now)}`,
)

export async function setDueDate(
  db: Db,
  { id: owner }: Freelancer,
  id: string,
  now: Date,
  dueDate: string | null,
) {
  const [found] = await dueDateChange(db, { owner, id, now, dueDate })
  return found
}
