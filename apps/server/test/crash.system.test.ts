import { expect, test, vi } from 'vitest'
import { isAlive, startPortico } from './portico.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

type Portico = Awaited<ReturnType<typeof startPortico>>

test('keeps everything that was acknowledged, once, when the server or its database is killed under load', {
  timeout: 400_000,
}, async () => {
  let portico = await startPortico()
  const token = await register(portico)
  const clientId = await createClient(portico, token)
  const attempted = new Set<string>()
  const acknowledged = new Set<string>()
  const statuses = new Set<number>()

  for (const victims of ['the database, then the server', 'both at once'] as const) {
    const load = Promise.all([1, 2, 3, 4].map(() => createProjectsUntilItEnds(portico)))
    await untilAcknowledged(acknowledged.size + 25)
    if (victims === 'both at once') await portico.killPostgres()
    else await restartPostgres(portico)
    await portico.end('SIGKILL')
    await load
    portico = await startPortico({ DATA_DIR: portico.dataDir })
  }

  const stored = await titlesOfAllProjects(portico, token)
  expect(stored).toEqual([...new Set(stored)])
  expect([...acknowledged].filter((title) => !stored.includes(title))).toEqual([])
  expect(stored.filter((title) => !attempted.has(title))).toEqual([])
  expect([...statuses].sort()).toEqual([201, 503])
  expect(await portico.end('SIGTERM')).toBe(0)

  /** Kills PostgreSQL, which the server starts again, and waits until the load goes on. */
  async function restartPostgres(running: Portico) {
    const before = await running.postgresPid()
    process.kill(before ?? 0, 'SIGQUIT')
    await vi.waitFor(
      async () => expect([before, null]).not.toContain(await running.postgresPid()),
      WAIT_OPTIONS,
    )
    await untilAcknowledged(acknowledged.size + 25)
  }

  async function createProjectsUntilItEnds(running: Portico) {
    while (isAlive(running.pid)) {
      const title = `Project ${attempted.size + 1}`
      attempted.add(title)
      const body = { title, description: 'Under load', status: 'Pending', dueDate: null, clientId }
      const reply = await post(running, '/api/projects/create', body, token).catch(() => null)
      if (!reply) return
      statuses.add(reply.status)
      if (reply.status === 201) acknowledged.add(title)
    }
  }

  function untilAcknowledged(count: number) {
    return vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(count), {
      ...WAIT_OPTIONS,
      interval: 5,
    })
  }
})

async function register(portico: Portico) {
  const body = { name: 'Ada Marsh', email: 'ada@example.com', password: 'correct horse battery' }
  const { token } = await read<{ token: string }>(post(portico, '/api/auth/register', body))
  return token
}

async function createClient(portico: Portico, token: string) {
  const body = {
    firstName: 'Lin',
    lastName: 'Ito',
    email: 'lin@example.com',
    company: 'Ito Ltd',
    sendEmail: false,
  }
  const { client } = await read<{ client: { id: string } }>(post(portico, '/api/clients/create', body, token))
  return client.id
}

async function titlesOfAllProjects({ url }: Portico, token: string) {
  const titles: string[] = []
  for (let next: string | undefined = '/api/projects?limit=200'; next; ) {
    const reply: Response = await fetch(new URL(next, url), { headers: { authorization: `Bearer ${token}` } })
    titles.push(...((await reply.json()) as { title: string }[]).map(({ title }) => title))
    next = reply.headers.get('link')?.match(/<(.+)>; rel="next"/)?.[1]
  }
  return titles
}

function post({ url }: Portico, path: string, body: object, token?: string) {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}

async function read<T>(reply: Promise<Response>) {
  return (await (await reply).json()) as T
}
