import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { aSummary } from '../../../test/client.ts'
import { open, problem, serve, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import CreateProjectPanel from './CreateProjectPanel.tsx'

const maya = { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe' }

function Page({ timeZone }: { timeZone: string }) {
  const client = useQueryClient()
  // The freelancer's layout has loaded the summary.
  useState(() => client.setQueryData(dashboardSummary.queryKey, { ...aSummary('pro', 1, 5), timeZone }))
  const [shown, setShown] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setShown(true)}>
        open it
      </button>
      {shown && <CreateProjectPanel client={maya} onClose={() => setShown(false)} />}
    </>
  )
}

async function show(
  answer: () => Response = () => Response.json(aProject(), { status: 201 }),
  timeZone = 'UTC',
) {
  const asked = serve({ 'POST /projects/create': answer })
  const router = open('/clients', {
    '/clients': <Page timeZone={timeZone} />,
    '/projects/:id': <p>its page</p>,
  })
  const user = userEvent.setup()
  await user.click(screen.getByText('open it'))
  await screen.findByRole('dialog', { name: 'New project' })
  return { user, router, sent: () => JSON.parse(String(asked.mock.calls.at(-1)?.[1]?.body)), asked }
}

const create = () => screen.getByRole('button', { name: /Create Project/ })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('creates a Pending project, sends null without a due date, and opens its page', async () => {
  const { user, sent, router } = await show()
  expect(screen.getByText('For Maya Whitcombe')).toBeDefined()
  expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('Pending')

  await user.type(screen.getByLabelText('Title'), 'Spring menu')
  await user.type(screen.getByLabelText('Description'), 'Two sizes.')
  await user.click(create())

  await gone()
  expect(router.state.location.pathname).toBe('/projects/p1')
  expect(sent()).toEqual({
    clientId: 'c1',
    title: 'Spring menu',
    description: 'Two sizes.',
    status: 'Pending',
    dueDate: null,
    clientRequestId: expect.any(String),
  })
  expect(toasts()).toEqual([{ kind: 'success', title: 'Project successfully created!', detail: undefined }])
  expect(localStorage).toHaveLength(0)
})

test('blank fields are named before anything is sent, and the first gets the focus', async () => {
  const { user, asked } = await show()
  await user.type(screen.getByLabelText('Title'), 'Spring menu')
  await user.type(screen.getByLabelText('Description'), ' \u200b ')
  await user.click(create())

  expect(screen.getByRole('alert').textContent).toBe('Please fill out title, description and status.')
  const description = screen.getByLabelText('Description')
  expect(description.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => document.activeElement).toBe(description)
  expect(asked).not.toHaveBeenCalled()
})

test('a refusal is shown in the panel only, and typed text stays', async () => {
  const { user } = await show(() => problem(409, 'PROJECT_NOT_DUE', 'Not before its due date.'))
  await user.type(screen.getByLabelText('Title'), 'Spring menu')
  await user.type(screen.getByLabelText('Description'), 'Two sizes.')
  await user.click(create())

  expect((await screen.findByRole('alert')).textContent).toBe('Not before its due date.')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Spring menu')
  expect(toasts()).toEqual([])
})

test('shows the fallback when the server sends no message', async () => {
  const { user } = await show(() => new Response('<html>', { status: 502 }))
  await user.type(screen.getByLabelText('Title'), 'Spring menu')
  await user.type(screen.getByLabelText('Description'), 'Two sizes.')
  await user.click(create())

  expect((await screen.findByRole('alert')).textContent).toBe('Failed to create project.')
})

test('shows the error of a field at that field', async () => {
  const complaint = 'Title can have at most 200 characters.'
  const { user } = await show(() => problem(400, 'INVALID_INPUT', complaint, { title: complaint }))
  await user.type(screen.getByLabelText('Title'), 'x')
  await user.type(screen.getByLabelText('Description'), 'Two sizes.')
  await user.click(create())

  const title = await screen.findByRole('textbox', { name: 'Title', description: complaint })
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(screen.getAllByText(complaint)).toHaveLength(1)
})

test.for([
  ['Pacific/Kiritimati', '2026-11-21', false],
  ['Pacific/Pago_Pago', '2026-11-21', true],
] as const)('Completed is enabled by the current day in %s', async ([timeZone, dueDate, isClosed]) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  const { user } = await show(undefined, timeZone)

  await user.type(screen.getByLabelText(/Due date/), dueDate)

  const completed = screen.getByRole<HTMLOptionElement>('option', { name: 'Completed' })
  await waitFor(() => expect(completed.disabled).toBe(isClosed))
})

test('Completed is disabled before the due date', async () => {
  const { user } = await show()
  const completed = () => screen.getByRole<HTMLOptionElement>('option', { name: 'Completed' })
  expect(completed().disabled).toBe(false)

  await user.type(screen.getByLabelText(/Due date/), '2999-12-31')
  expect(completed().disabled).toBe(true)
  expect(screen.getByText(/Completed can be chosen from the due date on\./)).toBeDefined()
})

test('keeps the typed text after closing, and discards it after Cancel', async () => {
  const { user } = await show()
  await user.type(screen.getByLabelText('Title'), 'Half a ti')
  await user.keyboard('{Escape}')
  await gone()

  await user.click(screen.getByText('open it'))
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Half a ti')

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await gone()
  await user.click(screen.getByText('open it'))
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('')
})
