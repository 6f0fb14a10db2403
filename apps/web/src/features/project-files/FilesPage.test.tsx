import type { sections as contract } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeUploads } from '../../../test/fake-uploads.ts'
import { aFile, aLocalFile } from '../../../test/file.ts'
import {
  changedMeanwhile,
  open,
  problem,
  serve,
  signInClient,
  signInFreelancer,
  toasts,
} from '../../../test/fixtures.tsx'
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

interface Options {
  as?: 'freelancer' | 'client'
  query?: string
  files?: typeof list
  sections?: contract.Section[]
  handlers?: Parameters<typeof serve>[0]
}

function showFiles({
  as = 'freelancer',
  query = '',
  files = list,
  sections = [],
  handlers = {},
}: Options = {}) {
  const path = as === 'client' ? '/client-dashboard/projects/p1/files' : '/projects/p1/files'
  window.history.replaceState(null, '', path)
  if (as === 'client') signInClient()
  else signInFreelancer()
  const asked: string[] = []
  serve({
    [`GET /projects/${as === 'client' ? 'client/' : ''}p1`]: () => Response.json(aProject()),
    'GET /files/project/p1/summary': () => Response.json({ files: files.length, fromClient: 0, sections }),
    ...handlers,
    'GET /files/project/p1': ({ query }) => {
      // The newest files are loaded too, for the names of uploads.
      if (query.has('limit')) asked.push(String(query).replace(/&?limit=30/, ''))
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

const sections = [
  { id: 's1', name: 'Drafts', files: 2 },
  { id: 's2', name: 'Final', files: 0 },
]

test('a section is opened by a link with its count, and what the client gave is named by who reads', async () => {
  const summary = () => Response.json({ files: 3, fromClient: 1, sections })
  const { asked, user } = showFiles({ as: 'client', handlers: { 'GET /files/project/p1/summary': summary } })

  await user.click(await screen.findByRole('link', { name: 'Drafts 2' }))

  await waitFor(() => expect(asked.at(-1)).toBe('section=s1'))
  expect(screen.getByRole('link', { name: 'Drafts 2' }).getAttribute('aria-current')).toBe('page')
  await user.click(screen.getByRole('link', { name: 'From you 1' }))
  await waitFor(() => expect(asked.at(-1)).toBe('fromClient=true'))
  expect(screen.queryByRole('button', { name: 'Sections' })).toBeNull()
})

test('a project without sections, and with files of one side, shows none', async () => {
  showFiles()
  await fileList()

  expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull()
})

test('a section is added in the panel, and a name that is taken is refused at its field', async () => {
  const added: unknown[] = []
  const { user } = showFiles({
    sections,
    handlers: {
      'POST /files/project/p1/sections': ({ body }) => {
        added.push(body)
        if (added.length > 1) return Response.json({ id: 's3', name: 'Print', files: 0 }, { status: 201 })
        const taken = 'This project has a section of this name.'
        return problem(409, 'SECTION_NAME_TAKEN', taken, { name: taken })
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Sections' }))
  const field = await screen.findByRole('textbox', { name: 'New section' })

  await user.type(field, 'drafts{Enter}')
  expect(await screen.findByText('This project has a section of this name.')).toBeDefined()
  await user.clear(field)
  await user.type(field, 'Print{Enter}')

  await waitFor(() => expect(added).toEqual([{ name: 'drafts' }, { name: 'Print' }]))
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(''))
})

test('a section that was renamed meanwhile shows its present name, which can be kept', async () => {
  const sent: unknown[] = []
  const { user } = showFiles({
    sections,
    handlers: {
      'PUT /sections/s1': ({ body }) => {
        sent.push(body)
        return changedMeanwhile({ name: 'Sketches' })
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Sections' }))
  await user.click(await screen.findByRole('button', { name: 'Rename Drafts' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name of Drafts' })

  await user.clear(field)
  await user.type(field, 'Ideas{Enter}')

  expect(await screen.findByText('Sketches')).toBeDefined()
  expect(sent).toEqual([{ name: 'Ideas', was: { name: 'Drafts' } }])
  await user.click(screen.getByRole('button', { name: 'Take this one' }))
  expect(field.value).toBe('Sketches')
})

test('what is added while a section is on screen goes to it', async () => {
  const uploads = fakeUploads()
  const { user } = showFiles({ sections, query: '?section=s1' })
  await screen.findByText('Drafts', { selector: '.drop bdi' })

  await user.upload(
    document.querySelector('input[type=file][multiple]') as HTMLElement,
    aLocalFile('new.pdf'),
  )

  await waitFor(() => expect(uploads).toMatchObject([{ fields: { sectionId: 's1' } }]))
})

test('several files are selected, moved to a section and downloaded', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const moved: unknown[] = []
  const { user } = showFiles({
    sections,
    handlers: {
      'PUT /files/project/p1/section': ({ body }) => {
        moved.push(body)
        return Response.json({ moved: 2 })
      },
      'GET /files/project/p1/zip-link': ({ query }) => Response.json({ zipUrl: `/zip?${query}` }),
    },
  })
  await fileList()
  await user.click(screen.getByRole('button', { name: 'Select' }))

  await user.click(screen.getByRole('checkbox', { name: 'Select menu.pdf' }))
  const bar = within(screen.getByRole('region', { name: 'Selected files' }))
  expect(bar.getByRole('status').textContent).toBe('1 file selected')
  await user.click(bar.getByRole('button', { name: 'Download' }))
  await waitFor(() =>
    expect((click.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toContain('only=f1'),
  )
  await user.click(bar.getByRole('button', { name: /^Select all/ }))
  await user.selectOptions(bar.getByRole('combobox', { name: 'Move to section' }), 'Final')

  await waitFor(() => expect(moved).toEqual([{ fileIds: ['f1', 'f2'], sectionId: 's2' }]))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected files' })).toBeNull())
})

test('several files are deleted after one confirmation, and those that were not are named', async () => {
  const { user } = showFiles({
    handlers: {
      'DELETE /files/f1': () => new Response(null, { status: 204 }),
      'DELETE /files/f2': () => problem(409, 'ARCHIVED', 'This project is archived.'),
    },
  })
  await fileList()
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(screen.getByRole('button', { name: /^Select all/ }))

  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: /Delete Files/ }))

  await waitFor(() =>
    expect(toasts()).toContainEqual({
      kind: 'error',
      title: '1 file of 2 not deleted',
      detail: 'counter.jpg',
    }),
  )
})

test('the client is asked about all selected files that are not asked about yet', async () => {
  const open = { ...list[0], id: 'f3', fileName: 'asked.pdf', review: { state: 'open' } } as (typeof list)[0]
  const { user } = showFiles({ files: [...list, open] })
  await fileList()
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(screen.getByRole('button', { name: /^Select all/ }))

  const bar = within(screen.getByRole('region', { name: 'Selected files' }))
  await user.click(bar.getByRole('button', { name: 'Ask for approval' }))

  expect(await screen.findByText('Ask Maya to approve 2 files')).toBeDefined()
})
