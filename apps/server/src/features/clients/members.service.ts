import type { clients } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotAllowed } from '../../platform/http/access.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import { audit } from '../audit/audit.ts'
import { ClientNotFound } from './clients.service.ts'
import {
  type LockedClient,
  lockClientWithProjects,
  lockMembers,
  readMembers,
  saveMembers,
} from './members.repository.ts'

const NotAMember = problem('INVALID_INPUT', 400, 'Only members of your workspace can work with a client.')

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

/** In the caller's transaction, which has locked the client. The lead is always assigned, too. */
async function changeMembers(
  ctx: AppContext & { db: Db },
  freelancer: Freelancer,
  client: LockedClient,
  { memberIds, leadId }: clients.NewClientMembers,
) {
  const wanted = [...new Set([leadId, ...memberIds])]
  const known = await lockMembers(ctx.db, freelancer, wanted)
  if (!known.includes(leadId)) throw withField(new NotAMember(), 'leadId')
  if (known.length < wanted.length) throw withField(new NotAMember(), 'memberIds')
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
