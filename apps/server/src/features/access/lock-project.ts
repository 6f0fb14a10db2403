import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import {
  FeedbackNotFound,
  FileNotFound,
  NoteNotFound,
  NotInBin,
  ProjectArchived,
  ProjectNotFound,
  ReplyNotFound,
  RequestNotFound,
  ReviewNotFound,
  SectionNotFound,
} from './not-found.ts'
import type { Parties } from './parties.ts'
import { type Asker, forEachSide, reachable, reachableProject } from './reachable.ts'

declare const locked: unique symbol

/** A project that the transaction has locked: until it ends, nobody else changes, archives or deletes it, or what it contains. */
export interface LockedProject extends Parties {
  id: string
  title: string
  description: string
  status: projects.ProjectStatus
  dueDate: string | null
  turn: projects.Side | null
  nudgedOn: string | null
  isArchived: boolean
  isInBin: boolean
  /** The current day in the time zone of the project. */
  today: string
  [locked]: true
}

/** The project itself, or one thing that it contains, by its id. */
export type Thing = { [Kind in ThingKind]: Record<Kind, string> }[ThingKind]
type ThingKind = keyof typeof kinds

interface KindOfThing {
  from: RawBuilder<unknown>
  id: string
  NotFound: new () => Error
  /** Whose project this is; everything but the items of the bin is reached only in a project that is not there. */
  isReachable?: typeof reachable
}

/** Where a thing `t` is found with its project `p`. */
const kinds = {
  project: { from: sql`project p`, id: 'p.id', NotFound: ProjectNotFound },
  file: {
    from: sql`file t join project p on p.id = t.project_id and t.state = 'stored'`,
    id: 't.id',
    NotFound: FileNotFound,
  },
  review: { from: sql`review t join project p on p.id = t.project_id`, id: 't.id', NotFound: ReviewNotFound },
  request: {
    from: sql`request t join project p on p.id = t.project_id`,
    id: 't.id',
    NotFound: RequestNotFound,
  },
  section: {
    from: sql`file_section t join project p on p.id = t.project_id`,
    id: 't.id',
    NotFound: SectionNotFound,
  },
  feedback: {
    from: sql`feedback t join project p on p.id = t.project_id`,
    id: 't.id',
    NotFound: FeedbackNotFound,
  },
  reply: {
    from: sql`feedback_reply t join feedback f on f.id = t.feedback_id join project p on p.id = f.project_id`,
    id: 't.id',
    NotFound: ReplyNotFound,
  },
  note: {
    from: sql`note t join file v on v.id = t.file_id and v.state = 'stored' join project p on p.id = v.project_id`,
    id: 't.id',
    NotFound: NoteNotFound,
  },
  binnedProject: {
    from: sql`bin_item t join project p on p.id = t.project_id and t.file_id is null`,
    id: 't.project_id',
    NotFound: NotInBin,
    isReachable: reachable,
  },
  binnedFile: {
    from: sql`bin_item t join project p on p.id = t.project_id`,
    id: 't.file_id',
    NotFound: NotInBin,
    isReachable: reachable,
  },
} satisfies Record<string, KindOfThing>

const lockStatements = mapValues(kinds, ({ from, id, isReachable = reachableProject }: KindOfThing, kind) =>
  forEachSide((side) =>
    statement<Asker & { id: string; now: Date }, LockedProject>(
      `${side}_lock_project_of_${kind}`,
      ($) => sql`
        select p.id, p.workspace_id as "workspaceId", p.client_id as "clientId", p.archived_at is not null as "isArchived",
          p.in_bin as "isInBin", p.title, p.description, p.status, p.due_date as "dueDate", p.turn, p.nudged_on as "nudgedOn",
          (${$.now}::timestamptz at time zone p.time_zone)::date as today
        from ${from} where ${sql.ref(id)} = ${$.id} and ${isReachable(side, $, 'p')} for no key update of p`,
      { opensTransaction: true },
    ),
  ),
)

/**
 * Throws when this person does not reach the thing, or its project is archived. A statement of its own, because a statement does not
 * see what was committed while it waited for a lock: read only after it, also whether the thing is still there.
 */
export async function lockProject(
  trx: Db,
  actor: Pick<Actor, 'side'> & Asker,
  thing: Thing,
  now: Date,
  { mayBeArchived = false }: { mayBeArchived?: boolean | undefined } = {},
): Promise<LockedProject> {
  const [kind, id] = Object.entries(thing)[0] as [ThingKind, string]
  const [project] = await lockStatements[kind][actor.side](trx, { ...actor, id, now })
  if (!project) throw new kinds[kind].NotFound()
  if (project.isArchived && !mayBeArchived) throw new ProjectArchived()
  return project
}

function mapValues<Values extends Record<string, unknown>, Result>(
  values: Values,
  map: (value: Values[keyof Values], key: string) => Result,
) {
  const entries = Object.entries(values).map(([key, value]) => [key, map(value as Values[keyof Values], key)])
  return Object.fromEntries(entries) as Record<keyof Values, Result>
}
