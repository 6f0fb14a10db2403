import * as Type from 'typebox'
import { Day, Id, Instant, Mine, nullable, StrictObject } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Role, Sees } from './members.ts'
import { planNames, withPlans } from './plans.ts'
import { ProjectStatus, TurnNote, TurnReason, Waiting } from './projects.ts'

export type ListedProject = Type.Static<typeof ListedProject>
export const ListedProject = Type.Object({
  id: Id,
  title: Type.String(),
  status: ProjectStatus,
  dueDate: nullable(Day),
  overdue: Type.Boolean(),
  clientName: Type.String(),
})

export type WaitingProject = Type.Static<typeof WaitingProject>
export const WaitingProject = Type.Object({
  id: Id,
  title: Type.String(),
  clientName: Type.String(),
  turnReason: TurnReason,
  turnSince: Instant,
  turnNote: nullable(TurnNote),
  waiting: Type.Array(Waiting),
})

/** The projects that wait for one side. */
export type Turns = Type.Static<typeof Turns>
export const Turns = Type.Object({
  total: Type.Integer(),
  /** How many of those that wait for a client have something for the freelancer, too. */
  alsoForYou: Type.Integer(),
  /** Those with something for the freelancer first, then the longest; five at most. */
  projects: Type.Array(WaitingProject),
})

/** Who the caller is among the members of the workspace. */
export type Team = Type.Static<typeof Team>
export const Team = Type.Object({
  role: Role,
  sees: Sees,
  /** How many clients they are assigned to that are not archived. */
  assigned: Type.Integer(),
})

export type Summary = Type.Static<typeof Summary>
export const Summary = Type.Object({
  plan: withPlans(Type.Enum(planNames)),
  subscriptionStatus: withPlans(Type.String()),
  clients: Type.Object({
    used: Type.Integer(),
    limit: withPlans(Type.Integer()),
    remaining: withPlans(Type.Integer()),
  }),
  /** The newest that are not archived, five at most. */
  recentProjects: Type.Array(ListedProject),
  /** Due today or later, neither Completed nor archived, nearest first, five at most. */
  upcomingDeadlines: Type.Array(ListedProject),
  /** The projects that wait for each side. A side without any is missing. */
  waiting: Type.Object({ freelancer: Type.Optional(Turns), client: Type.Optional(Turns) }),
  /** How many are past their due date and neither Completed nor archived. */
  overdueProjects: Type.Integer(),
  hasArchivedProjects: Type.Boolean(),
  /** IANA name of the freelancer's time zone, which decides the current day of deadlines. */
  timeZone: Type.String(),
  /** Null for who works alone. */
  team: nullable(Team),
})

export const summary = endpoint({
  method: 'GET',
  url: '/dashboard/summary',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Newest projects, next deadlines, whose turn it is, and how many clients there are',
    querystring: StrictObject({ mine: Mine }),
    response: { 200: Summary },
  },
})
