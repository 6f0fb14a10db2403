import { CannotStart } from '../platform/process/cannot-start.ts'
import { type Env, oneOf, wholeNumber } from './environment.ts'

/** `web` answers requests, `worker` runs jobs. */
export type Role = 'web' | 'worker' | 'both'

interface Shared {
  databaseUrl: string | null
  redisUrl: string | null
}

/** How many processes a start begins on this machine, and what they do. */
export function readProcessesConfig(env: Env, shared: Shared) {
  const role: Role = oneOf(env, 'PORTICO_ROLE', ['web', 'worker', 'both'], 'both')
  const processes = wholeNumber(env, 'PORTICO_PROCESSES', 1, 1, 64)
  if (role !== 'both') requireShared(`PORTICO_ROLE is ${role}`, shared)
  if (processes > 1) requireShared(`PORTICO_PROCESSES is ${processes}`, shared)
  return { role, processes }
}

function requireShared(reason: string, { databaseUrl, redisUrl }: Shared) {
  const missing = [databaseUrl ? '' : 'DATABASE_URL', redisUrl ? '' : 'REDIS_URL'].filter(Boolean)
  if (missing.length > 0)
    throw new CannotStart(
      `${missing.join(' and ')} must be set when ${reason}, because all processes share them.`,
    )
}
