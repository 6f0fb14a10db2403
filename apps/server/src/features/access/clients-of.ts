import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Person } from '../../platform/realtime/live.ts'

/** The freelancer's clients, as people to notify. */
export async function clientsOf({ db }: Pick<AppContext, 'db'>, { id }: Freelancer): Promise<Person[]> {
  const clients = await db.selectFrom('client').select('id').where('workspace_id', '=', id).execute()
  return clients.map((client) => ({ role: 'client', id: client.id }))
}
