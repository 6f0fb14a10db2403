import type { clients } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotAllowed } from '../../platform/http/access.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import { audit } from '../audit/audit.ts'
import { recordEvents } from '../events/record-events.ts'
import { ClientArchived, ClientNotFound } from './clients.service.ts'
import { type LockedClient, lockClientWithProjects, readMembers, saveMembers } from './members.repository.ts'
import { notifyNewLead } from './notify-new-lead.ts'
import { requireMembers } from './require-members.ts'

/** Owner and admins say who works with a client, also with one that is archived. */
export async function setMembers(
  ctx: AppContext,
  freelancer: Freelancer,
  clientId: string,
  wanted: clients.NewClientMembers,
): Promise<clients.ClientMembers> {
  const result = await ctx.db.transaction().execute(async (trx) => {
    const client = await lockClientWithProjects(trx, freelancer, clientId)
    if (!client) throw new ClientNotFound()
    if (freelancer.role === 'member') throw new NotAllowed()
    await changeMembers({ ...ctx, db: trx }, freelancer, client, wanted)
    return readMembers(trx, clientId)
  })
  const { workspaceId } = freelancer
  ctx.live.changed({ workspaceId, clientId }, 'clients.setMembers')
  return result
}

const LeadsAlready = problem('INVALID_INPUT', 400, 'This member leads the client already.')

/**
 * Another member leads the client in the place of the present lead, who is not assigned any more. Of the note only the new lead is
 * notified; of the sentence, the client.
 */
export async function handOver(
  ctx: AppContext,
  freelancer: Freelancer,
  clientId: string,
  { to, note = null, sentence = null }: clients.HandOver,
): Promise<clients.ClientMembers> {
  const { workspaceId } = freelancer
  const result = await ctx.db.transaction().execute(async (trx) => {
    const inTrx = { ...ctx, db: trx }
    const client = await lockClientWithProjects(trx, freelancer, clientId)
    if (!client) throw new ClientNotFound()
    if (freelancer.role === 'member' && freelancer.personId !== client.leadId) throw new NotAllowed()
    if (client.isArchived) throw new ClientArchived()
    if (to === client.leadId) throw withField(new LeadsAlready(), 'to')
    await requireMembers(trx, freelancer, [to], 'to')
    const others = client.memberIds.filter((id) => id !== client.leadId)
    const now = ctx.clock.now()
    const memberIds = [...new Set([to, ...others])]
    await saveMembers(trx, freelancer, client, { memberIds, leadId: to }, now)
    await audit(inTrx, freelancer, { action: 'client.handed_over', target: { kind: 'client', id: clientId } })
    const members = await readMembers(trx, clientId)
    if (to !== freelancer.personId) await notifyNewLead(inTrx, freelancer, { clientId, leadId: to, note })
    if (sentence !== null) {
      const scope = { workspaceId, clientId, projectId: null }
      const forClient = { to: members.lead.name, note: sentence }
      await recordEvents(trx, scope, freelancer, [{ kind: 'lead_changed', subject: forClient }], now)
    }
    return members
  })
  ctx.live.changed({ workspaceId, clientId }, 'clients.handOver')
  return result
}

/** In the caller's transaction, which has locked the client. The lead is always assigned, too. */
async function changeMembers(
  ctx: AppContext & { db: Db },
  freelancer: Freelancer,
  client: LockedClient,
  { memberIds, leadId }: clients.NewClientMembers,
) {
  const wanted = [...new Set([leadId, ...memberIds])]
  await requireMembers(ctx.db, freelancer, [leadId], 'leadId')
  await requireMembers(ctx.db, freelancer, wanted, 'memberIds')
  const isSame =
    wanted.length === client.memberIds.length && wanted.every((id) => client.memberIds.includes(id))
  if (isSame && leadId === client.leadId) return
  await saveMembers(ctx.db, freelancer, client, { memberIds: wanted, leadId }, ctx.clock.now())
  await audit(ctx, freelancer, {
    action: 'client.members_changed',
    target: { kind: 'client', id: client.id },
    details: { count: wanted.length },
  })
}
