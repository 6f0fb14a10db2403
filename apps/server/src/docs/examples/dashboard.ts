import { dashboard } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, MAYA, MENU } from './sample-data.ts'

const { id, title, status, dueDate, overdue } = MENU
const listed = { id, title, status, dueDate, overdue, clientName: `${MAYA.firstName} ${MAYA.lastName}` }

export const dashboardExamples = [
  callExample(dashboard.summary, {
    response: {
      plan: 'pro',
      subscriptionStatus: 'active',
      clients: { used: 1, limit: 5, remaining: 4 },
      recentProjects: [listed],
      upcomingDeadlines: [listed],
      waiting: {},
      overdueProjects: 0,
      hasArchivedProjects: false,
      timeZone: ADA.timeZone,
      team: { role: 'owner', sees: 'all', assigned: 1 },
    },
  }),
]
