import { sql } from 'kysely'
import { changeProfile, register } from '../src/features/accounts/accounts.service.ts'
import { endSessions } from '../src/features/accounts/ended-sessions.service.ts'
import { createSession } from '../src/features/accounts/sessions.service.ts'
import { createClient } from '../src/features/clients/clients.service.ts'
import type { ClientUser, Freelancer } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'
import { sendMessages } from './conversations.ts'
import * as demo from './demo.ts'
import { subscribeToPro } from './plan.ts'
import { createDemoProject } from './project.ts'
import { runInOrder, type Step } from './steps.ts'

/** Uses the services of the product, so that the demo follows its rules. */
export async function seed(ctx: AppContext) {
  const { user, token } = await register(ctx, demo.freelancer, { address: '127.0.0.1' })
  const sessionId = ctx.tokens.read(token)?.sid ?? ''
  const ada: Freelancer = {
    side: 'freelancer',
    role: 'owner',
    sees: 'all',
    personId: user.id,
    workspaceId: user.id,
    sessionId,
  }
  await changeProfile(ctx, ada, { company: demo.company })
  await subscribeToPro(ctx, ada)

  const links: { name: string; loginUrl: string }[] = []
  const steps: Step[] = []
  const clients: ClientUser[] = []
  for (const { projects, ...details } of demo.clients) {
    const { client, loginUrl } = await createClient(ctx, ada, { ...details, sendEmail: false })
    links.push({ name: `${client.firstName} ${client.lastName}`, loginUrl })
    const them = await startSession(ctx, ada, client.id)
    clients.push(them)
    for (const project of projects) steps.push(...(await createDemoProject(ctx, ada, them, project)))
    await sendMessages(ctx, ada, them, client.firstName)
  }
  await runInOrder(ctx, steps)
  for (const person of [ada, ...clients]) await endSessions(ctx, person)
  return links
}

/** As if the client had opened a link that was mailed to them: who decides on a file has to be known. */
async function startSession(
  ctx: AppContext,
  { workspaceId }: Freelancer,
  clientId: string,
): Promise<ClientUser> {
  const owner = sql<{ id: string }>`select id, 'mailed' as "knownBy" from client where id = ${clientId}`
  const session = await createSession(ctx, { side: 'client', owner })
  return {
    side: 'client',
    personId: clientId,
    clientId,
    looksOnly: false,
    workspaceId,
    sessionId: session?.claims.sid ?? '',
  }
}
