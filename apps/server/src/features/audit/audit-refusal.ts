import type { Problem } from '@portico/contract'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { LooksOnly, NotAllowed, PreviewReadOnly } from '../../platform/http/access.ts'
import { runForRequest } from '../../platform/http/current-request.ts'
import { ManagersOnly, OwnerOnly } from '../access/member-rules.ts'
import { auditAttempt } from './audit-attempts.ts'

/** Of the errors 403, those that are about the caller and not about their plan or a limit. */
const REFUSALS = [NotAllowed, ManagersOnly, OwnerOnly, LooksOnly, PreviewReadOnly].map(
  (Refusal) => new Refusal().code,
)

/**
 * A signed-in person was refused, or asked for a thing by an id that they do not reach: whether it is somebody else's or gone is not
 * looked up.
 */
export function auditRefusal(
  ctx: AppContext,
  { actor, claims, routeOptions, method, params, ip, headers }: FastifyRequest,
  { statusCode, code }: Problem,
) {
  const isAboutId = statusCode === 404 && Object.keys(params as object).length > 0 && code !== 'NOT_FOUND'
  if (!actor || !(REFUSALS.includes(code) || isAboutId)) return
  // The entry is the freelancer's, who looks at the portal of a client.
  const { workspaceId } = actor
  const by = claims?.preview ? { side: 'freelancer' as const, personId: workspaceId, workspaceId } : actor
  const details = { method: `${method} ${routeOptions.url?.replace(/^\/api/, '')}`, to: code }
  runForRequest({ address: ip, userAgent: headers['user-agent'], isPreview: false }, () =>
    auditAttempt(ctx, by, { action: 'access.refused', details }),
  )
}
