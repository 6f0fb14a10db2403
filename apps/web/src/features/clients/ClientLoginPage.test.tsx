import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { open, problem, serve, signInClient, signInFreelancer, tokenFor } from '../../../test/fixtures.tsx'
import { rememberDestination } from '../../app/destination.ts'
import headScript from '../../app/head-script.ts?inline-script'
import { storedKnownClient } from '../../app/stored.ts'
import { ClientLogin } from './ClientLoginPage.tsx'

const session = tokenFor({ sub: 'c9', role: 'client', exp: Math.floor(Date.now() / 1_000) + 3_600 })

/** Runs the head script before the page, as a browser does. */
function openLink(address: string) {
  window.history.replaceState(null, '', address)
  // biome-ignore lint/security/noGlobalEval: the script is a text
  eval(headScript)
  return open('/client-login', {
    '/client-login': <ClientLogin />,
    '/client-dashboard': <p>my projects</p>,
    '/client-dashboard/chat': <p>my messages</p>,
  })
}

beforeEach(() => {
  window.porticoLink = null
  sessionStorage.clear()
})

test('exchanges the link, removes it from the address bar and opens the projects', async () => {
  const asked = serve({ 'GET /clients/login-from-token': () => Response.json({ token: session }) })

  const router = openLink('/client-login?token=a%2Bb')
  expect(window.location.search).toBe('')
  expect(screen.getByRole('heading').textContent).toBe('Logging in...')

  await screen.findByText('Login successful. Redirecting...')
  await screen.findByText('my projects')
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(asked.mock.calls.map(([path]) => path)).toEqual([
    `/api/clients/login-from-token?token=a%2Bb&timeZone=${zone}`,
  ])
  expect({ ...localStorage }).toEqual({ clientToken: session })
  expect(router.state.location.pathname).toBe('/client-dashboard')
  // React runs the clean-up of effects after the next page has appeared.
  await waitFor(() => expect(window.porticoLink).toBeNull())
})

test('opens the project that was requested before the login', async () => {
  serve({ 'GET /clients/login-from-token': () => Response.json({ token: session }) })
  rememberDestination('/client-dashboard/projects/7')

  const router = openLink('/client-login?token=x')

  await screen.findByText('elsewhere')
  expect(router.state.location.pathname).toBe('/client-dashboard/projects/7')
})

const aPortal = (clientId: string, name: string, current?: boolean) => ({
  clientId,
  firstName: 'Maya',
  lastName: 'Whitcombe',
  archivedAt: null,
  freelancer: { name, email: `${clientId}@example.test`, role: 'Freelancer' },
  ...(current !== undefined && { current }),
})
const joined = tokenFor({
  sub: 'c9',
  role: 'client',
  group: 's9',
  exp: Math.floor(Date.now() / 1_000) + 3_600,
})

/** Maya is signed in to Ada's portal (c1), and opens a link to Eve's (c9). */
function serveLink({ known = false } = {}) {
  const ada = aPortal('c1', 'Ada Marsh', true)
  const eve = aPortal('c9', 'Eve Stone')
  return serve({
    'GET /portals': () => Response.json({ portals: known ? [ada, { ...eve, current: false }] : [ada] }),
    'POST /portals/of-link': ({ body }) => {
      expect(body).toEqual({ token: 'x' })
      return Response.json({ portal: eve })
    },
    'GET /clients/login-from-token': () => Response.json({ token: session }),
    'POST /portals/join': () => Response.json({ token: joined }),
  })
}

test('asks before it adds the portal of another person, and names both', async () => {
  const token = signInClient()
  const asked = serveLink()

  openLink('/client-login?token=x')

  const heading = await screen.findByRole('heading', { name: 'Add another portal?' })
  expect(document.activeElement).toBe(heading)
  screen.getByText('Ada Marsh')
  screen.getByText('Eve Stone')
  expect(window.location.search).toBe('')
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/portals', '/api/portals/of-link'])
  expect(localStorage.getItem('clientToken')).toBe(token)
})

test('adds the portal beside the other one, and keeps the freelancer’s session', async () => {
  const token = signInClient()
  const freelancerToken = signInFreelancer()
  const asked = serveLink()
  openLink('/client-login?token=x')

  await userEvent.click(await screen.findByRole('button', { name: /Add this portal/ }))

  await screen.findByText('my projects')
  const [path, init] = asked.mock.calls.at(-1) ?? []
  expect(path).toBe('/api/portals/join')
  expect(JSON.parse(String(init?.body))).toEqual({ token: session })
  expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${token}`)
  expect({ ...localStorage }).toMatchObject({ clientToken: joined, freelancerToken })
})

test('adds the portal to those that another tab has added meanwhile', async () => {
  signInClient()
  const asked = serveLink()
  openLink('/client-login?token=x')
  const add = await screen.findByRole('button', { name: /Add this portal/ })
  const ofOtherTab = tokenFor({
    sub: 'c5',
    role: 'client',
    group: 's5',
    exp: Math.floor(Date.now() / 1_000) + 3_600,
  })
  localStorage.setItem('clientToken', ofOtherTab)

  await userEvent.click(add)

  await screen.findByText('my projects')
  const [path, init] = asked.mock.calls.at(-1) ?? []
  expect(path).toBe('/api/portals/join')
  expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${ofOtherTab}`)
})

test('leaves the portal out without opening the link', async () => {
  const token = signInClient()
  const asked = serveLink()
  openLink('/client-login?token=x')

  await userEvent.click(await screen.findByRole('button', { name: 'Leave it out' }))

  await screen.findByText('my projects')
  expect(localStorage.getItem('clientToken')).toBe(token)
  expect(asked.mock.calls.map(([path]) => path)).not.toContain('/api/clients/login-from-token')
  await waitFor(() => expect(window.porticoLink).toBeNull())
})

test('a link to a portal that is signed in already opens its page without a question', async () => {
  signInClient()
  serveLink({ known: true })

  openLink('/client-login?token=x&to=chat')

  await screen.findByText('my messages')
  expect(localStorage.getItem('clientToken')).toBe(joined)
})

test('a further link of the same client opens without a question', async () => {
  signInClient()
  const own = tokenFor({ sub: 'c1', role: 'client', exp: Math.floor(Date.now() / 1_000) + 3_600 })
  serve({
    'GET /portals': () => Response.json({ portals: [aPortal('c1', 'Ada Marsh', true)] }),
    'POST /portals/of-link': () => Response.json({ portal: aPortal('c1', 'Ada Marsh') }),
    'GET /clients/login-from-token': () => Response.json({ token: own }),
    'POST /portals/join': () => Response.json({ token: own }),
  })

  openLink('/client-login?token=x')

  await screen.findByText('my projects')
  expect(localStorage.getItem('clientToken')).toBe(own)
})

test('a link opens without a question where the session in the browser has ended', async () => {
  signInClient()
  const asked = serve({
    'GET /portals': () => problem(401, 'NOT_SIGNED_IN', 'Please log in.'),
    'GET /clients/login-from-token': () => Response.json({ token: session }),
  })

  openLink('/client-login?token=x')

  await screen.findByText('my projects')
  expect(asked).toHaveBeenCalledTimes(2)
  expect(localStorage.getItem('clientToken')).toBe(session)
})

test('keeps what was open, and the exchanged link, until the portals are joined', async () => {
  const token = signInClient()
  let down = true
  const asked = serve({
    'GET /portals': () => Response.json({ portals: [aPortal('c1', 'Ada Marsh', true)] }),
    'POST /portals/of-link': () => Response.json({ portal: aPortal('c9', 'Eve Stone') }),
    'GET /clients/login-from-token': () => Response.json({ token: session }),
    'POST /portals/join': () => {
      if (down) throw new TypeError('Failed to fetch')
      return Response.json({ token: joined })
    },
  })
  openLink('/client-login?token=x')
  await userEvent.click(await screen.findByRole('button', { name: /Add this portal/ }))
  await screen.findByText('Client login failed.')
  expect(localStorage.getItem('clientToken')).toBe(token)
  down = false

  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  await screen.findByText('my projects')
  expect(localStorage.getItem('clientToken')).toBe(joined)
  const exchanges = asked.mock.calls.filter(([path]) => path.includes('login-from-token'))
  expect(exchanges).toHaveLength(1)
})

test.for(['/client-login', '/client-login?token='])(
  '%s has no token and offers to mail a link',
  async (address) => {
    const sentence = 'If this address is known, a link is on its way.'
    const asked = serve({
      'POST /clients/request-link': () => Response.json({ message: sentence }, { status: 202 }),
    })
    openLink(address)

    expect(screen.getByRole('heading').textContent).toBe('Missing login token.')
    await userEvent.type(screen.getByLabelText('Your email'), 'maya@bakery.example{Enter}')

    await screen.findByText(sentence)
    expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({ email: 'maya@bakery.example' })
  },
)

test('a client who was signed in here before is asked whether it is them, and can say no', async () => {
  storedKnownClient.write('Maya')
  openLink('/client-login')

  screen.getByRole('heading', { name: 'Are you Maya?' })
  screen.getByLabelText('Your email')
  await userEvent.click(screen.getByRole('link', { name: 'Go to the front page' }))

  expect(storedKnownClient.read()).toBeUndefined()
})

test('a signed-in client without a link is sent to their projects', async () => {
  signInClient()

  openLink('/client-login')

  await screen.findByText('my projects')
})

test('an expired link offers to mail a fresh one', async () => {
  serve({
    'GET /portals': () => Response.json({ portals: [aPortal('c1', 'Ada Marsh', true)] }),
    'POST /portals/of-link': () => problem(401, 'LINK_NOT_VALID', 'This link no longer works.'),
    'POST /clients/request-link': () => problem(400, 'INVALID_INPUT', 'Please enter a valid email.'),
  })
  signInClient()
  document.documentElement.dataset.loginLinkDuration = '3 days'
  onTestFinished(() => {
    delete document.documentElement.dataset.loginLinkDuration
  })
  openLink('/client-login?token=old')

  await screen.findByText(/^Login links work for 3 days,/)
  expect(
    (await screen.findByRole('heading', { name: 'This link no longer works.' })).textContent,
  ).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Your email'), 'maya@{Enter}')

  await screen.findByText('Please enter a valid email.')
  expect((screen.getByLabelText('Your email') as HTMLInputElement).value).toBe('maya@')
  expect(window.porticoLink).toBeNull()
})

test.for([
  '/client-dashboard/projects/7/requests#request-3',
  '/client-dashboard/files/8?note=2',
  '/client-dashboard/search?q=menu',
])('a fresh link opens %s, which was requested without a session', async (path) => {
  const asked = serve({
    'POST /clients/request-link': () => Response.json({ message: 'On its way.' }, { status: 202 }),
  })
  rememberDestination(path)
  openLink('/client-login')

  screen.getByRole('heading', { name: 'Get your link' })
  await userEvent.type(screen.getByLabelText('Your email'), 'maya@bakery.example{Enter}')

  await screen.findByText('On its way.')
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({ email: 'maya@bakery.example', path })
})

test('a fresh link opens the page that the expired one would have opened', async () => {
  const asked = serve({
    'GET /clients/login-from-token': () => problem(401, 'LINK_EXPIRED', 'This link no longer works.'),
    'POST /clients/request-link': () => Response.json({ message: 'On its way.' }, { status: 202 }),
  })
  openLink('/client-login?token=old&to=files%2F8%3Fnote%3D2')

  await screen.findByRole('heading', { name: 'This link no longer works.' })
  await userEvent.type(screen.getByLabelText('Your email'), 'maya@bakery.example{Enter}')

  await screen.findByText('On its way.')
  expect(JSON.parse(String(asked.mock.calls[1]?.[1]?.body))).toMatchObject({
    path: '/client-dashboard/files/8?note=2',
  })
})

test('a fresh link is not asked to open a page of the freelancer’s', async () => {
  const asked = serve({
    'POST /clients/request-link': () => Response.json({ message: 'On its way.' }, { status: 202 }),
  })
  rememberDestination('/projects/7')
  openLink('/client-login')

  screen.getByRole('heading', { name: 'Missing login token.' })
  await userEvent.type(screen.getByLabelText('Your email'), 'maya@bakery.example{Enter}')

  await screen.findByText('On its way.')
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({ email: 'maya@bakery.example' })
})

test.for(['//elsewhere.example', '../settings', 'chat//x', 'javascript:alert(1)'])(
  'a link whose page is %s opens the projects',
  async (to) => {
    serve({ 'GET /clients/login-from-token': () => Response.json({ token: session }) })

    openLink(`/client-login?token=x&to=${encodeURIComponent(to)}`)

    await screen.findByText('my projects')
  },
)

test('an empty address is not sent', async () => {
  const asked = serve({})
  openLink('/client-login')

  await userEvent.click(screen.getByRole('button', { name: /Send me a link/ }))

  screen.getByText('Please enter your email.')
  expect(asked).not.toHaveBeenCalled()
})

test('keeps the link for a retry when the request fails', async () => {
  let down = true
  serve({
    'GET /clients/login-from-token': ({ query }) => {
      expect(query.get('token')).toBe('x')
      if (down) throw new TypeError('Failed to fetch')
      return Response.json({ token: session })
    },
  })
  openLink('/client-login?token=x')

  await screen.findByText('Client login failed.')
  screen.getByText('We could not reach the server. Your link still works.')
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  await screen.findByText('my projects')
})

test('the link of an email about messages opens the chat', async () => {
  serve({ 'GET /clients/login-from-token': () => Response.json({ token: session }) })
  openLink('/client-login?token=abc&to=chat')
  await screen.findByText('my messages')
})
