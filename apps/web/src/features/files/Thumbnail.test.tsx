import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { photo, refetchList, showProjectFiles } from '../../../test/project-files.tsx'

test('a thumbnail that fails to load becomes an icon until the list is refetched', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  showProjectFiles({ files: [photo] })
  const thumbnail = await screen.findByLabelText('Show counter.jpg')
  fireEvent.error(thumbnail.querySelector('img') as HTMLImageElement)
  expect(thumbnail.querySelector('img')).toBeNull()
  expect(thumbnail.querySelector('svg')).not.toBeNull()

  refetchList()

  await waitFor(() => expect(thumbnail.querySelector('img')?.getAttribute('src')).toBe(photo.thumbnailUrl))
})
