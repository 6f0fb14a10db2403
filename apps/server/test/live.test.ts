import { clients, type Endpoint, endpoints, projects } from '@portico/contract'
import { onTestFinished } from 'vitest'
import { expect, type Inputs, test } from './fixtures.ts'
import { anAddress } from './given.ts'

interface Told {
  input: Omit<Inputs, 'params'>
  freelancer: string[]
  client?: string[]
}

// Whether a client may chat hangs on their projects.
const aProject = ['projects', 'clients', 'conversations', 'dashboard']
const aClient = ['clients', 'projects', 'conversations', 'dashboard']
const whoSaysIt = ['clients', 'projects', 'feedback', 'conversations', 'dashboard']

/** What each change of the freelancer's says to whom. A new endpoint has to be put here, or below. */
const told = new Map<Endpoint, Told>([
  [
    projects.create,
    {
      input: { body: { title: 'Van livery', description: 'Both sides.', status: 'Pending' } },
      freelancer: aProject,
      client: aProject,
    },
  ],
  [projects.update, { input: { body: { title: 'Menu' } }, freelancer: aProject, client: aProject }],
  [projects.setDueDate, { input: { body: { dueDate: null } }, freelancer: aProject, client: aProject }],
  [projects.remove, { input: {}, freelancer: aProject, client: aProject }],
  [
    clients.create,
    {
      input: { body: { firstName: 'Lin', lastName: 'Ito', email: anAddress('lin') } },
      freelancer: ['clients', 'conversations', 'dashboard'],
    },
  ],
  [clients.update, { input: { body: { lastName: 'Ito' } }, freelancer: whoSaysIt, client: whoSaysIt }],
  [clients.resetAccess, { input: {}, freelancer: ['clients'] }],
  [clients.createLoginLink, { input: {}, freelancer: ['clients'] }],
  [clients.remove, { input: {}, freelancer: aClient }],
])
/** Nobody sees any of what these change. */
const silent: Endpoint[] = [clients.resendLogin]

test('every change that a freelancer makes says what is no longer true, or that nobody can see it', () => {
  const changes = endpoints.filter(
    ({ method, url, config }) =>
      method !== 'GET' && config.access === 'freelancer' && /^\/(projects|clients)\b/.test(url),
  )
  expect(new Set([...told.keys(), ...silent])).toEqual(new Set(changes))
})

const each = [...told].map(([endpoint, say]) => ({
  name: `${endpoint.method} ${endpoint.url}`,
  endpoint,
  ...say,
}))

test.for(each)('$name', async ({ endpoint, input, ...wanted }, { ctx, api, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const heard: Record<string, string[]> = {}
  const unfollow = ctx.live.follow((people, topics) => {
    for (const { role, id } of people) heard[`${role} ${id}`] = topics
  })
  onTestFinished(() => void unfollow())

  const id = endpoint.url.startsWith('/clients') ? maya.id : project.id
  const body = endpoint === projects.create ? { ...(input.body as object), clientId: maya.id } : input.body
  const reply = await api.as(maya.freelancer).send(endpoint, { params: { id }, body })

  expect(reply.status).toBeLessThan(300)
  expect(heard).toEqual({
    [`freelancer ${maya.freelancer.id}`]: wanted.freelancer,
    ...(wanted.client && { [`client ${maya.id}`]: wanted.client }),
  })
})

test('what is refused says nothing', async ({ ctx, api, given }) => {
  const maya = await given.client(await given.freelancer({ plan: 'free' }))
  const { id } = await given.project(maya, { dueDate: '2999-01-01' })
  const stranger = await given.freelancer()
  const heard: unknown[] = []
  const unfollow = ctx.live.follow((...news) => heard.push(news))
  onTestFinished(() => void unfollow())

  await api.as(maya.freelancer).send(projects.update, { params: { id }, body: { status: 'Completed' } })
  await api.as(stranger).send(projects.remove, { params: { id } })
  await api.as(stranger).send(clients.remove, { params: { id: maya.id } })
  await api.as(maya.freelancer).send(clients.create, { body: given.newClient() })

  expect(heard).toEqual([])
})
