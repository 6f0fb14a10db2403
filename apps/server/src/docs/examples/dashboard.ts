import { dashboard } from '@portico/contract'
import { documented } from '../documented.ts'
import { ADA, MAYA, MENU } from './world.ts'

const { id, title, status, dueDate, overdue } = MENU
const listed = { id, title, status, dueDate, overdue, clientName: `${MAYA.firstName} ${MAYA.lastName}` }

export const dashboardExamples = [
  documented(dashboard.summary, {
    answers: {
      plan: 'pro',
      subscriptionStatus: 'active',
      clients: { used: 1, limit: 5, remaining: 4 },
      recentProjects: [listed],
      upcomingDeadlines: [listed],
      overdueProjects: 0,
      timeZone: ADA.timeZone,
    },
  }),
]
