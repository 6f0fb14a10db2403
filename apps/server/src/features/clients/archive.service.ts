import type { clients } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { audit } from '../audit/audit.ts'
import { archiveContents } from './archive.repository.ts'
import { lockClientToArchive, setArchivedAt } from './clients.repository.ts'
import { ClientNotFound, requireClientPlace } from './clients.service.ts'

const ArchivedNotAlone = problem('INVALID_INPUT', 400, 'Please send archived alone.')

/** The projects and the conversation follow in the same transaction. */
export async function setClientArchived(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  archived: boolean,
): Promise<clients.ChangedClient> {
  const changed = await ctx.db.transaction().execute(async (trx) => {
    // Locked, so that of two clients only one gets the last place.
    const locked = await lockWorkspace(trx, freelancer)
    const before = locked && (await lockClientToArchive(trx, freelancer, id))
    if (!before) throw new ClientNotFound()
    const wasArchived = before.archivedAt !== null
    if (wasArchived && !archived) await requireClientPlace({ ...ctx, db: trx }, freelancer, locked.plan)
    const now = ctx.clock.now()
    const changed = await setArchivedAt(trx, id, archived ? (before.archivedAt ?? now.toISOString()) : null)
    if (archived === wasArchived) return changed
    await archiveContents(trx, id, archived, now)
    await audit({ ...ctx, db: trx }, freelancer, {
      action: archived ? 'client.archived' : 'client.restored',
      target: { kind: 'client', id },
    })
    return changed
  })
  ctx.live.changed({ workspaceId: freelancer.workspaceId, clientId: id }, 'clients.update')
  return { ...changed, emailStatus: 'none' }
}

/** Throws when other fields are sent too, because the order of the changes would decide whether they are allowed. */
export function requireArchivedAlone(others: object) {
  if (Object.keys(others).length > 0) throw withField(new ArchivedNotAlone(), 'archived')
}
