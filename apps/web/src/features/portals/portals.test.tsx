import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { open, problem, serve, toasts, tokenFor } from '../../../test/fixtures.tsx'
import { currentSession, reloadSession, type Session, useSession } from '../../app/session.ts'
import { storedClientEnding, storedMyFreelancer } from '../../app/stored.ts'
import { ClientLogin } from '../clients/ClientLoginPage.tsx'
import { InOtherPortal } from './InOtherPortal.tsx'
import PortalMoved from './PortalMoved.tsx'
import { PortalOfAddress } from './PortalOfAddress.tsx'

const inAnHour = Math.floor(Date.now() / 1_000) + 3_600
const tokenOfPortal = (sub: string) =>
  tokenFor({ sub, role: 'client', firstName: 'Maya', group: 's9', exp: inAnHour })
const [ada, eve] = [tokenOfPortal('c1'), tokenOfPortal('c9')]
const aPortal = (clientId: string, name: string, current: boolean) => ({
  clientId,
  firstName: 'Maya',
  lastName: 'Whitcombe',
  archivedAt: null,
  freelancer: { name, email: 'someone@example.test', role: 'Freelancer' },
  current,
})
const both = [aPortal('c1', 'Ada Marsh', false), aPortal('c9', 'Eve Stone', true)]

/** Eve's portal is open, and Ada's is beside it. */
beforeEach(() => {
  localStorage.setItem('clientToken', eve)
  reloadSession('client')
})

const signedInId = () => {
  const state = currentSession('client')
  return state.status === 'in' ? state.session.id : undefined
}

function sessionOf(token: string, id: string): Session {
  return { token, id, ownerId: id, name: 'Maya', hasOtherPortals: true }
}

function Page() {
  const state = useSession('client')
  if (state.status !== 'in') return null
  return (
    <PortalOfAddress session={state.session} skeleton={<p>waiting</p>}>
      <p>portal of {state.session.id}</p>
    </PortalOfAddress>
  )
}

describe('an address that names a portal', () => {
  const openPage = (path: string) => open(path, { '/client-dashboard/*': <Page /> })

  test('enters it, and shows nothing of the other one meanwhile', async () => {
    const asked = serve({ 'POST /portals/c1/enter': () => Response.json({ token: ada }) })

    const router = openPage('/client-dashboard/projects/p1?portal=c1&from=push#file-2')

    screen.getByText('waiting')
    await screen.findByText('portal of c1')
    expect(localStorage.getItem('clientToken')).toBe(ada)
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ search: '?from=push', hash: '#file-2' }),
    )
    expect(new Headers(asked.mock.calls[0]?.[1]?.headers).get('authorization')).toBe(`Bearer ${eve}`)
  })

  test('that is open already only leaves the address', async () => {
    serve({})

    const router = openPage('/client-dashboard?portal=c9')

    await waitFor(() => expect(router.state.location.search).toBe(''))
    screen.getByText('portal of c9')
  })

  test('that is not signed in any more keeps the open one and says so', async () => {
    const sentence = 'This portal is not signed in in this browser any more.'
    serve({ 'POST /portals/c1/enter': () => problem(404, 'PORTAL_NOT_FOUND', sentence) })

    const router = openPage('/client-dashboard/projects/p1?portal=c1')

    await screen.findByText('portal of c9')
    expect(router.state.location).toMatchObject({ pathname: '/client-dashboard', search: '' })
    expect(toasts()).toMatchObject([{ kind: 'error', title: sentence }])
    expect(localStorage.getItem('clientToken')).toBe(eve)
  })
})

describe('a thing that the open portal does not have', () => {
  const path = '/client-dashboard/projects/p1'
  const openPage = () => {
    // The area on screen is read from the address of the window.
    window.history.replaceState(null, '', path)
    return open(path, { '*': <InOtherPortal>Project not found.</InOtherPortal> })
  }

  test('opens in the portal that has it', async () => {
    const asked = serve({
      'GET /portals/of-page': () => Response.json({ clientId: 'c1' }),
      'POST /portals/c1/enter': () => Response.json({ token: ada }),
    })

    openPage()

    expect(screen.queryByText('Project not found.')).toBeNull()
    await waitFor(() => expect(signedInId()).toBe('c1'))
    expect(asked.mock.calls[0]?.[0]).toBe(`/api/portals/of-page?path=${encodeURIComponent(path)}`)
  })

  test('is not found where no portal has it', async () => {
    serve({ 'GET /portals/of-page': () => Response.json({ clientId: null }) })

    openPage()

    await screen.findByText('Project not found.')
    expect(signedInId()).toBe('c9')
  })

  test('is not looked for where there is no other portal', () => {
    localStorage.setItem('clientToken', tokenFor({ sub: 'c9', role: 'client', exp: inAnHour }))
    reloadSession('client')
    const asked = serve({})

    openPage()

    screen.getByText('Project not found.')
    expect(asked).not.toHaveBeenCalled()
  })
})

describe('a tab whose portal another tab has left', () => {
  const show = () =>
    open('/', {
      '/': <PortalMoved session={sessionOf(ada, 'c1')} movedTo={sessionOf(eve, 'c9')} onClose={() => {}} />,
    })

  test('names both, and stays with its own by a token that reaches the other', async () => {
    const asked = serve({
      'GET /portals': () => Response.json({ portals: both }),
      'POST /portals/c1/enter': () => Response.json({ token: ada }),
    })
    show()
    const dialog = await screen.findByRole('alertdialog', { name: 'You are in another portal now' })
    await waitFor(() =>
      expect(dialog.textContent).toContain('you went on to Eve Stone. This page belongs to Ada Marsh'),
    )

    await userEvent.click(screen.getByRole('button', { name: /Stay with this page/ }))

    await waitFor(() => expect(signedInId()).toBe('c1'))
    for (const [, init] of asked.mock.calls)
      expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${eve}`)
  })

  test('says that its own was logged out, and never that something was deleted', async () => {
    serve({ 'GET /portals': () => Response.json({ portals: both.slice(1) }) })

    show()

    await screen.findByText(/The portal of this page is not signed in any more/)
    expect(screen.queryByRole('button', { name: /Stay/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to the other portal' }).getAttribute('href')).toBe(
      '/client-dashboard',
    )
    expect(document.body.textContent).not.toContain('deleted')
  })
})

describe('after logging out of one portal', () => {
  const show = () => {
    storedMyFreelancer.write('Ada Marsh')
    storedClientEnding.write('left')
    return open('/client-login', {
      '/client-login': <ClientLogin />,
      '/client-dashboard': <p>my projects</p>,
    })
  }

  test('the page says of which, and leads to the others', async () => {
    serve({ 'GET /portals': () => Response.json({ portals: both.slice(1) }) })

    show()

    await screen.findByRole('heading', { name: 'You are logged out of Ada Marsh.' })
    const other = await screen.findByRole('link', { name: /Eve Stone/ })
    expect(other.getAttribute('href')).toBe('/client-dashboard?portal=c9')
    expect(screen.queryByText('my projects')).toBeNull()
  })

  test('all others can be logged out too', async () => {
    const asked = serve({
      'GET /portals': () => Response.json({ portals: both.slice(1) }),
      'DELETE /portals': () => new Response(null, { status: 204 }),
    })
    show()

    await userEvent.click(await screen.findByRole('button', { name: /Log out of all/ }))

    await screen.findByRole('heading', { name: 'You are logged out.' })
    expect(localStorage.getItem('clientToken')).toBeNull()
    expect(asked.mock.calls.at(-1)?.[1]?.method).toBe('DELETE')
  })
})
