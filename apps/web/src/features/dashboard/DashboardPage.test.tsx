import type { billing, dashboard, projects } from '@portico/contract'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { expectComplaint, open, problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import DashboardPage from './DashboardPage.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
})

const listed = { status: 'In Progress', overdue: false, clientName: 'Maya Whitcombe' } as const
const spring = { ...listed, id: 'p1', title: 'Spring menu', dueDate: '2026-12-18' }
const brochure = { ...listed, id: 'p2', title: 'Wedding brochure', dueDate: '2026-11-24' }
const van = { ...listed, id: 'p3', title: 'Van livery', dueDate: '2026-11-13', overdue: true }
const site = { ...listed, id: 'p4', title: 'Website refresh', dueDate: null }

const summary: dashboard.Summary = {
  plan: 'pro',
  subscriptionStatus: 'past_due',
  clients: { used: 4, limit: 5, remaining: 1 },
  recentProjects: [spring, van, brochure, site],
  upcomingDeadlines: [brochure, spring],
  waiting: {},
  overdueProjects: 1,
  hasArchivedProjects: false,
  timeZone: 'Europe/London',
  team: null,
}

const billingStatus: billing.BillingStatus = {
  plan: 'pro',
  subscriptionStatus: 'past_due',
  currentPeriodEnd: '2026-12-18T12:00:00.000Z',
  cancelAtPeriodEnd: false,
  trialEndsAt: null,
  nextPlan: null,
  hasCard: true,
  lastCharge: null,
  ended: null,
}

function show(part: Partial<dashboard.Summary> = {}) {
  serve({
    'GET /dashboard/summary': () => Response.json({ ...summary, ...part }),
    'GET /billing/status': () => Response.json(billingStatus),
  })
  open('/', { '/': <DashboardPage /> })
}

const section = (name: string) =>
  within(screen.getByRole('heading', { name }).closest('section') as HTMLElement)

test.for([
  ['Pacific/Kiritimati', 'today', 'Nothing waits for you. One deadline today.'],
  ['Pacific/Pago_Pago', 'tomorrow', 'Nothing waits for you. One deadline tomorrow.'],
])(
  'counts days to a deadline in the freelancer’s time zone, %s',
  async ([timeZone = '', away = '', sentence = '']) => {
    show({ timeZone, upcomingDeadlines: [{ ...brochure, dueDate: '2026-11-21' }] })

    expect(await screen.findByText(sentence, { exact: false })).toBeDefined()
    expect(section('Upcoming Deadlines').getByText(away)).toBeDefined()
  },
)

test('shows plan, clients used, remaining slots and status', async () => {
  show()
  await screen.findByText('Pro')

  const figures = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
  expect(figures).toEqual([
    ['Plan', 'Pro'],
    ['Clients Used', '4/ 5'],
    ['Remaining Slots', '1'],
    ['Status', 'PAST_DUE'],
  ])
})

test('recent projects show client and status, link to their pages, and mark what is overdue', async () => {
  show()
  await screen.findByText('Pro')

  const recent = section('Recent Projects')
  expect(recent.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Spring menuIn ProgressMaya Whitcombe18 December',
    'Van liveryIn ProgressMaya WhitcombeOverdue, 13 November',
    'Wedding brochureIn ProgressMaya Whitcombe24 November',
    'Website refreshIn ProgressMaya WhitcombeNo deadline',
  ])
  expect(recent.getByRole('link', { name: 'Van livery' }).getAttribute('href')).toBe('/projects/p3')
  expect(recent.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/projects')

  const upcoming = section('Upcoming Deadlines').getAllByRole('listitem')
  expect(upcoming.map((row) => row.textContent)).toEqual([
    '24NovWedding brochurein 4 days',
    '18DecSpring menuin 4 weeks',
  ])
})

test('summarises deadlines and overdue projects in one sentence', async () => {
  show()
  const overdue = await screen.findByRole('link', { name: 'overdue' })
  expect(overdue.parentElement?.textContent).toBe(
    'Nothing waits for you. One deadline next week. One project is overdue.',
  )
  expect(overdue.getAttribute('href')).toBe('/projects/p3')
})

test('several overdue projects link to the list of exactly these', async () => {
  show({ overdueProjects: 7 })
  const overdue = await screen.findByRole('link', { name: 'overdue' })
  expect(overdue.parentElement?.textContent).toBe(
    'Nothing waits for you. One deadline next week. 7 projects are overdue.',
  )
  expect(overdue.getAttribute('href')).toBe('/projects?due=overdue&sort=due')
})

describe('whose turn it is', () => {
  const livery = {
    id: 'p3',
    title: 'Van livery',
    clientName: 'Gareth Lloyd',
    turnReason: 'feedback',
    turnSince: '2026-11-17T10:00:00.000Z',
    turnNote: null,
    waiting: [] as projects.Waiting[],
  } as const

  test('links to the projects that wait for the freelancer and for clients', async () => {
    const note = { by: 'freelancer', to: 'client', message: 'Which photo?', at: livery.turnSince } as const
    const menu = { ...livery, id: 'p1', title: 'Menu', turnReason: 'passed', turnNote: note } as const
    show({
      waiting: {
        freelancer: { total: 1, alsoForYou: 0, projects: [livery] },
        client: { total: 7, alsoForYou: 0, projects: [menu] },
      },
    })

    await screen.findByText('Your turn')
    const yours = section('Your turn')
    expect(yours.getByRole('link', { name: 'Van livery' }).getAttribute('href')).toBe('/projects/p3')
    yours.getByText('Gareth left feedback')
    const waiting = screen.getByRole('link', { name: 'One project waits for you.' })
    expect(waiting.getAttribute('href')).toBe('/projects?turn=freelancer&sort=turn')
    const theirs = section('Waiting for clients')
    theirs.getByText('You: “Which photo?”')
    expect(theirs.getByRole('link', { name: 'Show all 7' }).getAttribute('href')).toBe(
      '/projects?turn=client&sort=turn',
    )
  })

  test('says what waits for the freelancer behind the turn of a client, and on which file notes wait', async () => {
    const file = { id: 'f1', fileName: 'menu.pdf' }
    const notes = { side: 'freelancer', reason: 'notes', count: 2, file } as const
    const feedback = { side: 'freelancer', reason: 'feedback', count: 1, file: null } as const
    const noted = { ...livery, turnReason: 'notes' as const, waiting: [notes] }
    const menu = {
      ...livery,
      id: 'p1',
      title: 'Menu',
      turnReason: 'requests' as const,
      waiting: [feedback, notes],
    }
    show({
      waiting: {
        freelancer: { total: 1, alsoForYou: 0, projects: [noted] },
        client: { total: 1, alsoForYou: 1, projects: [menu] },
      },
    })

    await screen.findByText('Your turn')
    const link = section('Your turn').getByRole('link', { name: '2 notes on menu.pdf' })
    expect(link.getAttribute('href')).toBe('/files/f1')
    const [row] = section('Waiting for clients').getAllByRole('listitem')
    expect(row?.textContent).toContain('Gareth has requests to answer')
    expect(row?.textContent).toContain('Also for you: feedback from Gareth, 2 notes on menu.pdf')
    expect(document.querySelector('.in-short')?.textContent).toContain(
      'One project waits for you. One more has something for you.',
    )
  })

  test('is not mentioned while nothing waits', async () => {
    show()
    await screen.findByText('Quick Actions')
    expect(screen.queryByText('Your turn')).toBeNull()
    expect(screen.queryByText('Waiting for clients')).toBeNull()
  })
})

test('quick actions begin with a new client and a new project', async () => {
  show()
  await screen.findByText('Quick Actions')
  const buttons = section('Quick Actions').getAllByRole('button')
  expect(buttons.map((button) => button.textContent)).toEqual(['New client', 'New project'])
  const links = section('Quick Actions').getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Manage Projects', '/projects'],
    ['Projects', '/projects'],
    ['Clients', '/clients'],
  ])
})

test.for([
  ['New client', 'New client'],
  ['New project', 'New project'],
])('the quick action “%s” opens its panel', async ([action = '', heading = '']) => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: action }))
  expect(await screen.findByRole('dialog', { name: heading })).toBeDefined()
})

test('no new client is offered when no slot is left, and it says why', async () => {
  show({ clients: { used: 5, limit: 5, remaining: 0 } })
  const action = await screen.findByRole('button', {
    name: 'New client',
    description: 'Pro holds 5 clients and you have 5.',
  })

  await userEvent.click(action)

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(section('Quick Actions').getByRole('link', { name: 'Choose another plan' })).toBeDefined()
})

test('a new account is shown empty lists and a link to create a client', async () => {
  show({
    plan: 'free',
    clients: { used: 0, limit: 1, remaining: 1 },
    recentProjects: [],
    upcomingDeadlines: [],
    overdueProjects: 0,
  })
  await screen.findByText('No recent projects found.')
  expect(screen.getByText('No upcoming deadlines.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Create your first client' }).getAttribute('href')).toBe('/clients')
})

test('shows 0 when no slot is left', async () => {
  show({ clients: { used: 5, limit: 5, remaining: 0 } })
  expect((await screen.findByText('Remaining Slots')).nextSibling?.textContent).toBe('0')
})

test('announces loading to screen readers and shows no empty lists meanwhile', () => {
  serve({ 'GET /dashboard/summary': () => new Promise(() => {}) })
  open('/', { '/': <DashboardPage /> })
  expect(screen.getByRole('status').textContent).toBe('Loading dashboard...')
  expect(screen.queryByText('No recent projects found.')).toBeNull()
  expect(screen.queryByText('No upcoming deadlines.')).toBeNull()
})

test('asks for the state of the plan without waiting for the summary', () => {
  const asked = serve({
    'GET /dashboard/summary': () => new Promise(() => {}),
    'GET /billing/status': () => Response.json(billingStatus),
  })
  open('/', { '/': <DashboardPage /> })

  expect(asked.mock.calls.map(([path]) => path)).toContain('/api/billing/status')
})

test('a failed load shows an error, and Retry loads the dashboard', async () => {
  const logged = expectComplaint('error')
  let down = true
  serve({
    'GET /dashboard/summary': () => (down ? problem(503, 'NOT_READY', '') : Response.json(summary)),
    'GET /billing/status': () => Response.json(billingStatus),
  })
  open('/', { '/': <DashboardPage /> })

  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was lost.')
  expect(logged).toHaveBeenCalledOnce()

  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Pro')
})

test('shows a failed payment with a button to pay', async () => {
  show()

  expect((await screen.findByRole('alert')).textContent).toContain('Your last payment failed.')
  expect(screen.getByRole('button', { name: /Pay now/ })).toBeDefined()
})

test('leads a new account to its first client', async () => {
  show({ clients: { used: 0, limit: 1, remaining: 1 }, recentProjects: [], upcomingDeadlines: [] })

  const steps = within(
    (await screen.findByText('Three steps to your first client')).closest('section') as HTMLElement,
  )
  expect(steps.getAllByRole('listitem')).toHaveLength(3)
  expect(steps.getByRole('button', { name: 'Add a project' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(steps.getByRole('button', { name: 'Create a client' }))
  expect(await screen.findByRole('dialog')).toBeDefined()
})

test.for([0, 1])('with %i clients and all projects archived it links to them', async (used) => {
  const clients = { used, limit: 1, remaining: 1 - used }
  show({ clients, recentProjects: [], upcomingDeadlines: [], overdueProjects: 0, hasArchivedProjects: true })

  const link = await screen.findByRole('link', { name: 'archived' })
  expect(link.parentElement?.textContent).toBe('All your projects are archived.')
  expect(link.getAttribute('href')).toBe('/projects?archived=true')
  expect(screen.queryByText('Three steps to your first client')).toBeNull()
})

test('with one client it leads to the first project', async () => {
  show({ clients: { used: 1, limit: 1, remaining: 0 }, recentProjects: [], upcomingDeadlines: [] })

  expect(await screen.findByText('Done')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Create a client' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Add a project' }).getAttribute('aria-disabled')).toBeNull()
})

test('shows a member how many clients there is room for, and nothing of the plan', async () => {
  signInFreelancer('Sam Reed', { workspace: 'w2', member: 'member' })
  // Nobody answers for the subscription, which they are refused.
  serve({
    'GET /dashboard/summary': () =>
      Response.json({ ...summary, clients: { used: 5, limit: 5, remaining: 0 } }),
  })
  open('/', { '/': <DashboardPage /> })

  await screen.findByText('Clients Used')
  expect(screen.queryByText('Plan')).toBeNull()
  expect(screen.queryByText('PAST_DUE')).toBeNull()
  screen.getByText(/The owner of the workspace can change the plan\./)
  expect(screen.queryByRole('link', { name: 'Choose another plan' })).toBeNull()
})

test('shows nothing of a plan, and asks for none, where nothing is sold', async () => {
  document.documentElement.dataset.plans = 'none'
  try {
    signInFreelancer()
    const { plan: _plan, subscriptionStatus: _status, ...others } = summary
    serve({ 'GET /dashboard/summary': () => Response.json({ ...others, clients: { used: 12 } }) })
    open('/?plans=pro', { '/': <DashboardPage /> })

    await screen.findByRole('button', { name: 'New client' })
    expect(screen.getByRole('button', { name: 'New client' }).getAttribute('aria-disabled')).toBeNull()
    expect(document.body.textContent).not.toMatch(/\bplan\b|slots|upgrade|£/i)
  } finally {
    delete document.documentElement.dataset.plans
  }
})
