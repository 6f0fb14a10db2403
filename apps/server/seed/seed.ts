import type { projects } from '@portico/contract'
import { v7 as newId } from 'uuid'
import { register } from '../src/features/accounts/accounts.service.ts'
import { createClient } from '../src/features/clients/clients.service.ts'
import { leaveFeedback } from '../src/features/feedback/feedback.service.ts'
import { createProject } from '../src/features/projects/projects.service.ts'
import type { ClientUser, Freelancer } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'
import { sendMessages } from './conversations.ts'
import * as demo from './demo.ts'
import { shareFile } from './files.ts'
import { subscribeToPro } from './plan.ts'

/** Uses the services of the product, so that the demo follows its rules. */
export async function seed(ctx: AppContext) {
  const { user } = await register(ctx, demo.freelancer, { address: '127.0.0.1' })
  const ada: Freelancer = { role: 'freelancer', id: user.id, sessionId: newId() }
  await subscribeToPro(ctx, ada)

  const links: { name: string; loginUrl: string }[] = []
  for (const { projects, ...details } of demo.clients) {
    const { client, loginUrl } = await createClient(ctx, ada, { ...details, sendEmail: false })
    links.push({ name: `${client.firstName} ${client.lastName}`, loginUrl })
    const them: ClientUser = { role: 'client', id: client.id, sessionId: newId() }
    for (const { dueIn, feedback = [], files = [], ...project } of projects) {
      const dueDate = dueIn === null ? null : dayFrom(ctx.clock.now(), dueIn)
      const { id }: projects.Project = JSON.parse(
        await createProject(ctx, ada, { ...project, clientId: client.id, dueDate }),
      )
      for (const message of feedback) await leaveFeedback(ctx, them, { projectId: id, message })
      for (const { by, ...file } of files) await shareFile(ctx, by === 'client' ? them : ada, id, file)
    }
    await sendMessages(ctx, ada, them, client.firstName)
  }
  return links
}

function dayFrom(now: Date, days: number) {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
