export interface WorkRequest {
  method?: 'GET' | 'PUT'
  path: string
  body?: object
}

export type Work = keyof typeof works

/** The `turn`th request of each kind; `projects` are ids of the server. */
export const works = {
  'list-projects': () => ({ path: '/api/projects?limit=200' }),
  'page-projects': () => ({ path: '/api/projects?limit=20' }),
  project: (projects, turn) => ({ path: `/api/projects/${pick(projects, turn)}` }),
  clients: () => ({ path: '/api/clients' }),
  dashboard: () => ({ path: '/api/dashboard/summary' }),
  /** Of Portico alone: see `splitByReviews`. */
  'list-files': (projects, turn) => ({ path: `/api/files/project/${pick(projects, turn)}?limit=20` }),
  notifications: () => ({ path: '/api/notifications?limit=20' }),
  unread: () => ({ path: '/api/notifications/unread' }),
  status: (projects, turn) => ({
    method: 'PUT',
    path: `/api/projects/${pick(projects, turn)}`,
    // Sets one status on all projects, then the other, so that each request changes something.
    body: { status: Math.floor(turn / projects.length) % 2 ? 'In Progress' : 'Pending' },
  }),
} satisfies Record<string, (projects: string[], turn: number) => WorkRequest>

/** All ids, in an order that is the same in every run and follows no index. */
function pick(ids: string[], turn: number) {
  return ids[(turn * 7919) % ids.length]
}
