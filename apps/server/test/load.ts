import { expect, vi } from 'vitest'
import { anAddress } from './given.ts'
import { IN_TIME } from './in-time.ts'

export type Ada = Awaited<ReturnType<typeof freelancerAt>>

/** What was asked for, and what was answered to have been done. */
interface Load {
  attempted: Set<string>
  acknowledged: Set<string>
}

/** A freelancer on a server that runs as a process of its own, who can keep it busy. */
export async function freelancerAt({ url }: { url: string }) {
  const email = 'ada@example.test'
  const registered = await fetch(
    `${url}/api/auth/register`,
    json({ name: 'Ada Marsh', email, password: 'correct horse battery' }),
  )
  expect(registered.status).toBe(201)
  const { token } = (await registered.json()) as { token: string }
  const ask = (path: string, { method = 'GET', body = undefined as object | undefined } = {}) =>
    fetch(`${url}${path}`, {
      ...(body && json(body)),
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    })
  const read = async (path: string) => (await ask(path)).json() as Promise<unknown>
  const createClient = async (details: { sendEmail: boolean; email?: string }) => {
    const body = { firstName: 'Lin', lastName: 'Ito', email: anAddress('lin'), ...details }
    const reply = await ask('/api/clients/create', { method: 'POST', body })
    expect(reply.status).toBe(201)
    return ((await reply.json()) as { client: { id: string; email: string } }).client
  }
  return { email, ask, read, createClient, createProjects, expectAllKept }

  /** Creates projects until it is stopped, whatever the answers are. */
  function createProjects() {
    const attempted = new Set<string>()
    const acknowledged = new Set<string>()
    let going = true
    const clientId = createClient({ sendEmail: false }).then(({ id }) => id)
    const creating = Promise.all([1, 2, 3, 4].map(create))

    async function create() {
      while (going) {
        const title = `Project ${attempted.size + 1}`
        attempted.add(title)
        const body = { title, description: 'Under load', status: 'Pending', clientId: await clientId }
        const { status } = await ask('/api/projects/create', { method: 'POST', body })
        if (status === 201) acknowledged.add(title)
        else expect(status).toBe(503)
      }
    }
    return {
      attempted,
      acknowledged,
      until: (count: number) => vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(count), IN_TIME),
      async stop() {
        going = false
        await creating
      },
    }
  }

  async function expectAllKept({ attempted, acknowledged }: Load) {
    const stored: string[] = []
    for (let path: string | undefined = '/api/projects?limit=200'; path; ) {
      const reply: Response = await ask(path)
      stored.push(...((await reply.json()) as { title: string }[]).map(({ title }) => title))
      path = reply.headers.get('link')?.match(/<(.+)>; rel="next"/)?.[1]
    }
    expect(stored).toEqual([...new Set(stored)])
    expect([...acknowledged].filter((title) => !stored.includes(title))).toEqual([])
    expect(stored.filter((title) => !attempted.has(title))).toEqual([])
  }
}

/** What to POST. */
export function json(body: object) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
