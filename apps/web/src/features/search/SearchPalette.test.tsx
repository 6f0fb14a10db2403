import type { search } from '@portico/contract'
import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, type ReactNode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { aClientDetail, aSummary } from '../../../test/client.ts'
import { expectComplaint, open, serve, signInClient, signInFreelancer } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { aResult } from '../../../test/search.ts'
import type { Area } from '../../app/session.ts'
import { storedRecentItems } from '../../app/stored.ts'
import { chooseTheme } from '../../app/theme.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import ClientPalette from './ClientPalette.tsx'
import FreelancerPalette from './FreelancerPalette.tsx'
import { PalettePlaceholder } from './PalettePlaceholder.tsx'
import type { PaletteProps } from './palette-props.ts'
import { SearchPalette } from './SearchPalette.tsx'
import { TopbarSearch } from './TopbarSearch.tsx'

// jsdom has no layout.
Element.prototype.scrollIntoView = () => {}
afterEach(() => chooseTheme('system'))

const palettes = { freelancer: FreelancerPalette, client: ClientPalette }
const rye = { project: aProject({ id: 'p7', title: 'Rye labels' }), feedback: aResult() }

interface Options {
  area?: Area
  /** Undefined in a preview. */
  ownerId?: string | undefined
  path?: string
  /** The results for a text; by default one piece of feedback for every text with `rye`. */
  answer?: (text: string) => search.SearchResult[] | Promise<Response>
  summary?: ReturnType<typeof aSummary>
  /** The cached data of pages, by query key. */
  loaded?: [key: ['projects' | 'clients', ...string[]], data: unknown][]
  page?: ReactNode
  palette?: ComponentType<PaletteProps>
}

async function show({
  area = 'freelancer',
  path = '/chat',
  answer = (text) => (text.includes('rye') ? [rye.feedback] : []),
  summary = aSummary('pro', 4, 5),
  loaded = [],
  page,
  palette = palettes[area],
  ...owner
}: Options = {}) {
  const ownerId = 'ownerId' in owner ? owner.ownerId : 'me'
  if (area === 'client') signInClient()
  else signInFreelancer()
  const asked: string[] = []
  serve({
    'GET /dashboard/summary': () => Response.json(summary),
    'GET /search': async ({ query }) => {
      const text = query.get('q') ?? ''
      asked.push(text)
      const answered = await answer(text)
      return answered instanceof Response ? answered : Response.json({ results: answered })
    },
  })
  const router = open(path, {
    '*': <Page area={area} ownerId={ownerId} loaded={loaded} content={page} palette={palette} />,
  })
  const user = userEvent.setup()
  await screen.findByLabelText('Search', { selector: '[type=search]' })
  return { user, router, asked, press: () => user.keyboard('{Control>}k{/Control}') }
}

type PageProps = Required<Pick<Options, 'area' | 'loaded' | 'palette'>> & {
  ownerId: string | undefined
  content: ReactNode
}

function Page({ area, ownerId, loaded, content, palette }: PageProps) {
  const [text, setText] = useState<string>()
  const client = useQueryClient()
  useState(() => loaded.map(([key, data]) => client.setQueryData(key, data)))
  return (
    <>
      <TopbarSearch onOpen={setText} />
      <SearchPalette area={area} ownerId={ownerId} text={text} palette={palette} onChange={setText} />
      {content}
    </>
  )
}

const field = () => screen.getByRole('combobox', { name: 'Search' })
const optionNames = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const option = (name: RegExp | string) => screen.findByRole('option', { name })
/** The option in `aria-activedescendant` of the field. */
function active() {
  const id = field().getAttribute('aria-activedescendant') ?? ''
  const found = document.getElementById(id)
  expect(found?.getAttribute('aria-selected')).toBe('true')
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
  return found?.textContent
}

test('opens with Ctrl K over the page, with recent things and actions', async () => {
  storedRecentItems('freelancer', 'me').write([
    { path: '/projects/p1', title: 'Spring menu', note: 'Maya Whitcombe' },
    { path: '/clients/c2', title: 'Gareth Lloyd', note: 'Client' },
  ])
  const { press, user, router } = await show({ path: '/projects/p1' })

  await press()

  await option(/^Gareth Lloyd/)
  expect(document.activeElement).toBe(field())
  expect(active()).toBe('Gareth Lloyd, Client')
  await option('Change plan')
  const actions = within(screen.getByRole('group', { name: 'Actions' }))
  expect(actions.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'New client',
    'New project',
    'Change plan',
    'Dark theme',
  ])
  await user.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe('/clients/c2')
})

test('moves through results and actions with the arrows, while the focus stays in the field', async () => {
  const { press, user, router } = await show()
  await press()
  await user.keyboard('rye')
  await option(/^The rye loaf comes first/)

  expect(active()).toBe('The rye loaf comes first, Feedback, Spring menu')
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe('Everything with “rye”, 1')
  await user.keyboard('{ArrowDown}')
  expect(active()).toMatch(/^The rye/)
  await user.keyboard('{ArrowUp}')
  expect(active()).toMatch(/^Everything/)
  expect(document.activeElement).toBe(field())
  expect(screen.getByRole('status').textContent).toBe('1 result')
  expect(screen.getByText('rye').tagName).toBe('MARK')

  await user.keyboard('{ArrowUp}{Enter}')

  expect(router.state.location).toMatchObject({ pathname: '/projects/p1', hash: '#feedback-b1' })
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('opens the page with all results on Enter when nothing is found', async () => {
  const { press, user, router } = await show()
  await press()
  await user.keyboard(' focaccia & co ')
  await screen.findByText('Nothing with “focaccia & co”.')

  await user.keyboard('{Enter}')

  expect(router.state.location).toMatchObject({ pathname: '/search', search: '?q=focaccia+%26+co' })
})

test('shows cached items at once, and keeps them first when the response arrives', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { press, user } = await show({
    loaded: [[['projects', 'list'], { pages: [{ items: [rye.project, aProject({ title: 'Other' })] }] }]],
    answer: () => promise,
  })
  await press()
  await user.keyboard('RÝE')

  expect(optionNames()).toEqual(['Rye labels, Project, Maya Whitcombe', 'Everything with “RÝE”'])
  const found = [
    rye.feedback,
    aResult({ kind: 'project', id: 'p7', title: 'Rye labels', url: '/projects/p7' }),
  ]
  resolve(Response.json({ results: found }))

  await waitFor(() =>
    expect(optionNames()).toEqual([
      'Rye labels, Project, Maya Whitcombe',
      'The rye loaf comes first, Feedback, Spring menu',
      'Everything with “RÝE”, 2',
    ]),
  )
  expect(active()).toMatch(/^Rye labels/)
})

test('never replaces the results of a later text by those of an earlier one', async () => {
  const replies = { ry: Promise.withResolvers<Response>(), rye: Promise.withResolvers<Response>() }
  const { press, user, asked } = await show({ answer: (text) => replies[text as 'ry' | 'rye'].promise })
  const answerWith = (text: 'ry' | 'rye', title: string) =>
    act(async () => {
      const result = aResult({ kind: 'file', title, excerpt: [[title, true]] })
      replies[text].resolve(Response.json({ results: [result] }))
    })
  await press()
  await user.paste('ry')
  await waitFor(() => expect(asked).toEqual(['ry']))
  await user.paste('e')
  await waitFor(() => expect(asked).toEqual(['ry', 'rye']))

  await answerWith('rye', 'rye.pdf')
  await option(/^rye.pdf/)
  await answerWith('ry', 'rybnik.pdf')

  expect(optionNames()).toEqual(['rye.pdf, File, Spring menu', 'Everything with “rye”, 1'])
})

test('sends no request for blank text', async () => {
  const { press, user, asked } = await show()
  await press()
  await user.keyboard('  ')
  await user.paste('rye lo')
  await option(/^The rye/)

  expect(asked).toEqual(['rye lo'])
})

test('says when the server cannot be reached, and searches cached items', async () => {
  expectComplaint('error')
  const { press, user } = await show({
    loaded: [[['clients', 'all'], [aClientDetail({ lastName: 'Ryeland' })]]],
    answer: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await press()
  await user.keyboard('rye')

  await screen.findByText('We could not reach the server. Only what is loaded already was searched.')
  expect(optionNames()).toEqual(['Maya Ryeland, Client', 'Everything with “rye”'])
})

test('says when there were too many searches, and shows the results later without another key', async () => {
  expectComplaint('error')
  let isLimited = true
  const problem = { statusCode: 429, code: 'TOO_MANY_REQUESTS', error: 'Too Many Requests', message: 'Wait.' }
  const { press, user } = await show({
    answer: (text) =>
      isLimited ? Promise.resolve(Response.json(problem, { status: 429 })) : [aResult({ title: text })],
  })
  await press()
  await user.keyboard('rye')
  await screen.findByText('That was a lot of searching at once. Your results appear in a moment.')

  isLimited = false

  await screen.findByText('1 result')
})

test('runs an action, and returns the focus to the element that opened the palette', async () => {
  const { user } = await show({ answer: () => [] })
  const topbarField = screen.getByLabelText('Search', { selector: '[type=search]' })
  await user.click(topbarField)
  await user.keyboard('dark')
  await option('Dark theme')

  await user.keyboard('{Enter}')

  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(topbarField)
})

test('searches for text that is typed into the field in the top bar', async () => {
  const { user } = await show()

  await user.tab()
  await user.keyboard('rye')

  expect(field()).toMatchObject({ value: 'rye' })
  await option(/^The rye/)
  expect(screen.getByLabelText('Search', { selector: '[type=search]' })).toMatchObject({ value: '' })
})

test('New client opens the plans when the plan is full', async () => {
  const { press, user, router } = await show({ summary: aSummary('starter', 1, 1) })
  await press()
  await user.keyboard('new client')

  expect((await option(/^New client/)).textContent).toBe(
    'New client, Starter holds one client and you have one.',
  )
  await user.keyboard('{Enter}')
  expect(router.state.location).toMatchObject({ pathname: '/chat', search: '?plans=' })
})

test.for([
  [null, ['New client', 'New project for Maya Whitcombe', 'New project']],
  ['2026-11-01T00:00:00.000Z', ['New client', 'New project']],
] as const)(
  'offers a project for the client on screen unless they are archived',
  async ([archivedAt, names]) => {
    const { press, user } = await show({
      path: '/clients/c1',
      loaded: [[['clients', 'c1'], aClientDetail({ archivedAt })]],
    })
    await press()
    await user.keyboard('new')

    await option('New project')
    expect(optionNames().slice(0, -1)).toEqual(names)
  },
)

test('offers clients their own actions', async () => {
  const { press, user, router } = await show({ area: 'client', path: '/client-dashboard' })
  await press()

  await option('My Projects')
  expect(optionNames()).toEqual(['My Projects', 'Chat', 'Settings', 'Dark theme'])
  await user.keyboard('new client{Enter}')
  expect(router.state.location).toMatchObject({
    pathname: '/client-dashboard/search',
    search: '?q=new+client',
  })
})

test.for([
  ['offers logging out to clients', 'me', ['Log out', 'Everything with “log out”']],
  // It has nothing to log out of.
  ['does not offer logging out in a preview', undefined, ['Everything with “log out”']],
] as const)('%s', async ([, ownerId, names]) => {
  const { press, user } = await show({ area: 'client', path: '/client-dashboard', ownerId })
  await press()
  await user.keyboard('log out')

  await option(/^Everything/)
  expect(optionNames()).toEqual(names)
})

test('keeps the page behind it inert, except for the notifications', async () => {
  const { press, user } = await show({
    page: (
      <>
        <main>Chat</main>
        <section aria-live="polite">Saved</section>
      </>
    ),
  })
  const isInert = (text: string) => screen.getByText(text).hasAttribute('inert')
  await press()

  expect([isInert('Chat'), isInert('Saved')]).toEqual([true, false])
  await user.keyboard('{Escape}')
  expect(isInert('Chat')).toBe(false)
})

test('keeps text that is typed while its code is loading', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof FreelancerPalette }>()
  const { press, user } = await show({ palette: lazyDialog(() => promise, PalettePlaceholder) })
  await press()
  await user.keyboard('ry')
  await act(async () => resolve({ default: FreelancerPalette }))
  await user.keyboard('e')

  expect(document.activeElement).toBe(field())
  expect(field()).toMatchObject({ value: 'rye' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.for(['dialog', 'alertdialog', 'menu'])(
  'stays closed over a %s, which may hold what was typed',
  async (role) => {
    const { press } = await show({ page: <div role={role} /> })

    await press()

    expect(screen.queryByRole('combobox')).toBeNull()
  },
)

test('closes with Ctrl K too', async () => {
  const { press } = await show()
  await press()
  await option('New client')

  await press()

  expect(screen.queryByRole('combobox')).toBeNull()
})
