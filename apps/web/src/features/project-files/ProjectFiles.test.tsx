import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { expectComplaint, problem } from '../../../test/fixtures.tsx'
import { fileList, proof, showProjectFiles } from '../../../test/project-files.tsx'

test('all files are downloaded as one ZIP', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = showProjectFiles({
    files: [proof],
    handlers: { 'GET /files/project/p1/zip-link': () => Response.json({ zipUrl: '/files/p1.zip?signed' }) },
  })

  await user.click(await screen.findByRole('button', { name: 'Download all' }))

  await waitFor(() => expect(click).toHaveBeenCalled())
  expect((click.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe('/files/p1.zip?signed')
})

test('a list that fails to load can be retried', async () => {
  expectComplaint('error')
  let isDown = true
  const { user } = showProjectFiles({
    handlers: {
      'GET /files/project/p1': () => (isDown ? problem(503, 'NOT_READY', '') : Response.json([proof])),
    },
  })
  await screen.findByText('The files did not load')

  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('menu-proof-02.pdf')).toBeDefined()
})

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => aFile({ id: `file-${n}`, fileName: `photo-${n}.jpg` }))

test('shows the newest files only, with a link to all of them', async () => {
  const link = { link: '</api/files/project/p1?cursor=file-99>; rel="next"' }
  showProjectFiles({
    handlers: {
      'GET /files/project/p1': () => Response.json(many(100), { headers: link }),
      'GET /files/project/p1/summary': () => Response.json({ files: 144 }),
    },
  })

  const all = await screen.findByRole('link', { name: 'Show all 144' })

  expect(all.getAttribute('href')).toBe('/projects/p1/files')
  expect(within(await fileList()).getAllByRole('listitem')).toHaveLength(20)
})

test('a few files are all shown, and need no page of their own', async () => {
  showProjectFiles({ files: many(5) })

  expect(within(await fileList()).getAllByRole('listitem')).toHaveLength(5)
  expect(screen.queryByRole('link', { name: /Show all|Browse/ })).toBeNull()
})

test('a link to a file that is not among the newest opens it among all files', async () => {
  const { router } = showProjectFiles({ as: 'client', files: many(30), hash: '#file-file-25' })

  expect(await screen.findByText('elsewhere')).toBeDefined()
  expect(router.state.location).toMatchObject({
    pathname: '/client-dashboard/projects/p1/files',
    hash: '#file-file-25',
  })
})
