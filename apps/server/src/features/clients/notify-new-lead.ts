import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { recordEvents } from '../events/record-events.ts'
import { readMembers } from './members.repository.ts'

interface Handover {
  clientId: string
  leadId: string
  /** For the new lead alone. */
  note?: string | null
}

/** Of a client that another member gives them. The caller has locked the client. */
export async function notifyNewLead(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Freelancer,
  { clientId, leadId, note = null }: Handover,
) {
  const { lead } = await readMembers(db, clientId)
  const scope = { workspaceId: by.workspaceId, clientId, projectId: null }
  const subject = { to: lead.name, note }
  await recordEvents(db, scope, by, [{ kind: 'client_handed_over', subject, member: leadId }], clock.now())
}
