import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { aFile } from '../../../../test/file.ts'
import { serve, signInFreelancer } from '../../../../test/fixtures.tsx'
import { createQueryClient } from '../../../app/query-client.ts'
import { MessageFiles } from './MessageFiles.tsx'

const sent = (id: string, fileName: string, contentType: string) => ({
  ...{ id, projectId: 'p1', fileName, size: 1_000, contentType },
})

test('shows files as they are now, and says which are deleted', async () => {
  signInFreelancer()
  serve({
    'GET /files': () =>
      Response.json([
        aFile({ id: 'f1', fileName: 'renamed.pdf', thumbnailUrl: '/t1' }),
        aFile({ id: 'f3', fileName: 'photo.jpg', contentType: 'image/jpeg', thumbnailUrl: '/t3' }),
      ]),
  })
  const files = [
    sent('f1', 'menu.pdf', 'application/pdf'),
    sent('f2', 'gone.pdf', 'application/pdf'),
    sent('f3', 'photo.jpg', 'image/jpeg'),
  ]
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <MessageFiles files={files} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('Deleted')

  const [menu, gone, photo] = screen.getAllByRole('listitem').map((item) => within(item))
  expect(menu?.getByRole('link', { name: 'renamed.pdf' }).getAttribute('href')).toBe('/files/f1')
  expect(menu?.getByRole('link', { name: 'Download renamed.pdf' })).toBeDefined()
  expect(gone?.getByText('gone.pdf')).toBeDefined()
  expect(gone?.queryByRole('link')).toBeNull()
  expect(photo?.getByRole('presentation').getAttribute('src')).toBe('/t3')
})
