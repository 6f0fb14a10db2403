export interface WorkRequest {
  method?: 'GET' | 'PUT'
  path: string
  body?: object
  headers?: Record<string, string>
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
  status: setStatus,
  'due-date': (projects, turn) => ({
    method: 'PUT',
    path: `/api/projects/${pick(projects, turn)}/due-date`,
    // In the past, which a completed project may have too.
    body: { dueDate: either(projects, turn, '2026-01-02', '2026-01-03') },
  }),
  /** The baseline only updates the row. */
  'status-beside-bare-update': (projects, turn) => ({
    ...setStatus(projects, turn),
    headers: { 'x-bench': 'bare' },
  }),
} satisfies Record<string, (projects: string[], turn: number) => WorkRequest>

function setStatus(projects: string[], turn: number): WorkRequest {
  return {
    method: 'PUT',
    path: `/api/projects/${pick(projects, turn)}`,
    body: { status: either(projects, turn, 'Pending', 'In Progress') },
  }
}

/** One value for all projects, then the other, so that each request changes something. */
function either(projects: string[], turn: number, one: string, other: string) {
  return Math.floor(turn / projects.length) % 2 ? other : one
}

/** All ids, in an order that is the same in every run and follows no index. */
function pick(ids: string[], turn: number) {
  return ids[(turn * 7919) % ids.length]
}
