import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  expectComplaint,
  open,
  problem,
  serve,
  signInClient,
  signInFreelancer,
} from '../../../test/fixtures.tsx'
import AccountSupportPage from './AccountSupportPage.tsx'
import ClientSupportPage from './ClientSupportPage.tsx'

const status = { plan: 'enterprise', subscriptionStatus: 'active' }
const thanks = { message: 'Thank you. We answer by email within about 24 hours.' }

function show(path: '/help' | '/client-dashboard/help', answer = () => Response.json(thanks)) {
  // The app reads the area from the URL.
  window.history.replaceState(null, '', path)
  const asked = serve({
    'GET /support/sender': () => Response.json({ name: 'Ada Marsh', email: 'ada@marsh.example' }),
    'GET /dashboard/summary': () => Response.json(status),
    'GET /clients/my-freelancer': () =>
      Response.json({
        freelancer: { id: 'f1', name: 'Ada Marsh', email: 'a@b.example', role: 'Freelancer' },
      }),
    'POST /support': answer,
  })
  open(path, { '/help': <AccountSupportPage />, '/client-dashboard/help': <ClientSupportPage /> })
  return () => asked.mock.calls.filter(([, init]) => init?.method === 'POST')
}

afterEach(() => window.history.replaceState(null, '', '/'))

test.for(['/help', '/client-dashboard/help'] as const)(
  '%s is prefilled, and sends the message with the session of its area',
  async (path) => {
    const tokens = { '/help': signInFreelancer(), '/client-dashboard/help': signInClient() }
    const sent = show(path)
    const message = await screen.findByLabelText('Message')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada Marsh')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@marsh.example')

    await userEvent.type(message, 'Hello')
    await userEvent.click(screen.getByRole('button', { name: /Send/ }))

    expect(await screen.findByText(thanks.message)).toBeDefined()
    // The focused button is gone, so the message gets the focus.
    expect(document.activeElement?.textContent).toBe(thanks.message)
    const [[, init] = []] = sent()
    expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${tokens[path]}`)
    expect(JSON.parse(String(init?.body))).toEqual({
      name: 'Ada Marsh',
      email: 'ada@marsh.example',
      message: 'Hello',
    })
  },
)

test('mentions priority to an Enterprise account, but not to its clients', async () => {
  signInFreelancer()
  show('/help')
  expect(await screen.findByText(/Enterprise has priority support/)).toBeDefined()
})

test('names the freelancer to a client for questions about projects', async () => {
  signInClient()
  show('/client-dashboard/help')

  expect(await screen.findByText(/About your projects, write to Ada Marsh\./)).toBeDefined()
  expect(screen.queryByText(/priority/)).toBeNull()
})

test('keeps the typed text after a failure and a reload, until it is sent', async () => {
  signInFreelancer()
  expectComplaint('error')
  let answer = () => problem(503, 'NOT_READY', 'Please try again.')
  show('/help', () => answer())
  await userEvent.type(await screen.findByLabelText('Message'), 'Hello')
  await userEvent.click(screen.getByRole('button', { name: /Send/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please try again.')
  expect(Object.values({ ...localStorage })).toContain(JSON.stringify({ message: 'Hello' }))

  answer = () => Response.json(thanks)
  await userEvent.click(screen.getByRole('button', { name: /Send/ }))

  await screen.findByText(thanks.message)
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]))
})

test('links to the FAQ, the privacy policy and the terms', async () => {
  signInFreelancer()
  show('/help')
  await screen.findByLabelText('Message')

  for (const [name, href] of [
    ['FAQ', '/FAQ'],
    ['privacy policy', '/privacy'],
    ['terms', '/terms'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
})
