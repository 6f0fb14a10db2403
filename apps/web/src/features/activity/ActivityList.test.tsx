import type { activity } from '@portico/contract'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, anUpload } from '../../../test/event.ts'
import { expectComplaint, open, problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import { ActivityList } from './ActivityList.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
})

function show(events: activity.Event[], handlers: Parameters<typeof serve>[0] = {}) {
  signInFreelancer()
  window.history.replaceState(null, '', '/projects/p1/activity')
  serve({ 'GET /projects/p1/activity': () => Response.json(events), ...handlers })
  open('/projects/p1/activity', { '/projects/:id/activity': <ActivityList projectId="p1" /> })
  return userEvent.setup()
}

const byAda = { actor: { type: 'freelancer', name: 'Ada Marsh', isYou: true } } as const

test('lists events by day with names and quotations', async () => {
  show([
    anEvent(),
    anEvent({
      ...byAda,
      id: 'e0',
      kind: 'project_created',
      subject: { title: 'Menu' },
      createdAt: '2026-11-16T14:03:00.000Z',
    }),
  ])

  expect(await screen.findByRole('region', { name: 'Today' })).toBeDefined()
  const [feedback, created] = screen.getAllByRole('listitem')
  expect(feedback?.textContent).toBe('Maya left feedbackMaya: Lovely.09:30')
  expect(screen.getByRole('link', { name: 'Lovely.' }).getAttribute('href')).toBe('/projects/p1#feedback-fb1')
  expect(created?.textContent).toBe('You created the project14:03')
  expect(screen.getByRole('region', { name: '16 November 2026' })).toBeDefined()
})

test('the name of an uploaded file leads to its page, unless it is deleted', async () => {
  const deletion = anEvent({
    id: 'e9',
    kind: 'file_deleted',
    subject: { fileId: 'f1', fileName: 'menu-1.pdf' },
  })
  show([deletion, anUpload('2', '09:00'), anUpload('1', '08:00', { isDeleted: true })])

  const link = await screen.findByRole('link', { name: 'menu-2.pdf' })

  expect(link.getAttribute('href')).toBe('/files/f2')
  expect(screen.getAllByText('menu-1.pdf')).toHaveLength(2)
  expect(screen.queryByRole('link', { name: 'menu-1.pdf' })).toBeNull()
})

test('a project from before events were recorded says so', async () => {
  show([])
  expect(await screen.findByText('What happens from now on shows here.')).toBeDefined()
})

test('a failed load is retried', async () => {
  expectComplaint('error')
  let down = true
  const user = show([], {
    'GET /projects/p1/activity': () => (down ? problem(503, 'NOT_READY', '') : Response.json([anEvent()])),
  })

  await screen.findByText('The activity did not load')
  down = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('Lovely.')).toBeDefined()
})
