import { clients, projects, staleTopics as topicsOf } from '@portico/contract'
import { vi } from 'vitest'
import { expect } from '../../../test/fixtures.ts'
import { connectAs, test } from '../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'

test('notifies both sides of a project, but no other client and no stranger', async ({
  address,
  given,
  api,
}) => {
  const ada = await given.freelancer()
  const [maya, sibling, stranger] = [
    await given.client(ada),
    await given.client(ada),
    await given.freelancer(),
  ]
  const [adasSocket, mayasSockets, siblingsSocket, strangersSocket] = await Promise.all(
    [ada, maya, sibling, stranger].map((person) => connectAs(address, person)),
  )

  const { id } = await given.project(maya)
  await api.as(ada).call(projects.update, { params: { id }, body: { status: 'In Progress' } })
  await api.as(ada).call(projects.setDueDate, { params: { id }, body: { dueDate: null } })
  await api.as(ada).call(projects.remove, { params: { id } })

  const names = ['projects.create', 'projects.update', 'projects.setDueDate', 'projects.remove'] as const
  const expected = names.map((name) => topicsOf[name])
  await vi.waitFor(() => expect(mayasSockets?.staleTopics).toEqual(expected), WAIT_OPTIONS)
  await vi.waitFor(() => expect(adasSocket?.staleTopics).toEqual(expected), WAIT_OPTIONS)
  // What is sent to them next is the first they hear.
  await given.project(sibling)
  await vi.waitFor(() => expect(siblingsSocket?.staleTopics).toHaveLength(1), WAIT_OPTIONS)
  await given.client(stranger)
  await vi.waitFor(
    () => expect(strangersSocket?.staleTopics[0]).toEqual(topicsOf['clients.create']),
    WAIT_OPTIONS,
  )
  expect(mayasSockets?.staleTopics).toEqual(expected)
})

test('notifies a client whose details were edited', async ({ address, given, api }) => {
  const maya = await given.client(await given.freelancer())
  const { staleTopics } = await connectAs(address, maya)

  await api.as(maya.freelancer).call(clients.update, { params: { id: maya.id }, body: { firstName: 'May' } })

  await vi.waitFor(() => expect(staleTopics).toEqual([topicsOf['clients.update']]), WAIT_OPTIONS)
})
