import type { Problem } from '@portico/contract'
import { ApiError } from '../../app/api.ts'
import { type Area, expireSession, renewSession, tokenOf } from '../../app/session.ts'
import { storedToken } from '../../app/stored.ts'

/** Asks the browser too: no event tells this tab when its own storage is cleared. */
export function requireToken(area: Area) {
  const token = tokenOf(area)
  if (token && storedToken(area).read() !== undefined) return token
  throw new ApiError(401, { code: 'NOT_SIGNED_IN', message: 'Missing authentication token.' })
}

/** Uploads do not go through `call`, so they renew or end the session themselves. */
export function updateSession(area: Area, token: string, status: number, renewedToken?: string | null) {
  if (renewedToken) renewSession(area, token, renewedToken)
  if (status === 401) expireSession(area, token)
}

export function parseErrorResponse(status: number, body: string, retryAfter?: string | null) {
  const error = parseError(status, body)
  error.retryAfterMs = (Number(retryAfter) || 0) * 1_000
  return error
}

function parseError(status: number, body: string) {
  try {
    const problem = JSON.parse(body) as Partial<Problem>
    if (problem.code) return new ApiError(status, { ...problem, code: problem.code })
  } catch {
    // A proxy has responded instead of our server.
  }
  return new ApiError(status, { code: 'UNREADABLE' })
}
