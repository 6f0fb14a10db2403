import type { clients, dashboard } from '@portico/contract'

/** A client as the API answers it. */
export function aClient(part: Partial<clients.Client> = {}): clients.Client {
  return {
    id: 'c1',
    firstName: 'Maya',
    lastName: 'Whitcombe',
    email: 'maya@bakery.example',
    company: 'Northwind Bakery',
    createdAt: '2026-09-02T10:14:00.000Z',
    archivedAt: null,
    ...part,
  }
}

export function aSummary(plan: dashboard.Summary['plan'], used: number, limit: number): dashboard.Summary {
  return {
    plan,
    subscriptionStatus: 'active',
    clients: { used, limit, remaining: Math.max(0, limit - used) },
    recentProjects: [],
    upcomingDeadlines: [],
    waiting: {},
    overdueProjects: 0,
    hasArchivedProjects: false,
    timeZone: 'UTC',
    team: null,
  }
}

/** An owner who works in a team, and is assigned to some clients. */
export function aTeam(part: Partial<dashboard.Team> = {}): dashboard.Team {
  return { role: 'owner', sees: 'all', assigned: 1, ...part }
}

export function aClientDetail(part: Partial<clients.ClientDetail> = {}): clients.ClientDetail {
  const access = {
    linksAlive: 1,
    sessionsAlive: 0,
    unsentInvitation: null,
    emailRefusal: null,
    lastOpenedAt: null,
    lastSeenAt: null,
    lastPreviewedAt: null,
  }
  const lead = { id: '01980f5e-4c3a-7d21-9b6f-3a7c1e5d8f04', name: 'Ada Marsh' }
  return { ...aClient(), members: [lead], lead, access, ...part }
}
