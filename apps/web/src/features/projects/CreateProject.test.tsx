import type { clients } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aClient, aSummary } from '../../../test/client.ts'
import { expectComplaint, open, problem, serve, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
// Loads the lazy chunks before the tests, so that no test waits for them.
import '../clients/CreateClientPanel.tsx'
import './CreateProject.tsx'
import ProjectsPage from '../project-pages/ProjectsPage.tsx'

const maya = aClient()
const gareth = aClient({ id: 'c2', firstName: 'Gareth', lastName: 'Lloyd', company: null })

async function show(known: clients.Client[] = [maya, gareth], answers: Parameters<typeof serve>[0] = {}) {
  const list = [...known]
  const asked = serve({
    'GET /projects': () => Response.json([aProject()]),
    // One client per page, so that all pages have to be read.
    'GET /clients': ({ query }) => {
      const at = Number(query.get('cursor') ?? 0)
      const link = `</api/clients?cursor=${at + 1}>; rel="next"`
      return Response.json(
        { clients: list.slice(at, at + 1) },
        { headers: at + 1 < list.length ? { link } : {} },
      )
    },
    'POST /projects/create': () => Response.json(aProject(), { status: 201 }),
    'POST /clients/create': () => {
      list.push(maya)
      return Response.json({ client: maya, loginUrl: 'https://portico.example/x' }, { status: 201 })
    },
    'GET /dashboard/summary': () => Response.json(aSummary('free', 0, 1)),
    ...answers,
  })
  const router = open('/projects', { '/projects': <ProjectsPage />, '/projects/:id': <h1>its page</h1> })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '+ Create Project' }))
  const sent = () => {
    const [, init] = asked.mock.calls.find(([path]) => path === '/api/projects/create') ?? []
    return init && JSON.parse(String(init.body))
  }
  return { user, sent, router, panel: within(await screen.findByRole('dialog', { name: 'New project' })) }
}

const clientSelect = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Client' })
const options = async () =>
  within(await clientSelect())
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

async function describeIt(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Title'), 'Spring menu')
  await user.type(screen.getByLabelText('Description'), 'Two sizes.')
  await user.click(screen.getByRole('button', { name: /^Create Project/ }))
}

test('offers all clients, however many pages they fill, and opens the page of the new project', async () => {
  const { user, sent, router } = await show()
  await waitFor(async () =>
    expect(await options()).toEqual(['Choose a client', 'Gareth Lloyd', 'Maya Whitcombe, Northwind Bakery']),
  )

  await user.selectOptions(await clientSelect(), 'Gareth Lloyd')
  await describeIt(user)

  await screen.findByText('its page')
  expect(router.state.location.pathname).toBe('/projects/p1')
  expect(sent()).toMatchObject({ clientId: 'c2', title: 'Spring menu', description: 'Two sizes.' })
  expect(toasts()).toMatchObject([{ title: 'Project successfully created!' }])
})

test('without a client nothing is sent, and the client field gets the focus', async () => {
  const { user, sent } = await show()
  await waitFor(async () => expect(await options()).toHaveLength(3))
  await describeIt(user)

  const select = await screen.findByRole('combobox', { name: 'Client', description: 'Client is required.' })
  await expect.poll(() => document.activeElement).toBe(select)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent()).toBeUndefined()
})

test('an only client is preselected', async () => {
  const { user, sent } = await show([gareth])
  await waitFor(async () => expect((await clientSelect()).value).toBe('c2'))
  await describeIt(user)
  await waitFor(() => expect(sent()).toMatchObject({ clientId: 'c2' }))
})

test('clients that failed to load can be retried, and typed text stays', async () => {
  expectComplaint('error')
  let down = true
  const { user } = await show([maya], {
    'GET /clients': () => (down ? problem(503, 'NOT_READY', '') : Response.json({ clients: [maya] })),
  })
  await user.type(screen.getByLabelText('Title'), 'Spring menu')
  await screen.findByText('Your clients did not load.')
  down = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  await waitFor(async () => expect((await clientSelect()).value).toBe('c1'))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Spring menu')
})

test('without clients it creates the client first and then the project', async () => {
  const { user, panel } = await show([])
  await screen.findByText('You have no clients yet.')
  expect(panel.queryByLabelText('Title')).toBeNull()
  await user.click(screen.getByRole('button', { name: '+ Create Client' }))

  await screen.findByRole('dialog', { name: 'New client' })
  for (const name of ['First name', 'Last name', 'Email', 'Company'])
    await user.type(screen.getByLabelText(name), 'x')
  await user.click(screen.getByRole('button', { name: /^Create Client/ }))
  await user.click(await screen.findByRole('button', { name: 'Done' }))

  await screen.findByRole('dialog', { name: 'New project' })
  await waitFor(async () => expect((await clientSelect()).value).toBe('c1'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('button', { name: '+ Create Project' }))
})

test('cancelling the new client returns to the list', async () => {
  const { user } = await show([])
  await user.click(await screen.findByRole('button', { name: '+ Create Client' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
