import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open, serve, tokenFor } from '../../../test/fixtures.tsx'
import { reloadSession } from '../../app/session.ts'
import { startPreviewIn } from '../../app/stored.ts'
import { Guard } from '../../areas/guard.tsx'
import PreviewBand from './PreviewBand.tsx'
// Loads the lazy chunk before the test.
import './PreviewOver.tsx'

test('names the client, and says when the preview has expired', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  window.history.pushState(null, '', '/client-dashboard')
  const claims = { sub: 'c9', role: 'client', sid: 's9', firstName: 'Tom', lastName: 'Ashby' }
  startPreviewIn(window, tokenFor({ ...claims, iat: 1_000, exp: 1_900 }))
  reloadSession('client')
  serve({})
  open('/client-dashboard', {
    '/client-dashboard': <Guard area="client">{(session) => <PreviewBand session={session} />}</Guard>,
  })
  const band = await screen.findByRole('complementary', { name: 'Preview' })
  expect(band.textContent).toContain('You see what Tom sees. Nothing you do here reaches them.')

  await act(() => vi.advanceTimersByTimeAsync(901_000))

  await screen.findByRole('heading', { name: 'The preview is over' })
  expect(screen.queryByRole('complementary')).toBeNull()
})
