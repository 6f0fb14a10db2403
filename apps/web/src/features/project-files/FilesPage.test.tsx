import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { open, problem, serve, signInClient, signInFreelancer } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import FilesPage from './FilesPage.tsx'

const list = [
  aFile({ id: 'f1', fileName: 'menu.pdf' }),
  aFile({
    id: 'f2',
    fileName: 'counter.jpg',
    contentType: 'image/jpeg',
    thumbnailUrl: '/files/f2/thumbnail',
  }),
]

function showFiles({ as = 'freelancer' as 'freelancer' | 'client', query = '', files = list } = {}) {
  const path = as === 'client' ? '/client-dashboard/projects/p1/files' : '/projects/p1/files'
  window.history.replaceState(null, '', path)
  if (as === 'client') signInClient()
  else signInFreelancer()
  const asked: string[] = []
  serve({
    [`GET /projects/${as === 'client' ? 'client/' : ''}p1`]: () => Response.json(aProject()),
    'GET /files/project/p1/summary': () => Response.json({ files: files.length }),
    'GET /files/project/p1': ({ query }) => {
      asked.push(String(query))
      const search = query.get('search')
      return Response.json(files.filter(({ fileName }) => !search || fileName.includes(search)))
    },
    'GET /files/limits': () => Response.json({ maxUploadBytes: 1_024 ** 3 }),
  })
  const router = open(path + query, {
    '/projects/:id/files': <FilesPage />,
    '/client-dashboard/projects/:id/files': <FilesPage />,
  })
  return { router, asked, user: userEvent.setup() }
}

const fileList = () => screen.findByRole('list', { name: 'Uploaded Files' })

test('searches by name and keeps the search in the address', async () => {
  const { router, user } = showFiles()
  await fileList()

  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'menu{Enter}')

  await waitFor(() => expect(router.state.location.search).toBe('?search=menu'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /counter/ })).toBeNull())
  expect(screen.getByRole('link', { name: 'menu.pdf' })).toBeDefined()
})

test('a search that finds nothing says so, and can be cleared', async () => {
  const { user } = showFiles({ query: '?search=logo' })
  await screen.findByText('No file has this in its name.')

  await user.click(screen.getByRole('button', { name: 'Clear search' }))

  expect(within(await fileList()).getAllByRole('listitem')).toHaveLength(2)
})

test('sorts, and opens sorted again from the address', async () => {
  const { router, asked, user } = showFiles({ query: '?sort=size' })
  await fileList()
  expect(asked).toEqual(['sort=size'])

  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By name')

  await waitFor(() => expect(asked.at(-1)).toBe('sort=name'))
  expect(router.state.location.search).toBe('?sort=name')
})

test('the grid shows pictures, keeps the menu of each file, and leads to the file', async () => {
  const { router, user } = showFiles()
  await fileList()

  await user.click(screen.getByRole('radio', { name: 'Grid' }))

  const [, tile] = within(await fileList()).getAllByRole('listitem') as HTMLElement[]
  expect(tile?.querySelector('img')?.getAttribute('src')).toBe('/files/f2/thumbnail')
  expect(
    within(tile as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/files/f2')
  expect(screen.getByRole('button', { name: 'More for counter.jpg' })).toBeDefined()
  expect(router.state.location.search).toBe('?view=grid')
})

test('a client sees the files of their own project, under a link back to it', async () => {
  showFiles({ as: 'client' })

  const back = await screen.findByRole('link', { name: aProject().title })

  expect(back.getAttribute('href')).toBe('/client-dashboard/projects/p1')
  const link = within(await fileList()).getByRole('link', { name: 'menu.pdf' })
  expect(link.getAttribute('href')).toBe('/client-dashboard/files/f1')
})

test('the files of a project that is not there are not found', async () => {
  signInFreelancer()
  window.history.replaceState(null, '', '/projects/p1/files')
  const missing = () => problem(404, 'PROJECT_NOT_FOUND', 'Project not found.')
  serve({
    'GET /projects/p1': missing,
    'GET /files/project/p1/summary': missing,
    'GET /files/project/p1': missing,
  })

  open('/projects/p1/files', { '/projects/:id/files': <FilesPage /> })

  expect(await screen.findByText('Project not found.')).toBeDefined()
})
