import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aClient, aSummary, aTeam } from '../../../test/client.ts'
import { expectComplaint, open, problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import { stubIntersectionObserver } from '../../../test/intersection-observer.ts'
// Loads the lazy chunks before the tests, so that no test waits for them.
import '../projects/CreateProjectPanel.tsx'
import '../clients/CreateClientPanel.tsx'
import ClientsPage from './ClientsPage.tsx'

const tom = aClient({
  id: 'c2',
  firstName: 'Tom',
  lastName: 'Okafor',
  email: 'tom@bell.example',
  company: null,
})

function show(list: Parameters<typeof serve>[0][string], summary = aSummary('pro', 4, 5)) {
  signInFreelancer()
  const asked = serve({ 'GET /clients': list, 'GET /dashboard/summary': () => Response.json(summary) })
  open('/clients', { '/clients': <ClientsPage /> })
  return { asked, user: userEvent.setup() }
}

const some = () => Response.json({ clients: [aClient(), tom] })

test('archived clients have a filter of their own', async () => {
  const gone = aClient({ archivedAt: '2026-09-20T10:00:00.000Z' })
  const { user } = show(({ query }) =>
    Response.json({ clients: query.get('archived') === 'true' ? [gone] : [tom] }),
  )

  await screen.findByText('Tom Okafor')
  await user.click(screen.getByRole('radio', { name: 'Archived' }))

  await screen.findByText('Maya Whitcombe')
  expect(screen.getByText('Archived', { selector: '.badge' })).toBeDefined()
  expect(screen.queryByText('Tom Okafor')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create Project' })).toBeNull()
})

test('lists clients with email, company and a link to their page', async () => {
  show(some)

  expect(screen.getByText('Loading clients...')).toBeDefined()
  const [, first, second] = await screen
    .findAllByText(/Whitcombe|Okafor/)
    .then(() => screen.getAllByRole('listitem', { hidden: true }))
  const maya = within(first as HTMLElement)
  expect(maya.getAllByText('maya@bakery.example')).not.toHaveLength(0)
  expect(maya.getAllByText('Northwind Bakery')).not.toHaveLength(0)
  expect(
    maya.getByRole('link', { name: 'View Details', description: 'Maya Whitcombe' }).getAttribute('href'),
  ).toBe('/clients/c1')
  expect(within(second as HTMLElement).getAllByText('N/A')).not.toHaveLength(0)
  expect(await screen.findByText('4 of 5 on the Pro plan. One place left.')).toBeDefined()
})

test('without clients it offers to create one', async () => {
  const { user } = show(() => Response.json({ clients: [] }), aSummary('free', 0, 1))

  await screen.findByText('You have no clients yet.')
  await user.click(screen.getByRole('button', { name: '+ Create Client' }))

  expect(await screen.findByRole('dialog', { name: 'New client' })).toBeDefined()
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('First name'))
})

test('a failed load shows an error, and Retry loads the list', async () => {
  expectComplaint('error')
  let down = true
  const { user } = show(() => (down ? problem(503, 'NOT_READY', 'Portico is starting.') : some()))

  expect(await screen.findByText('Your clients did not load')).toBeDefined()
  expect(screen.getByText(/Portico is starting\./)).toBeDefined()
  down = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('Maya Whitcombe')).toBeDefined()
})

test('a full plan disables the button and shows its limit', async () => {
  const { user } = show(some, aSummary('starter', 3, 3))

  const why = 'Starter holds 3 clients and you have 3.'
  await screen.findByText(why)
  await user.click(screen.getByRole('button', { name: '+ Create Client', description: why }))

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('loads the next page when the end of the list becomes visible', async () => {
  stubIntersectionObserver(true)
  show(({ query }) =>
    query.get('cursor') === 'next'
      ? Response.json({ clients: [tom] })
      : Response.json(
          { clients: [aClient()] },
          { headers: { link: '</api/clients?cursor=next>; rel="next"' } },
        ),
  )

  expect(await screen.findByText('Tom Okafor')).toBeDefined()
  expect(screen.getByText('Maya Whitcombe')).toBeDefined()
})

test('creates a project for the client of the row', async () => {
  const { user } = show(some)

  await user.click(await screen.findByRole('button', { name: 'Create Project', description: 'Tom Okafor' }))

  expect(within(await screen.findByRole('dialog')).getByText('For Tom Okafor')).toBeDefined()
})

test.for([
  ['teams', aTeam(), 'Led by Sam Reed. Last active'],
  ['who works alone', null, 'Last active'],
] as const)('says to %s who leads', async ([, team, text]) => {
  const waiting = { freelancer: 0, client: 0, messages: 0 }
  const lead = { id: 'f2', name: 'Sam Reed' }
  const maya = { ...aClient(), lead, waiting, lastActivityAt: '2026-11-18T10:00:00.000Z' }
  show(() => Response.json({ clients: [maya] }), { ...aSummary('pro', 4, 5), team })

  const row = await screen.findByText(/Last active/)
  expect(row.textContent?.startsWith(text)).toBe(true)
})

test('sorts clients by last activity or name, and says what waits', async () => {
  const waiting = { freelancer: 1, client: 2, messages: 0 }
  const maya = { ...aClient(), waiting, lastActivityAt: '2026-11-18T10:00:00.000Z' }
  const { asked, user } = show(() => Response.json({ clients: [maya, tom] }))

  await screen.findByText(/Your turn on 1 project, waiting for Maya on 2 projects\. Last active/)
  await user.selectOptions(screen.getByLabelText('Order'), 'By name')
  await user.click(screen.getByRole('radio', { name: 'Archived' }))

  const lists = () => asked.mock.calls.map(([url]) => url).filter((url) => url.startsWith('/api/clients'))
  await expect
    .poll(lists)
    .toEqual(['/api/clients?sort=activity', '/api/clients?sort=name', '/api/clients?sort=name&archived=true'])
})
