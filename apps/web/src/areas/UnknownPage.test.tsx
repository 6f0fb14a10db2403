import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open, serve, signInFreelancer } from '../../test/fixtures.tsx'
import ClientNotFoundPage from './ClientNotFoundPage.tsx'
import UnknownPage from './UnknownPage.tsx'

const links = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

test('leads a visitor from an unknown path to the front page', async () => {
  open('/nowhere', { '/nowhere': <UnknownPage /> })

  await screen.findByRole('heading', { name: 'Page not found' })
  expect(links()).toEqual(['/welcome'])
})

test('leads a freelancer from an unknown path to the dashboard, in their own frame', async () => {
  serve({ 'GET /dashboard/summary': () => new Response('', { status: 204 }) })
  signInFreelancer('Ada Marsh')
  open('/nowhere', { '/nowhere': <UnknownPage /> })

  await screen.findByRole('heading', { name: 'Page not found' })
  expect(screen.getByText(/Welcome,/).textContent).toBe('Welcome, Ada Marsh')
  expect(links()).toEqual(['/'])
})

test('leads a client from an unknown path to their projects', async () => {
  open('/client-dashboard/nowhere', {
    '*': (
      <main>
        <ClientNotFoundPage />
      </main>
    ),
  })

  await screen.findByRole('heading', { name: 'Page not found' })
  expect(links()).toEqual(['/client-dashboard'])
})
