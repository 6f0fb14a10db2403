import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectComplaint, problem } from '../../../test/fixtures.tsx'
import { proof, showProjectFiles } from '../../../test/project-files.tsx'

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
