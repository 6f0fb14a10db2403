import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Person } from '../../platform/realtime/live.ts'

/** The clients of a workspace, as people to notify. */
export async function clientsOf(
  { db }: Pick<AppContext, 'db'>,
  { workspaceId }: Freelancer,
): Promise<Person[]> {
  const clients = await db.selectFrom('client').select('id').where('workspace_id', '=', workspaceId).execute()
  return clients.map((client) => ({ side: 'client', personId: client.id }))
}
