import { freelancer } from '../apps/server/seed/demo.ts'
import { seed } from '../apps/server/seed/seed.ts'
import type { Server } from '../e2e/server.ts'

export type DemoData = Awaited<ReturnType<typeof seedDemo>>

/** The demo (`npm run seed`), with both sides of one project signed in. */
export async function seedDemo({ ctx, port }: Server) {
  const ask = async (path: string, { token, body }: { token?: string; body?: object } = {}) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }

  const links = await seed(ctx)
  const { email, password } = freelancer
  const ada = await ask('/auth/login', { body: { email, password } })
  const link = new URL(links.find(({ name }) => name === 'Maya Whitcombe')?.loginUrl ?? '')
  const maya = await ask(`/clients/login-from-token${link.search}`)
  const projects: { id: string; title: string }[] = await ask('/projects/client', { token: maya.token })
  const { clients } = await ask('/clients', { token: ada.token })
  const menu = projects.find(({ title }) => title.startsWith('Spring'))?.id ?? ''
  const files: { id: string; fileName: string }[] = await ask(`/files/project/${menu}`, { token: maya.token })
  const mayaId: string = clients.find((one: { firstName: string }) => one.firstName === 'Maya').id
  return {
    ada: ada.token as string,
    maya: maya.token as string,
    mayaId,
    proof: files.find(({ fileName }) => fileName.endsWith('.pdf'))?.id ?? '',
  }
}
