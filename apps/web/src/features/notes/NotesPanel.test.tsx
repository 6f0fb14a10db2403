import type { notes } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { aFile } from '../../../test/file.ts'
import {
  expectComplaint,
  open,
  problem,
  serve,
  signInClient,
  signInFreelancer,
  toasts,
} from '../../../test/fixtures.tsx'
import { stubIntersectionObserver } from '../../../test/intersection-observer.ts'
// Loads the lazy chunk before the tests, so that no test waits for it.
import '../../ui/Menu.tsx'
import { NotesPanel } from './NotesPanel.tsx'
import { NotesProvider } from './NotesProvider.tsx'
import { Pins } from './Pins.tsx'

const base: notes.Note = {
  id: 'n1',
  fileId: 'f1',
  version: 2,
  number: 1,
  text: 'Larger, please.',
  author: 'Maya Whitcombe',
  authorId: 'c1',
  authorType: 'Client',
  createdAt: '2026-11-20T10:00:00.000Z',
  editedAt: null,
  editableSeconds: 0,
  page: null,
  x: 0.1,
  y: 0.5,
  t: null,
  state: 'open',
  reason: null,
  declinedBy: null,
  settledAt: null,
  replies: [],
}
const near = { ...base, id: 'n2', number: 2, text: 'And <b>bolder</b>.', x: 0.11 }
const far = { ...base, id: 'n3', number: 3, text: 'Green.', x: 0.8, author: '<i>Maya</i>' }

/** A page of 400 by 400 pixels. */
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly notify: ResizeObserverCallback
      constructor(notify: ResizeObserverCallback) {
        this.notify = notify
      }
      observe() {
        const contentRect = { width: 400, height: 400 } as DOMRectReadOnly
        this.notify([{ contentRect } as ResizeObserverEntry], this as never)
      }
      disconnect() {}
      unobserve() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollIntoView = () => {}
  stubIntersectionObserver(true)
})

interface Options {
  as?: 'client' | 'freelancer'
  list?: notes.Note[]
  newest?: { id: string; version: number }
  path?: string
  handlers?: Parameters<typeof serve>[0]
}

function show({
  as = 'freelancer',
  list = [far, near, base],
  newest,
  path = '/files/f1',
  handlers = {},
}: Options) {
  window.history.replaceState(null, '', as === 'client' ? `/client-dashboard${path}` : path)
  if (as === 'client') signInClient()
  else signInFreelancer()
  const server = { list }
  const byId = (id: string) => () => {
    const found = server.list.find((note) => note.id === id)
    return found ? Response.json(found) : problem(404, 'NOTE_NOT_FOUND', 'Note not found.')
  }
  serve({
    'GET /files/f1/notes': ({ query }) =>
      Response.json(server.list.filter(({ state }) => (query.get('state') ?? state) === state)),
    'GET /files/f1/notes/counts': () => {
      const open = server.list.filter(({ state }) => state === 'open').length
      return Response.json({ total: server.list.length, open, openOfClient: open })
    },
    ...Object.fromEntries(['n1', 'n2', 'n3'].map((id) => [`GET /notes/${id}`, byId(id)])),
    ...handlers,
  })
  const file = {
    ...aFile({ version: 2, versions: 2 }),
    project: { id: 'p1', title: 'Spring menu', archivedAt: null },
  }
  const router = open(path, {
    '/files/:id': (
      <NotesProvider file={file} newest={newest ?? file} placeKind="point" reader="Maya">
        <section className="stage__page" tabIndex={-1} aria-label="Page">
          <div className="leaf">
            <Pins />
          </div>
        </section>
        <NotesPanel versionIds={[file.id]} />
      </NotesProvider>
    ),
  })
  return { server, router, user: userEvent.setup() }
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'All notes' })).getAllByRole('listitem')
const rowOf = async (text: string) => {
  const found = (await rows()).find(({ textContent }) => textContent?.includes(text))
  if (!found) throw new Error(`no note says ${text}`)
  return found
}
const pins = () => within(document.querySelector('.pins') as HTMLElement)

test('overlapping pins are one button with a list, and selecting a pin selects its note', async () => {
  const { user, router } = show({})

  await user.click(await pins().findByRole('button', { name: '2 notes here' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    '2Note 2 by Maya, open: And <b>bolder</b>.',
    '1Note 1 by Maya, open: Larger, please.',
  ])
  await user.click(items[1] as HTMLElement)

  expect(router.state.location.search).toBe('?note=n1')
  expect((await rowOf('Larger')).dataset.selected).toBe('true')
  await user.click(within(await rowOf('Green.')).getByRole('button', { name: /^Note 3/ }))
  expect(pins().getByRole('button', { name: 'Note 3 by <i>Maya</i>, open' }).ariaPressed).toBe('true')
  expect((await rowOf('Larger')).dataset.selected).toBeUndefined()
})

test('a note that the address selects is shown first, although the filter hides it', async () => {
  const done = { ...far, state: 'done' as const, settledAt: base.createdAt }
  const { user } = show({ list: [done, near, base], path: '/files/f1?note=n3' })
  await rows()

  await user.click(screen.getByRole('radio', { name: 'Open 2' }))

  await waitFor(async () =>
    expect((await rows()).map(({ textContent }) => textContent?.[0])).toEqual(['3', '2', '1']),
  )
  expect((await rowOf('Green.')).textContent).toContain('Done')
})

test('a note is declined with a reason, which stays in its field when that fails', async () => {
  expectComplaint('error')
  const refused = problem(409, 'NOTE_SETTLED', 'This note is settled already. Open it again to change that.')
  const { user } = show({ list: [base], handlers: { 'PUT /notes/n1': () => refused } })
  const row = await rowOf('Larger')

  await user.click(within(row).getByRole('button', { name: 'Decline' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Why not?'))
  await user.keyboard('It is on the back.')
  await user.click(within(row).getByRole('button', { name: 'Decline' }))

  await waitFor(() =>
    expect(toasts()).toEqual([
      {
        kind: 'error',
        title: 'Failed to decline note',
        detail: 'This note is settled already. Open it again to change that.',
      },
    ]),
  )
  expect(await screen.findByLabelText<HTMLTextAreaElement>('Why not?')).toHaveProperty(
    'value',
    'It is on the back.',
  )
})

test('the next note gets the focus when a settled one leaves the list', async () => {
  const { server, user } = show({
    list: [near, base],
    handlers: {
      'PUT /notes/n2': () => {
        const done = { ...near, state: 'done' as const, settledAt: base.createdAt }
        server.list = [done, base]
        return Response.json(done)
      },
    },
  })
  await rows()
  await user.click(screen.getByRole('radio', { name: 'Open 2' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))

  await user.click(within(await rowOf('bolder')).getByRole('button', { name: 'Done' }))

  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(document.activeElement).toBe(within(await rowOf('Larger')).getByRole('button', { name: /^Note 1/ }))
})

test('a client cannot settle notes, and keeps an unsent note without a network and across versions', async () => {
  expectComplaint('error')
  const { user, router } = show({
    as: 'client',
    list: [base],
    handlers: { 'POST /files/f1/notes': () => Promise.reject(new TypeError('offline')) },
  })
  const row = await rowOf('Larger')
  expect(within(row).queryByRole('button', { name: /Done|Decline/ })).toBeNull()

  await user.type(screen.getByLabelText('New note'), 'Bolder too.')
  await user.click(screen.getAllByRole('button', { name: 'Add note' }).at(-1) as HTMLElement)
  await waitFor(() => expect(toasts()).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('Bolder too.'),
  )

  expect(localStorage.getItem('portico.draft.client.note.f1.c1')).toContain('Bolder too.')
  expect(router.state.location.pathname).toBe('/files/f1')
})

test('an older version accepts no new notes, and moves an unsent one to the newest', async () => {
  localStorage.setItem(
    'portico.draft.note.f1.f1',
    JSON.stringify({ message: 'Bolder.', sending: '', isOpen: false }),
  )
  const { user, router } = show({ newest: { id: 'f9', version: 3 } })
  await rows()

  expect(screen.queryByLabelText('New note')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'take yours to version 3' }))

  expect(router.state.location.search).toBe('?version=3')
  expect(router.state.location.state).toEqual({ note: 'Bolder.' })
})

const leaf = () => document.querySelector('.leaf') as HTMLElement
const newNote = () => screen.getByLabelText<HTMLTextAreaElement>('New note')
const pinBeingSet = () => document.querySelector<HTMLElement>('.pin--new')?.style

/** A page of 400 by 400 pixels at the top left of the window. */
function stubPageBox() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 400))
}

test('a click on the page opens a note with a pin there, which another click or Escape takes away', async () => {
  stubPageBox()
  const { user } = show({ list: [base], path: '/files/f1?note=n1' })
  await rows()

  await user.pointer({ keys: '[MouseLeft]', target: leaf(), coords: { x: 100, y: 300 } })
  expect(pinBeingSet()).toMatchObject({ left: '25%', top: '75%' })
  expect(document.activeElement).toBe(newNote())
  expect(document.querySelector('.note[data-selected]')).toBeNull()
  await user.pointer({ keys: '[MouseLeft]', target: leaf(), coords: { x: 200, y: 200 } })
  expect(pinBeingSet()).toBeUndefined()

  await user.pointer({ keys: '[MouseLeft]', target: leaf(), coords: { x: 200, y: 200 } })
  await user.keyboard('{Escape}')
  expect(pinBeingSet()).toBeUndefined()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Page' }))
})

test('typed text and its pin stay after Escape, and a click elsewhere moves the pin', async () => {
  stubPageBox()
  const { user } = show({ list: [] })
  await screen.findByText('No notes yet. Press where something should change, or write here.')

  await user.pointer({ keys: '[MouseLeft]', target: leaf(), coords: { x: 100, y: 300 } })
  await user.keyboard('Larger{Escape}')
  expect(newNote().value).toBe('Larger')
  expect(pinBeingSet()).toMatchObject({ left: '25%', top: '75%' })
  expect(screen.getByRole('button', { name: 'Continue note' })).toBeDefined()
  await user.pointer({ keys: '[MouseLeft]', target: leaf(), coords: { x: 200, y: 100 } })

  expect(newNote().value).toBe('Larger')
  expect(document.activeElement).toBe(newNote())
  expect(pinBeingSet()).toMatchObject({ left: '50%', top: '25%' })
})

test.each([
  [
    'dragging',
    [
      { keys: '[MouseLeft>]', coords: { x: 9, y: 9 } },
      { coords: { x: 90, y: 9 } },
      { coords: { x: 9, y: 9 } },
      '[/MouseLeft]',
    ],
  ],
  ['pinching', ['[TouchA>]', '[TouchB>]', '[/TouchB]', '[/TouchA]']],
])('%s opens no note', async (_, actions) => {
  stubPageBox()
  const { user } = show({ list: [base] })
  await rows()

  await user.pointer(
    actions.map((action) =>
      typeof action === 'string' ? { keys: action, target: leaf() } : { target: leaf(), ...action },
    ),
  )

  expect(pinBeingSet()).toBeUndefined()
})

test('says who will see a new note', async () => {
  show({ list: [] })

  expect(await screen.findByText('Maya sees this')).toBeDefined()
})

test('a click on an older version opens no note', async () => {
  stubPageBox()
  const { user } = show({ newest: { id: 'f9', version: 3 } })
  await rows()

  await user.pointer({ keys: '[MouseLeft]', target: leaf(), coords: { x: 100, y: 300 } })

  expect(pinBeingSet()).toBeUndefined()
})
