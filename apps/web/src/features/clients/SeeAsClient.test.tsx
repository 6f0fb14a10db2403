import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aClient } from '../../../test/client.ts'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { SeeAsClient } from './SeeAsClient.tsx'

function openedTab() {
  const items = new Map<string, string>()
  const tab = {
    items,
    document: { title: '' },
    sessionStorage: { setItem: (key: string, value: string) => items.set(key, value) },
    location: { replace: vi.fn() },
    close: vi.fn(),
  }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return tab
}

function show(answer: () => Response, path?: string) {
  signInFreelancer()
  const asked = serve({ 'POST /clients/c1/preview': answer })
  open('/clients/c1', { '/clients/:id': <SeeAsClient client={aClient({ id: 'c1' })} path={path} /> })
  return asked
}
const press = () => userEvent.setup().click(screen.getByRole('button', { name: /See it as Maya/ }))
const granted = () => Response.json({ token: 'a.b.c', expiresAt: '2026-11-20T12:15:00.000Z' })

test('passes the token to a new tab, not in its address or in the storage of this tab', async () => {
  const tab = openedTab()
  show(granted)

  await press()

  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/client-dashboard'))
  expect(window.open).toHaveBeenCalledWith('about:blank')
  expect([...tab.items]).toEqual([['portico.preview', 'a.b.c']])
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('a.b.c')
})

test('opens the given path of the client’s area', async () => {
  const tab = openedTab()
  show(granted, '/client-dashboard/projects/p1')

  await press()

  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/client-dashboard/projects/p1'))
})

test('closes the tab again when the preview is refused', async () => {
  const tab = openedTab()
  show(() => problem(429, 'TOO_MANY_REQUESTS', 'Too many attempts. Please try again in an hour.'))

  await press()

  await waitFor(() => expect(tab.close).toHaveBeenCalled())
  expect(toasts()).toMatchObject([{ kind: 'error' }])
})

test('starts no preview when the browser opens no tab', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const asked = show(granted)

  await press()

  expect(asked).not.toHaveBeenCalled()
  expect(toasts()).toMatchObject([{ title: 'The preview could not be opened' }])
})
