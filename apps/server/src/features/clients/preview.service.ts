import { clients } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { Parties } from '../access/parties.ts'
import { looksOnlyClaim } from '../accounts/session-tokens.ts'
import { createPreviewSession } from '../accounts/sessions.service.ts'
import { audit } from '../audit/audit.ts'
import { recordEvents } from '../events/record-events.ts'
import { ClientNotFound } from './clients.service.ts'
import { lockScope } from './links.repository.ts'
import { selectClientToPreview } from './preview.repository.ts'

/**
 * Creates a token with which the freelancer reads what this client sees. The event is committed before the token can
 * be used.
 */
export async function previewClient(ctx: AppContext, freelancer: Freelancer, id: string) {
  const now = ctx.clock.now()
  const { claims, owner } = await ctx.db.transaction().execute(async (trx) => {
    const session = await createPreviewSession({ ...ctx, db: trx }, freelancer, {
      owner: selectClientToPreview(freelancer, id),
      seconds: clients.PREVIEW_SECONDS,
    })
    if (!session) throw new ClientNotFound()
    const { clientId } = session.owner
    if (clientId !== id) await lockScope(trx, clientId)
    await ctx.limits.sessions.run(freelancer, () =>
      recordPreview(trx, freelancer, { workspaceId: freelancer.workspaceId, clientId }, now),
    )
    await audit({ ...ctx, db: trx }, freelancer, {
      action: 'preview.started',
      target: { kind: 'client', id },
    })
    return session
  })
  ctx.log.info(
    {
      workspaceId: freelancer.workspaceId,
      clientId: id,
      sessionId: freelancer.sessionId,
      previewId: claims.sid,
    },
    'the freelancer looks at what their client sees',
  )
  ctx.live.changed({ workspaceId: freelancer.workspaceId }, 'clients.preview')
  const { firstName, lastName } = owner
  return {
    token: ctx.tokens.sign({
      ...claims,
      firstName,
      lastName,
      ...looksOnlyClaim(owner.looksOnly),
      preview: true,
    }),
    expiresAt: new Date(claims.exp * 1_000).toISOString(),
  }
}

function recordPreview(trx: Db, freelancer: Freelancer, client: Parties, now: Date) {
  const event = { kind: 'client_previewed', subject: {} } as const
  return recordEvents(trx, { ...client, projectId: null }, freelancer, [event], now)
}
