import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
// Loads the lazy chunk before the tests, so that no test waits for it.
import './EditProjectPanel.tsx'
import ProjectPage from '../project-pages/ProjectPage.tsx'

type Handler = Parameters<typeof serve>[0][string]

async function show(refuse?: Handler) {
  let project = aProject()
  const asked = serve({
    'GET /feedback/projects/p1/feedback': () => Response.json([]),
    'GET /files/project/p1': () => Response.json([]),
    'GET /files/limits': () => Response.json({ maxUploadBytes: 1_024 ** 3 }),
    'GET /projects/p1': () => Response.json(project),
    'PUT /projects/p1': (call) => {
      if (refuse) return refuse(call)
      project = { ...project, ...(call.body as object) }
      return Response.json(project)
    },
  })
  open('/projects/p1', { '/projects/:id': <ProjectPage /> })
  const user = userEvent.setup()
  const edit = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit Project' }))
    await screen.findByRole('dialog', { name: 'Edit project' })
  }
  await edit()
  const sent = () =>
    asked.mock.calls
      .filter(([, init]) => init?.method === 'PUT')
      .map(([, init]) => JSON.parse(String(init?.body)))
  return { user, sent, edit }
}

const title = () => screen.getByLabelText<HTMLInputElement>('Title')
const description = () => screen.getByLabelText<HTMLTextAreaElement>('Description')
const update = () => screen.getByRole<HTMLButtonElement>('button', { name: /Update Project/ })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('sends only the changed fields, with their line breaks', async () => {
  const { user, sent } = await show()
  expect(title().value).toBe('Spring menu')
  expect(update().getAttribute('aria-disabled')).toBe('true')

  await user.clear(description())
  await user.type(description(), 'Two sizes:{Enter}{Enter}- A4{Enter}  - A5')
  await user.click(update())

  await gone()
  expect(sent()).toEqual([
    { description: 'Two sizes:\n\n- A4\n  - A5', was: { description: 'Two sizes, allergen marks.' } },
  ])
  expect(toasts()).toEqual([{ kind: 'success', title: 'Project updated successfully', detail: undefined }])
  expect(document.querySelector('.project-description')?.textContent).toBe('Two sizes:\n\n- A4\n  - A5')
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Project' }))
  expect(localStorage).toHaveLength(0)
})

test('the heading shows the new title', async () => {
  const { user } = await show()
  await user.type(title(), ' II')
  await user.keyboard('{Enter}')
  await gone()
  expect(await screen.findByRole('heading', { level: 1, name: 'Spring menu II' })).toBeDefined()
})

test('refuses a blank title and a blank description', async () => {
  const { user, sent } = await show()
  await user.clear(title())
  await user.type(title(), ' \u200b ')
  await user.click(update())

  expect(document.activeElement).toBe(
    screen.getByRole('textbox', { name: 'Title', description: 'Title is required.' }),
  )
  expect(sent()).toEqual([])
})

test.for([
  [
    'shows the server’s message',
    () => problem(409, 'CONFLICT', 'This project is being moved.'),
    'This project is being moved.',
  ],
  ['shows the fallback', () => new Response('<h1>502</h1>', { status: 502 }), 'Failed to update project'],
] as const)('keeps the typed text when saving fails and %s', async ([, refuse, message]) => {
  const { user } = await show(refuse)
  await user.type(title(), ' II')
  await user.click(update())

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(title().value).toBe('Spring menu II')
  expect(toasts()).toEqual([])
})

test('shows the error of a field at that field', async () => {
  const message = 'Title can have at most 200 characters.'
  const { user } = await show(() => problem(400, 'INVALID_INPUT', message, { title: message }))
  await user.type(title(), 'x')
  await user.click(update())

  const field = await screen.findByRole('textbox', { name: 'Title', description: message })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('keeps the typed text after closing, and discards it after Cancel', async () => {
  const { user, edit } = await show()
  await user.type(title(), ' II')
  await user.keyboard('{Escape}')
  await gone()
  await edit()
  expect(title().value).toBe('Spring menu II')

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await gone()
  await edit()
  expect(title().value).toBe('Spring menu')
})
