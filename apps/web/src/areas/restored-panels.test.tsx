import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aClient, aClientDetail, aSummary } from '../../test/client.ts'
import { open, serve, signInFreelancer, tokenFor } from '../../test/fixtures.tsx'
import { aProfile } from '../../test/profile.ts'
import { aProject } from '../../test/project.ts'
import { Profile } from '../features/accounts/Profile.tsx'
import ClientPage from '../features/client-pages/ClientPage.tsx'
import ClientsPage from '../features/client-pages/ClientsPage.tsx'
import { Guard } from './guard.tsx'
// Loads the lazy chunks before the tests, so that no test waits for them.
import '../features/clients/CreateClientPanel.tsx'
import '../features/clients/EditClientPanel.tsx'
import '../features/projects/CreateProject.tsx'
import '../features/projects/CreateProjectPanel.tsx'
import '../features/projects/EditProjectPanel.tsx'
import * as live from '../app/live.ts'
import { currentSession, expireSession, reloadSession } from '../app/session.ts'
import { storedOpenPanels } from '../app/stored.ts'
import ProjectPage from '../features/project-pages/ProjectPage.tsx'
import ProjectsPage from '../features/project-pages/ProjectsPage.tsx'
import ProjectWork from '../features/project-pages/ProjectWork.tsx'

// No server listens on this port.
beforeEach(() => void vi.spyOn(live, 'startLiveUpdates').mockReturnValue(() => {}))
afterEach(() => window.history.replaceState(null, '', '/'))

const answers = {
  'GET /auth/me': () => Response.json(aProfile()),
  'GET /clients': () => Response.json({ clients: [aClient()] }),
  'GET /clients/c1': () => Response.json(aClientDetail()),
  'GET /clients/c1/projects': () => Response.json([]),
  'GET /clients/c2': () => Response.json(aClientDetail({ id: 'c2' })),
  'GET /clients/c2/projects': () => Response.json([]),
  'GET /dashboard/summary': () => Response.json(aSummary('pro', 1, 5)),
  'GET /feedback/projects/p1/feedback': () => Response.json([]),
  'GET /files/limits': () => Response.json({ maxUploadBytes: 1_024 ** 3 }),
  'GET /files/project/p1': () => Response.json([]),
  'GET /projects': () => Response.json([aProject()]),
  'GET /projects/p1': () => Response.json(aProject({ status: 'Pending' })),
}

const project = (
  <Routes>
    <Route element={<ProjectPage />}>
      <Route path="projects/:id" element={<ProjectWork />} />
    </Route>
  </Routes>
)
const pages: Record<string, ReactElement> = {
  '/clients': <ClientsPage />,
  '/clients/:id': <ClientPage />,
  '/projects': <ProjectsPage />,
  '*': project,
  '/settings': <Profile />,
}

/** Opens a page as after a login. The area reads the path from the window. */
function openGuarded(path: string) {
  serve(answers)
  window.history.replaceState(null, '', path)
  const guarded = Object.entries(pages).map(([pattern, page]) => [
    pattern,
    <Guard key={pattern} area="freelancer">
      {() => page}
    </Guard>,
  ])
  open(path, Object.fromEntries(guarded))
}

async function expire(token: string) {
  act(() => expireSession('freelancer', token))
  await waitFor(() => expect(currentSession('freelancer').status).toBe('out'))
  cleanup()
}

async function press(button: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }))
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
async function type(label: string, text: string) {
  fireEvent.change(await field(label), { target: { value: text } })
}

test.for<[path: string, opener: string, label: string]>([
  ['/clients', '+ Create Client', 'First name'],
  ['/clients', 'Create Project', 'Description'],
  ['/clients/c1', 'Edit client', 'Company'],
  ['/clients/c1', 'Create Project', 'Title'],
  ['/projects', '+ Create Project', 'Title'],
  ['/projects/p1', 'Edit Project', 'Title'],
])('%s reopens the panel of “%s” with the typed text after the next login', async ([path, opener, label]) => {
  const token = signInFreelancer()
  openGuarded(path)
  await press(opener)
  await type(label, 'Half a thou')

  await expire(token)
  signInFreelancer()
  openGuarded(path)

  expect((await field(label)).value).toBe('Half a thou')
})

test('keeps the chosen status and due date of a project, and the typed profile', async () => {
  const token = signInFreelancer()
  openGuarded('/projects/p1')
  await type('Status', 'In Progress')
  await type('Due date', '2099-05-20')
  await expire(token)
  const next = signInFreelancer()
  openGuarded('/projects/p1')

  expect((await field('Status')).value).toBe('In Progress')
  expect((await field('Due date')).value).toBe('2099-05-20')
  cleanup()

  openGuarded('/settings')
  await type('Company or title', 'Half a thou')
  await expire(next)
  signInFreelancer()
  openGuarded('/settings')

  expect((await field('Company or title')).value).toBe('Half a thou')
})

test('does not reopen a panel that was closed', async () => {
  const token = signInFreelancer()
  openGuarded('/clients')
  await press('+ Create Client')
  await type('First name', 'Half a na')
  fireEvent.keyDown(await field('First name'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await expire(token)
  signInFreelancer()
  openGuarded('/clients')

  await screen.findByRole('link', { name: 'View Details' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('does not reopen a panel on another page, nor after it was closed again and the page reloaded', async () => {
  const token = signInFreelancer()
  openGuarded('/clients/c1')
  await press('Edit client')
  await type('Company', 'Half a na')
  await expire(token)
  signInFreelancer()

  openGuarded('/clients/c2')
  await screen.findByRole('button', { name: 'Edit client' })
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()

  openGuarded('/clients/c1')
  fireEvent.keyDown(await field('Company'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(storedOpenPanels.read()).toBeUndefined()
})

test('shows neither the panel nor its text to another freelancer who logs in', async () => {
  const token = signInFreelancer()
  openGuarded('/clients')
  await press('+ Create Client')
  await type('First name', 'Ada’s secret')

  await expire(token)
  localStorage.setItem('freelancerToken', tokenFor({ sub: 'f2', role: 'freelancer', name: 'Ben Stone' }))
  reloadSession('freelancer')
  openGuarded('/clients')

  await screen.findByRole('link', { name: 'View Details' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('+ Create Client')
  expect((await field('First name')).value).toBe('')
})
