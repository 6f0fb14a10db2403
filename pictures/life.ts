import sharp from 'sharp'
import { freelancer } from '../apps/server/seed/demo.ts'
import { seed } from '../apps/server/seed/seed.ts'
import { createSending } from '../apps/server/src/features/chat/sending.service.ts'
import type { Server } from '../e2e/server.ts'

export type Life = Awaited<ReturnType<typeof liveIn>>

/** The demo, and what people have done in it: files, feedback, a conversation. */
export async function liveIn({ ctx, port }: Server) {
  const api = `http://127.0.0.1:${port}/api`
  const ask = async (path: string, { token, body }: { token?: string; body?: object | FormData } = {}) => {
    const form = body instanceof FormData
    const reply = await fetch(api + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
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
  const menu = projects.find(({ title }) => title.startsWith('Spring')) ?? { id: '' }

  const upload = async (path: string, token: string, name: string, bytes: Buffer, type: string) => {
    const body = new FormData()
    body.set('projectId', menu.id)
    body.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
    await ask(path, { token, body })
  }
  await upload('/files/client/upload', maya.token, 'counter.jpg', await photograph(), 'image/jpeg')
  await upload('/files/upload', ada.token, 'menu-proof-01.pdf', aPdf(180_000), 'application/pdf')
  await upload('/files/upload', ada.token, 'menu-proof-02.pdf', aPdf(214_000), 'application/pdf')

  for (const message of [
    'The rye loaf should come before the sourdough.',
    'Lovely. Could the prices be a little smaller?',
  ])
    await ask('/feedback', { token: maya.token, body: { projectId: menu.id, message } })

  const { clients } = await ask('/clients', { token: ada.token })
  const mayaId: string = clients.find((one: { firstName: string }) => one.firstName === 'Maya').id
  const send = createSending(ctx)
  for (const [byMaya, content] of conversation) {
    const [from, to] = byMaya ? [mayaId, ada.user.id] : [ada.user.id, mayaId]
    const [senderType, receiverType] = byMaya
      ? (['Client', 'Freelancer'] as const)
      : (['Freelancer', 'Client'] as const)
    await send(
      { role: byMaya ? 'client' : 'freelancer', id: from, sessionId: '' },
      { content, senderId: from, receiverId: to, senderType, receiverType },
    )
  }
  return { ada: ada.token as string, maya: maya.token as string, mayaId, menu: menu.id }
}

const conversation: [byMaya: boolean, content: string][] = [
  [true, 'Morning, Ada. Is the second proof with you already?'],
  [false, 'Good morning. It is in the files since nine.'],
  [true, 'Found it. The takeaway version is exactly right.'],
  [true, 'Only the rye loaf should come before the sourdough.'],
  [false, 'Done. It goes to print on Friday.'],
]

/** A picture that a client might send, drawn rather than taken. */
function photograph() {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
      <rect width="1200" height="900" fill="#d9c3a5"/><rect y="560" width="1200" height="340" fill="#7a4a2b"/>
      <g fill="#b9783f"><ellipse cx="300" cy="520" rx="150" ry="80"/><ellipse cx="620" cy="510" rx="170" ry="92"/><ellipse cx="940" cy="522" rx="140" ry="76"/></g>
    </svg>`),
  )
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** As long as a proof is, with nothing in it. */
function aPdf(bytes: number) {
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, ' '), Buffer.from('\n%%EOF\n')])
}
