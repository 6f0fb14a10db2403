import type { Role } from '../../config/processes.ts'

/** Connections of the pool for requests. */
export const DEFAULT_POOL = 12

const MAX_SHARED = 3
const MAX_OF_JOBS = 4
/** One listens for new jobs, one reads and ends them. */
const MIN_OF_JOBS = 2

/** How many connections small reads share (shared-connections.ts). */
export function sharedConnections(databasePool: number) {
  return Math.min(MAX_SHARED, Math.max(1, Math.floor(databasePool / 4)))
}

/** How many connections the job runner has, apart from those of the jobs themselves, which are in the pool. */
export function connectionsOfJobs(databasePool: number) {
  return Math.min(MAX_OF_JOBS, Math.max(MIN_OF_JOBS, Math.floor(databasePool / 3)))
}

/** How many connections a process opens at most. */
export function connectionsOfProcess(databasePool: number, role: Role) {
  const listener = 1
  const chatWriter = role === 'worker' ? 0 : 1
  const ofJobs = role === 'web' ? 0 : connectionsOfJobs(databasePool)
  return databasePool + sharedConnections(databasePool) + listener + chatWriter + ofJobs
}

/** The largest pool with which a process opens no more connections than these; 0 when there is none. */
export function poolFor(connections: number, role: Role) {
  let pool = 0
  while (connectionsOfProcess(pool + 1, role) <= connections) pool++
  return pool
}
