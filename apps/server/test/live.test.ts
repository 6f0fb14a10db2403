import {
  type Change,
  clients,
  type Endpoint,
  features,
  projects,
  staleTopics,
  topicsOfWorkspace,
} from '@portico/contract'
import { onTestFinished } from 'vitest'
import { expect, type Inputs, test } from './fixtures.ts'
import { uniqueEmail } from './given.ts'

interface Call {
  change: Change
  endpoint: Endpoint
  body?: Inputs['body']
  /** Whether the client is notified as well as the freelancer. */
  notifiesClient: boolean
}

const aProject = { title: 'Van livery', description: 'Both sides.', status: 'Pending' }
const aClient = () => ({ firstName: 'Lin', lastName: 'Ito', email: uniqueEmail('lin') })

const calls: Call[] = [
  { change: 'projects.create', endpoint: projects.create, body: aProject, notifiesClient: true },
  { change: 'projects.update', endpoint: projects.update, body: { title: 'Menu' }, notifiesClient: true },
  {
    change: 'projects.setDueDate',
    endpoint: projects.setDueDate,
    body: { dueDate: null },
    notifiesClient: true,
  },
  { change: 'projects.complete', endpoint: projects.complete, notifiesClient: true },
  { change: 'projects.undoComplete', endpoint: projects.undoComplete, notifiesClient: true },
  { change: 'projects.passTurn', endpoint: projects.passTurn, body: { to: 'client' }, notifiesClient: true },
  {
    change: 'projects.changeSeveral',
    endpoint: projects.changeSeveral,
    body: { status: 'In Progress' },
    notifiesClient: true,
  },
  {
    change: 'projects.duplicate',
    endpoint: projects.duplicate,
    body: { title: 'Menu' },
    notifiesClient: true,
  },
  { change: 'projects.remove', endpoint: projects.remove, notifiesClient: true },
  { change: 'clients.create', endpoint: clients.create, body: aClient(), notifiesClient: false },
  { change: 'clients.update', endpoint: clients.update, body: { lastName: 'Ito' }, notifiesClient: true },
  { change: 'clients.setMembers', endpoint: clients.setMembers, notifiesClient: true },
  { change: 'clients.handOver', endpoint: clients.handOver, notifiesClient: true },
  { change: 'clients.resetAccess', endpoint: clients.resetAccess, notifiesClient: false },
  { change: 'clients.createLoginLink', endpoint: clients.createLoginLink, notifiesClient: false },
  { change: 'clients.preview', endpoint: clients.preview, notifiesClient: false },
  { change: 'clients.resendLogin', endpoint: clients.resendLogin, notifiesClient: false },
  { change: 'clients.endMyLinks', endpoint: clients.endMyLinks, notifiesClient: true },
  { change: 'clients.endMyLink', endpoint: clients.endMyLink, notifiesClient: true },
  { change: 'clients.endHandedOut', endpoint: clients.endHandedOut, notifiesClient: true },
  // The deleted client's sessions end, which says enough.
  { change: 'clients.remove', endpoint: clients.remove, notifiesClient: false },
]

test('covers every project and client endpoint that has stale topics', () => {
  const names = (['projects', 'clients'] as const).flatMap((feature) =>
    Object.keys(features[feature]).map((name) => `${feature}.${name}`),
  )
  const withTopics = names.filter((name) => staleTopics[name as Change]?.length > 0)

  expect(calls.map(({ change }) => change).sort()).toEqual(withTopics.sort())
})

test.for(calls)(
  '$change publishes its topics to the people it concerns',
  async (call, { ctx, api, given }) => {
    const { change, endpoint, body, notifiesClient } = call
    const maya = await given.client(await given.freelancer())
    const project = await (endpoint === projects.undoComplete
      ? given.completedProject(maya)
      : given.project(maya))
    const published: Record<string, readonly string[]> = {}
    const unsubscribe = ctx.live.subscribe((people, topics) => {
      for (const { side, personId } of people) published[`${side} ${personId}`] = topics
    })
    onTestFinished(() => void unsubscribe())

    const isOfClient = endpoint.config.access === 'client'
    const { id: linkId } = await given.loginLink(maya)

    const thingsOf = new Map<Endpoint, object>([
      [projects.create, { ...aProject, clientId: maya.id }],
      [projects.changeSeveral, { ids: [project.id] }],
      [clients.handOver, { to: (await given.member(maya.freelancer)).id }],
      [clients.setMembers, { memberIds: [], leadId: maya.freelancer.id }],
    ])
    const things = thingsOf.get(endpoint)
    const reply = await api.as(isOfClient ? maya : maya.freelancer).send(endpoint, {
      params: { id: isOfClient ? linkId : endpoint.url.startsWith('/clients') ? maya.id : project.id },
      body: things ? { ...(body as object), ...things } : body,
    })

    expect(reply.status).toBeLessThan(300)
    expect(published).toEqual({
      [`freelancer ${maya.freelancer.id}`]: staleTopics[change],
      ...(notifiesClient && {
        [`client ${maya.id}`]: staleTopics[change].filter((topic) => !topicsOfWorkspace.has(topic)),
      }),
    })
  },
)

test('publishes nothing for a refused change', async ({ ctx, api, given }) => {
  const maya = await given.client(await given.freelancer({ plan: 'free' }))
  const { id } = await given.project(maya, { dueDate: '2999-01-01' })
  const stranger = await given.freelancer()
  const published: unknown[] = []
  const unsubscribe = ctx.live.subscribe((...args) => published.push(args))
  onTestFinished(() => void unsubscribe())

  await api.as(maya.freelancer).send(projects.update, { params: { id }, body: { status: 'Completed' } })
  await api.as(stranger).send(projects.remove, { params: { id } })
  await api.as(stranger).send(clients.remove, { params: { id: maya.id } })
  await api.as(maya.freelancer).send(clients.create, { body: given.newClient() })

  expect(published).toEqual([])
})
