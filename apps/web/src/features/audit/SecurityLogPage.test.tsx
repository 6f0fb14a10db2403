import type { audit } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { expectComplaint, open, problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import SecurityLogPage from './SecurityLogPage.tsx'

const MAYA = '01980f61-0b7e-7c55-8d13-90e2c4b6a718'

const reset: audit.Entry = {
  id: '01980f66-55d2-7a90-b3c8-61f0e9a4d217',
  at: '2026-11-20T09:30:00.000Z',
  actor: { type: 'freelancer', id: '01980f5e-4c3a-7d21-9b6f-3a7c1e5d8f04', name: 'Ada Marsh' },
  action: 'access.reset',
  group: 'links',
  target: { kind: 'client', id: MAYA, name: 'Maya Whitcombe' },
  device: 'Firefox on macOS',
  address: '203.0.113.7',
  details: {},
}
const moved: audit.Entry = {
  ...reset,
  id: '01980f66-55d2-7a90-b3c8-61f0e9a4d218',
  actor: { type: 'system', id: null, name: null },
  action: 'plan.changed',
  group: 'plan',
  target: null,
  device: null,
  address: null,
  details: { from: 'free', to: 'pro' },
}
const maya = { id: MAYA, firstName: 'Maya', lastName: 'Whitcombe' }
const path = '/settings/security/log'

function show(list: (query: URLSearchParams) => Response, search = '') {
  signInFreelancer()
  serve({
    'GET /audit': ({ query }) => list(query),
    'GET /clients': () => Response.json({ clients: [maya] }),
  })
  window.history.replaceState(null, '', path + search)
  open(path + search, { [path]: <SecurityLogPage /> })
  return userEvent.setup()
}

test('says who did what to whom, from where, and when', async () => {
  show(() => Response.json([reset, moved]))

  const rows = within(await screen.findByRole('list', { name: 'Security log' }))
  expect(rows.getByText('Ada Marsh').parentElement?.textContent).toBe(
    'Ada Marsh reset the access of Maya Whitcombe',
  )
  rows.getByText('Firefox on macOS, 203.0.113.7')
  expect(rows.getByText('Portico').parentElement?.textContent).toBe('Portico changed the plan')
  rows.getByText('From free to pro')
})

test('sends the filters of the URL that are valid, and what is chosen', async () => {
  const asked: string[] = []
  const user = show((query) => {
    query.delete('limit')
    query.sort()
    asked.push(String(query))
    return Response.json([reset])
  }, '?group=nonsense&from=2026-11-01')
  await screen.findByRole('list', { name: 'Security log' })

  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Links')
  await waitFor(() => expect(asked.at(-1)).toBe('from=2026-11-01&group=links'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'About whom' }), 'Maya Whitcombe')

  await waitFor(() => expect(asked.at(-1)).toBe(`from=2026-11-01&group=links&target=${MAYA}`))
  expect(asked[0]).toBe('from=2026-11-01')
})

test('an empty page that goes on is not the end', async () => {
  show((query) =>
    query.has('cursor')
      ? Response.json([reset])
      : Response.json([], { headers: { link: `</api/audit?cursor=${reset.id}>; rel="next"` } }),
  )

  await screen.findByText('Firefox on macOS, 203.0.113.7')
  expect(screen.queryByText('Nothing here.')).toBeNull()
})

test('offers to clear the filters where nothing is found', async () => {
  const user = show((query) => Response.json(query.has('group') ? [] : [reset]), '?group=plan')

  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))

  await screen.findByText('Firefox on macOS, 203.0.113.7')
})

test('a failed load shows an error, and Retry loads the log', async () => {
  expectComplaint('error')
  let down = true
  const user = show(() => (down ? problem(503, 'NOT_READY', '') : Response.json([reset])))
  await screen.findByText('The log did not load')
  down = false

  await user.click(screen.getByRole('button', { name: 'Retry' }))

  await screen.findByText('Firefox on macOS, 203.0.113.7')
})

test('tells a member who reads the log, and asks for none', async () => {
  signInFreelancer('Sam Reed', { workspace: 'w2', member: 'member' })
  const asked = serve({})
  open(path, { [path]: <SecurityLogPage /> })

  await screen.findByText('Only the owner and the admins read the security log.')
  expect(asked).not.toHaveBeenCalled()
})
