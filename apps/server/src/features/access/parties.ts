import type { Person } from '../../platform/realtime/live.ts'

/** The two sides of a project. Both are notified of changes. */
export interface Parties {
  freelancerId: string
  clientId: string
}

export function bothSides({ freelancerId, clientId }: Parties): Person[] {
  return [
    { role: 'freelancer', id: freelancerId },
    { role: 'client', id: clientId },
  ]
}
