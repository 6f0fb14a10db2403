import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { open, serve, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { DuplicateProjectButton } from './DuplicateProject.tsx'
// Loads the lazy chunk before the tests, so that no test waits for it.
import './DuplicateProjectPanel.tsx'

function show(project = aProject({ createdAt: '2026-11-01T10:00:00.000Z', dueDate: '2026-11-20' })) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') })
  const sent = vi.fn()
  serve({
    'POST /projects/p1/duplicate': ({ body }) => {
      sent(body)
      return Response.json(aProject({ id: 'p9', title: (body as { title: string }).title }), { status: 201 })
    },
  })
  const router = open('/projects/p1', {
    '/projects/p1': <DuplicateProjectButton project={project} />,
    '/projects/p9': <p>The new one</p>,
  })
  return { router, sent, user: userEvent.setup() }
}

test('a duplicate is due as long from today, and opens', async () => {
  const { sent, user } = show()
  await user.click(screen.getByRole('button', { name: 'Duplicate Project' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Spring menu (copy)')
  expect(screen.getByLabelText<HTMLInputElement>(/Due date/).value).toBe('2026-12-07')
  expect(screen.getByText('Due dates of requests move 17 days later.')).toBeDefined()

  await user.clear(screen.getByLabelText('Title'))
  await user.type(screen.getByLabelText('Title'), 'Summer menu')
  const [, submit] = screen.getAllByRole('button', { name: /Duplicate Project/, hidden: true })
  await user.click(submit as HTMLElement)

  await screen.findByText('The new one')
  expect(sent).toHaveBeenCalledWith({
    title: 'Summer menu',
    dueDate: '2026-12-07',
    clientRequestId: expect.any(String),
  })
  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Project duplicated' }]))
})

test('without a due date, the dates of requests move by the age of the project', async () => {
  const { user } = show(aProject({ createdAt: '2026-11-17T10:00:00.000Z', title: 'x'.repeat(200) }))
  await user.click(screen.getByRole('button', { name: 'Duplicate Project' }))

  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe(`${'x'.repeat(193)} (copy)`)
  expect(screen.getByText('Due dates of requests move 1 day later.')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>(/Due date/).value).toBe('')
})
