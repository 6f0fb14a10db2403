import type { EmailRefusal } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import type { RefusedAddresses } from '../../../platform/mail/send-queued.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import { sendWaitingNotifications } from '../../events/waiting-emails.ts'
import { setEmailRefusal } from './refused-addresses.repository.ts'

/** Any accepted email shows that an address works again, for example a requested login link. */
export const refusedAddresses: RefusedAddresses = {
  async add(ctx, person, address, reply) {
    await changeRefusal(ctx, person, address, { refusedAt: ctx.clock.now().toISOString(), reply })
  },
  async remove(ctx, person, address) {
    const isChanged = await changeRefusal(ctx, person, address, null)
    if (isChanged) await sendWaitingNotifications(ctx, person)
  },
}

async function changeRefusal(
  { db, live }: AppContext,
  person: Person,
  address: string,
  refusal: EmailRefusal | null,
) {
  const id = await setEmailRefusal(db, person, address, refusal)
  if (id === undefined) return false
  if (person.side === 'client') live.changed({ workspaceId: id }, 'clients.emailRefusalChanged')
  else live.changed(person, 'accounts.emailRefusalChanged')
  return true
}
