import { expect, vi } from 'vitest'
import { uniqueEmail } from './given.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

export type LoadFreelancer = Awaited<ReturnType<typeof registerFreelancer>>

/** The titles of projects that were sent, and of those that were answered with 201. */
interface Load {
  attempted: Set<string>
  acknowledged: Set<string>
}

/** A freelancer on a server in a process of its own, who can put load on it. */
export async function registerFreelancer({ url }: { url: string }) {
  const email = uniqueEmail('ada')
  const registered = await fetch(
    `${url}/api/auth/register`,
    postRequest({ name: 'Ada Marsh', email, password: 'correct horse battery' }),
  )
  expect(registered.status).toBe(201)
  const { token } = (await registered.json()) as { token: string }
  const request = (path: string, { method = 'GET', body = undefined as object | undefined } = {}) =>
    fetch(`${url}${path}`, {
      ...(body && postRequest(body)),
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    })
  const read = async (path: string) => (await request(path)).json() as Promise<unknown>
  const createClient = async (details: { sendEmail: boolean; email?: string }) => {
    const body = { firstName: 'Lin', lastName: 'Ito', email: uniqueEmail('lin'), ...details }
    const reply = await request('/api/clients/create', { method: 'POST', body })
    expect(reply.status).toBe(201)
    return ((await reply.json()) as { client: { id: string; email: string } }).client
  }
  return { email, request, read, createClient, createProjects, expectNothingLost }

  /** Creates projects until `stop`. A response may be 503 meanwhile. */
  function createProjects() {
    const attempted = new Set<string>()
    const acknowledged = new Set<string>()
    let isRunning = true
    const clientId = createClient({ sendEmail: false }).then(({ id }) => id)
    const creating = Promise.all([1, 2, 3, 4].map(create))

    async function create() {
      while (isRunning) {
        const title = `Project ${attempted.size + 1}`
        attempted.add(title)
        const body = { title, description: 'Under load', status: 'Pending', clientId: await clientId }
        const { status } = await request('/api/projects/create', { method: 'POST', body })
        if (status === 201) acknowledged.add(title)
        else expect(status).toBe(503)
      }
    }
    return {
      attempted,
      acknowledged,
      until: (count: number) =>
        vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(count), WAIT_OPTIONS),
      async stop() {
        isRunning = false
        await creating
      },
    }
  }

  async function expectNothingLost({ attempted, acknowledged }: Load) {
    const stored: string[] = []
    for (let path: string | undefined = '/api/projects?limit=200'; path; ) {
      const reply: Response = await request(path)
      stored.push(...((await reply.json()) as { title: string }[]).map(({ title }) => title))
      path = reply.headers.get('link')?.match(/<(.+)>; rel="next"/)?.[1]
    }
    expect(stored).toEqual([...new Set(stored)])
    expect([...acknowledged].filter((title) => !stored.includes(title))).toEqual([])
    expect(stored.filter((title) => !attempted.has(title))).toEqual([])
  }
}

/** The options of a POST. */
export function postRequest(body: object) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
