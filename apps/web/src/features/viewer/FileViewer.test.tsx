import type { reviews } from '@portico/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { open, serve, signInClient, signInFreelancer } from '../../../test/fixtures.tsx'
import FilePage from './FilePage.tsx'
import { FileViewer } from './FileViewer.tsx'

const asked: reviews.Review = {
  ...{ id: 'r1', projectId: 'p1', fileId: 'f1', fileName: 'menu.zip', version: 1, size: 2_048, round: 1 },
  ...{
    state: 'open',
    message: null,
    askedBy: { id: 'ada', name: 'Ada Marsh' },
    dueDate: null,
    overdue: false,
    needsCode: false,
    group: null,
  },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', decision: null },
}
const never = () => new Promise<Response>(() => {})

test.for(['client', 'freelancer'] as const)(
  'offers a %s nothing to write on an archived project, also before the project has loaded',
  async (area) => {
    if (area === 'client') signInClient()
    else signInFreelancer()
    const path = area === 'client' ? '/client-dashboard/files/f1' : '/files/f1'
    // The area on screen is read from the address of the window.
    window.history.replaceState(null, '', path)
    serve({
      'GET /projects/client/p1': never,
      'GET /projects/p1': never,
      'GET /clients/my-freelancer': never,
      'GET /files/project/p1': () => Response.json([]),
      'GET /files/f1/notes': () => Response.json([]),
      'GET /files/f1/notes/counts': () => Response.json({ total: 0, open: 0, openOfClient: 0 }),
      'GET /files/f1/reviews': () => Response.json([]),
    })
    const file = {
      ...aFile({ fileName: 'menu.zip', contentType: 'application/zip' }),
      project: { id: 'p1', title: 'Menu', archivedAt: '2026-11-20T10:00:00.000Z' },
    }

    open(path, { [path]: <FileViewer file={file} versions={[file]} /> })

    await screen.findByText('No notes.')
    screen.getByText('This project is archived. Everything can be read and downloaded.')
    for (const name of [/add note/i, /new version/i, /ask for approval/i])
      expect(screen.queryByRole('button', { name })).toBeNull()
  },
)

test('a contact who only looks reads notes and the question, and is offered neither answer nor note', async () => {
  signInClient(undefined, { looksOnly: true })
  const path = '/client-dashboard/files/f1'
  window.history.replaceState(null, '', path)
  serve({
    'GET /projects/client/p1': never,
    'GET /clients/my-freelancer': never,
    'GET /files/project/p1': () => Response.json([]),
    'GET /files/f1/notes': () => Response.json([]),
    'GET /files/f1/notes/counts': () => Response.json({ total: 0, open: 0, openOfClient: 0 }),
    'GET /files/f1/reviews': () => Response.json([asked]),
  })
  const file = {
    ...aFile({ fileName: 'menu.zip', contentType: 'application/zip' }),
    project: { id: 'p1', title: 'Menu', archivedAt: null },
  }

  open(path, { [path]: <FileViewer file={file} versions={[file]} /> })

  await screen.findByText('No notes.')
  expect(await screen.findByText(/asks for approval/)).toBeDefined()
  expect(screen.getByText('You can look at everything here, but not change it.')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  for (const name of [/add note/i, /new version/i, /^approve/i, /request changes/i])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

function showProject(ids: string[], path: string) {
  signInClient()
  window.history.replaceState(null, '', path)
  const files = ids.map((id) => ({
    ...aFile({ id, fileName: `${id}.zip`, contentType: 'application/zip' }),
    project: { id: 'p1', title: 'Menu', archivedAt: null },
  }))
  serve({
    'GET /projects/client/p1': never,
    'GET /clients/my-freelancer': never,
    'GET /files/project/p1': ({ query }) =>
      Response.json(query.get('sort') === 'name' ? files.toReversed() : files),
    ...Object.fromEntries(
      files.flatMap((file) => [
        [`GET /files/${file.id}`, () => Response.json(file)],
        [`GET /files/${file.id}/notes`, () => Response.json([])],
        [`GET /files/${file.id}/notes/counts`, () => Response.json({ total: 0, open: 0, openOfClient: 0 })],
        [`GET /files/${file.id}/reviews`, () => Response.json([])],
      ]),
    ),
  })
  return open(path, { '/client-dashboard/files/:id': <FilePage /> })
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const swipe = (across: number) => {
  const page = document.querySelector('.stage__message') as HTMLElement
  const at = (clientX: number) => ({
    touches: [{ clientX, clientY: 0 }],
    changedTouches: [{ clientX, clientY: 0 }],
  })
  fireEvent.touchStart(page, at(200))
  fireEvent.touchEnd(page, at(200 + across))
}

test('keys, buttons and swipes lead to the files before and after, in the order of the list', async () => {
  const router = showProject(['c', 'b', 'a'], '/client-dashboard/files/c')
  await heading('c.zip')
  const next = await screen.findByRole('button', { name: 'Next file' })
  expect(screen.getByRole('button', { name: 'Previous file' }).ariaDisabled).toBe('true')

  next.focus()
  fireEvent.click(next)
  await heading('b.zip')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next file' }))
  fireEvent.keyDown(document.body, { key: '.' })
  await heading('a.zip')
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
  await heading('b.zip')
  swipe(-100)
  await heading('a.zip')
  swipe(-100)
  swipe(20)

  expect(router.state.location.pathname).toBe('/client-dashboard/files/a')
})

test('from a list in another order, the next file is that of the list', async () => {
  const router = showProject(['c', 'b', 'a'], '/client-dashboard/files/a')
  await heading('a.zip')
  await act(() =>
    router.navigate('/client-dashboard/files/a', { state: { listQuery: '?sort=name&view=grid' } }),
  )

  for (const name of ['b.zip', 'c.zip']) {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next file' }).title).toBe(name))
    fireEvent.click(screen.getByRole('button', { name: 'Next file' }))
    await heading(name)
  }
})

test('letters that are typed into a note lead to no other file', async () => {
  const router = showProject(['b', 'a'], '/client-dashboard/files/b')
  await screen.findByRole('button', { name: 'Next file' })

  fireEvent.keyDown(screen.getByLabelText('New note'), { key: '.' })

  expect(router.state.location.pathname).toBe('/client-dashboard/files/b')
})
