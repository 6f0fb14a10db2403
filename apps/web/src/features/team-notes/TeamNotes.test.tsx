import { teamNotes } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { thingsOnScreen } from '../../app/on-screen.ts'
import TeamNotes from './TeamNotes.tsx'

const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`
const SAM = { id: id(1), name: 'Sam Reed' }
const KIM = { id: id(2), name: 'Kim Osei-Bonsu' }
const at = (one: { id: string }) => teamNotes.mentionOf(one.id)

const aNote = (part: Partial<teamNotes.TeamNote> = {}): teamNotes.TeamNote => ({
  id: 'n1',
  text: `Monday is fine. ${at(SAM)}, please copy me.`,
  mentions: [SAM],
  author: 'Kim Osei-Bonsu',
  authorId: KIM.id,
  createdAt: '2026-11-20T10:00:00.000Z',
  editedAt: null,
  ...part,
})
const OWN = aNote({ id: 'n2', author: 'Ada Marsh', authorId: 'f1', text: 'Call her first.', mentions: [] })
const summary: teamNotes.Summary = {
  total: 2,
  isOffered: true,
  mentionable: [KIM, SAM],
  mayDeleteAny: false,
  clientId: 'c1',
}

type Handlers = Parameters<typeof serve>[0]

// jsdom scrolls nothing.
Element.prototype.scrollIntoView = () => {}

function show({
  stored = [aNote(), OWN],
  isReadOnly = false,
  path = '/projects/p1',
  handlers = {},
  ...about
}: {
  stored?: teamNotes.TeamNote[]
  isReadOnly?: boolean
  path?: string
  handlers?: Handlers
} & Partial<teamNotes.Summary> = {}) {
  signInFreelancer()
  const server = { stored }
  const asked = serve({
    'GET /team-notes/summary': () => Response.json({ ...summary, total: server.stored.length, ...about }),
    'GET /team-notes': () => Response.json(server.stored),
    ...handlers,
  })
  open(path, {
    '/projects/:id': <TeamNotes place={{ kind: 'project', id: 'p1' }} isReadOnly={isReadOnly} />,
  })
  const sent = () =>
    asked.mock.calls
      .filter(([, init]) => init?.method !== 'GET')
      .map(([url, init]) => [
        `${init?.method} ${url}`,
        init?.body ? JSON.parse(String(init.body)) : undefined,
      ])
  return { server, asked, sent, user: userEvent.setup() }
}

const toggle = () => screen.findByRole('button', { name: /^Team notes/ })
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Note for your team')
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent?.slice(1))
const active = () =>
  document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent

async function openPanel(user: ReturnType<typeof userEvent.setup>) {
  if ((await toggle()).getAttribute('aria-expanded') === 'false') await user.click(await toggle())
  await screen.findByText('Call her first.')
}

test('shows nothing to who works alone', async () => {
  const { asked } = show({ stored: [], isOffered: false, mentionable: [] })

  await waitFor(() => expect(asked).toHaveBeenCalled())
  await vi.waitFor(() => expect(document.body.textContent).toBe(''))
  expect(asked).toHaveBeenCalledTimes(1)
})

test('shows how many there are while it is closed, and who reads them', async () => {
  const { asked, user } = show()

  const button = await toggle()
  expect(button.textContent).toBe('Team notes 2Only your team sees this')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/team-notes/summary?project=p1'])

  await openPanel(user)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('Monday is fine. @Sam Reed, please copy me.')
  expect(within(first as HTMLElement).queryByRole('button'), 'of somebody else').toBeNull()
  expect(
    within(second as HTMLElement)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Edit', 'Delete'])
  expect(thingsOnScreen()).toEqual([{ teamNotes: { project: 'p1' }, ids: ['p1'], tag: 'c1' }])
})

test('opens for a link to a note, which gets the focus', async () => {
  show({ path: '/projects/p1#team-note-n2' })

  await screen.findByText('Call her first.')
  await waitFor(() => expect(document.activeElement?.id).toBe('team-note-n2'))
})

test('offers the members by keyboard, and sends whom the text names', async () => {
  const { user, sent, server } = show({
    handlers: {
      'POST /team-notes': ({ body }) => {
        const { text } = body as { text: string }
        const note = aNote({ id: 'n3', text, authorId: 'f1', mentions: [KIM] })
        server.stored = [note, ...server.stored]
        return Response.json(note, { status: 201 })
      },
    },
  })
  await openPanel(user)
  const text = await field()

  await user.type(text, 'Ask @')
  expect(text.getAttribute('role')).toBe('combobox')
  expect(options()).toEqual(['Kim Osei-Bonsu', 'Sam Reed'])
  expect(active()).toContain('Kim')
  await user.keyboard('{ArrowDown}')
  expect(active()).toContain('Sam')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(text.value).toBe('Ask @Kim Osei-Bonsu ')
  expect(text.getAttribute('role')).toBeNull()
  await user.type(text, 'and @re{Escape}')
  expect(options(), 'closed by Escape').toEqual([])
  await user.type(text, '{Backspace}{Backspace}{Backspace}@bon')
  expect(options()).toEqual(['Kim Osei-Bonsu'])
  await user.keyboard('{Tab}, please.')
  expect(document.activeElement).toBe(text)
  await user.keyboard('{Control>}{Enter}{/Control}')

  await waitFor(() => expect(toasts()).toEqual([{ kind: 'success', title: 'Team note added' }]))
  expect(sent()).toEqual([
    [
      'POST /api/team-notes?project=p1',
      { text: `Ask ${at(KIM)} and ${at(KIM)}, please.`, clientRequestId: expect.any(String) },
    ],
  ])
  expect(text.value).toBe('')
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Ask @Kim Osei-Bonsu and')
})

test('offers the members by a press, and keeps the focus in the field', async () => {
  const { user } = show()
  await openPanel(user)

  await user.type(await field(), 'Ask')
  await user.click(screen.getByRole('button', { name: '@ Mention' }))
  await user.click(screen.getByRole('option', { name: /Sam Reed/ }))

  expect((await field()).value).toBe('Ask @Sam Reed ')
  expect(document.activeElement).toBe(await field())
})

test('keeps the text that the server refused, and says why', async () => {
  const refusal = 'You can only mention members who see this client. Please take the others out.'
  const { user } = show({
    handlers: { 'POST /team-notes': () => problem(400, 'INVALID_INPUT', refusal, { text: refusal }) },
  })
  await openPanel(user)

  await user.type(await field(), 'Ask @Sam Reed')
  await user.click(screen.getByRole('button', { name: 'Add team note' }))

  await waitFor(() =>
    expect(toasts()).toEqual([{ kind: 'error', title: 'Failed to add team note', detail: refusal }]),
  )
  expect((await field()).value).toBe('Ask @Sam Reed')
})

test('edits one’s own note as it is written, and shows that it was changed meanwhile', async () => {
  const gone = { id: id(3), name: 'Lee Park' }
  const note = { ...OWN, id: 'n3', text: `${at(gone)} knows.`, mentions: [gone] }
  const { user, sent } = show({
    stored: [note, OWN],
    handlers: {
      'PUT /team-notes/n3': () =>
        Response.json(
          {
            statusCode: 409,
            code: 'CHANGED_MEANWHILE',
            error: 'Conflict',
            message: 'Changed.',
            current: { text: `Ask ${at(SAM)}` },
          },
          { status: 409 },
        ),
    },
  })
  await openPanel(user)

  await user.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement)
  const text = screen.getByLabelText<HTMLTextAreaElement>('Edit note')
  expect(document.activeElement).toBe(text)
  expect(text.value, 'who has left keeps their name').toBe('@Lee Park knows.')
  await user.clear(text)
  await user.type(text, '@Lee Park knows it all.')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByText('Ask @Sam Reed')
  expect(sent()).toEqual([
    ['PUT /api/team-notes/n3', { text: `${at(gone)} knows it all.`, was: { text: `${at(gone)} knows.` } }],
  ])
})

test('asks before it deletes, and lets the owner and admins delete any', async () => {
  const { user, server, sent } = show({
    mayDeleteAny: true,
    handlers: {
      'DELETE /team-notes/n1': () => {
        server.stored = [OWN]
        return new Response(null, { status: 204 })
      },
    },
  })
  await openPanel(user)

  await user.click(screen.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: /^Delete Note/ }))

  await waitFor(() => expect(screen.queryByText(/Monday is fine/)).toBeNull())
  expect(sent()).toEqual([['DELETE /api/team-notes/n1', undefined]])
  await waitFor(() => expect(toasts()).toEqual([{ kind: 'success', title: 'Note deleted' }]))
})

test('is only read on what is archived', async () => {
  const { user } = show({ isReadOnly: true })
  await openPanel(user)

  expect(screen.queryByLabelText('Note for your team')).toBeNull()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('is not there on what is archived without notes', async () => {
  const { asked } = show({ isReadOnly: true, stored: [] })

  await waitFor(() => expect(asked).toHaveBeenCalled())
  await vi.waitFor(() => expect(document.body.textContent).toBe(''))
})

test('says so when the notes cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user } = show({ handlers: { 'GET /team-notes': () => problem(500, 'FAILED', 'Not now.') } })

  if ((await toggle()).getAttribute('aria-expanded') === 'false') await user.click(await toggle())

  await screen.findByText('The team notes did not load')
})
