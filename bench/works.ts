export interface Ask {
  method?: 'GET' | 'PUT'
  path: string
  body?: object
}

export type Work = keyof typeof works

/** What is asked of a server, the `turn`th time; `projects` are ids that it has. */
export const works = {
  'list-projects': () => ({ path: '/api/projects?limit=200' }),
  'page-projects': () => ({ path: '/api/projects?limit=20' }),
  project: (projects, turn) => ({ path: `/api/projects/${pick(projects, turn)}` }),
  clients: () => ({ path: '/api/clients' }),
  dashboard: () => ({ path: '/api/dashboard/summary' }),
  status: (projects, turn) => ({
    method: 'PUT',
    path: `/api/projects/${pick(projects, turn)}`,
    // All of them become the one, then all the other, so that each request changes something.
    body: { status: Math.floor(turn / projects.length) % 2 ? 'In Progress' : 'Pending' },
  }),
} satisfies Record<string, (projects: string[], turn: number) => Ask>

/** All of them, in an order that is the same in every run and is nobody's index. */
function pick(ids: string[], turn: number) {
  return ids[(turn * 7919) % ids.length]
}
