import type { feedback } from '@portico/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { someFeedback } from '../../../test/feedback.ts'
import { open, problem, serve, signInClient, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { FeedbackList } from './FeedbackList.tsx'

const fromMaya: feedback.Reply = {
  id: 'r1',
  message: 'The dark one.',
  author: 'Maya Whitcombe',
  authorId: 'c1',
  authorType: 'Client',
  createdAt: '2026-11-20T10:05:00.000Z',
  editedAt: null,
  editableSeconds: 600,
}
const fromAda: feedback.Reply = { ...fromMaya, author: 'Ada Marsh', authorId: 'f1', authorType: 'Freelancer' }

type Handlers = Parameters<typeof serve>[0]

function show(area: 'client' | 'freelancer', first: feedback.Feedback, handlers: Handlers = {}) {
  if (area === 'client') signInClient()
  else signInFreelancer()
  const server = { list: [first] }
  const asked = serve({
    'GET /feedback/projects/p1/feedback': () => Response.json(server.list),
    ...handlers,
  })
  open('/projects/p1', { '/projects/:id': <FeedbackList projectId="p1" label="Feedback" area={area} /> })
  const writes = () => asked.mock.calls.filter(([, init]) => init?.method !== 'GET').length
  return { server, writes, user: userEvent.setup() }
}

const button = (name: string) => screen.getByRole('button', { name })
const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
const replies = () => within(screen.getByRole('list', { name: 'Replies' })).getAllByRole('listitem')
const fieldNamed = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(name)

test('shows a reply as sending at once, then as stored, and gives the focus back', async () => {
  let answer = (_: Response) => {}
  const slow = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const { server, user } = show('freelancer', someFeedback(), { 'POST /feedback/fb1/replies': () => slow })

  await user.click(await findButton('Reply'))
  expect(document.activeElement).toBe(fieldNamed('Your reply'))
  await user.type(fieldNamed('Your reply'), 'Which blue?')
  await user.click(button('Send Reply'))

  expect(replies().map(({ textContent }) => textContent)).toEqual(['YouSending...Which blue?'])
  expect(document.activeElement).toBe(button('Reply'))
  server.list = [someFeedback({ replies: [{ ...fromAda, message: 'Which blue?' }] })]
  answer(Response.json({ ...fromAda, message: 'Which blue?' }, { status: 201 }))
  await waitFor(() => expect(toasts()).toEqual([{ kind: 'success', title: 'Reply sent' }]))
  await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
  expect(replies()).toHaveLength(1)
  expect(localStorage.getItem('portico.draft.reply.fb1.f1')).toBeNull()
})

test('puts a refused reply back into its field, with the reason', async () => {
  const { user } = show('client', someFeedback(), {
    'POST /feedback/fb1/replies': () => problem(404, 'FEEDBACK_NOT_FOUND', 'Feedback not found.'),
  })

  await user.click(await findButton('Reply'))
  await user.type(fieldNamed('Your reply'), 'Any news?')
  await user.click(button('Send Reply'))

  await waitFor(() =>
    expect(toasts()).toEqual([
      { kind: 'error', title: 'Failed to send reply', detail: 'Feedback not found.' },
    ]),
  )
  await waitFor(() => expect(fieldNamed('Your reply').value).toBe('Any news?'))
  expect(screen.queryByRole('list', { name: 'Replies' })).toBeNull()
})

test('keeps a half-typed reply after a reload, and discards it on Cancel', async () => {
  const key = 'portico.draft.client.reply.fb1.c1'
  localStorage.setItem(key, JSON.stringify({ message: 'Half a tho', isOpen: true }))
  const { user } = show('client', someFeedback())

  expect((await screen.findByLabelText<HTMLTextAreaElement>('Your reply')).value).toBe('Half a tho')
  await user.click(button('Cancel'))

  expect(localStorage.getItem(key)).toBeNull()
  expect(button('Reply')).toBeDefined()
})

test('edits feedback, and a refused edit shows the old text and keeps the typed one', async () => {
  let isTooLate = false
  const edited = someFeedback({
    message: 'The green one.',
    editedAt: '2026-11-20T10:01:00.000Z',
    editableSeconds: 60,
  })
  const { server, user } = show('client', someFeedback({ editableSeconds: 60 }), {
    'PUT /feedback/fb1': () => {
      if (isTooLate) return problem(409, 'TOO_LATE_TO_EDIT', 'The ten minutes are over.')
      server.list = [edited]
      return Response.json(edited)
    },
  })

  await user.click(await findButton('Edit'))
  expect(fieldNamed('Edit').value).toBe('The blue one, please.')
  await user.clear(fieldNamed('Edit'))
  await user.type(fieldNamed('Edit'), 'The green one.')
  await user.click(button('Save'))

  expect(await screen.findByText(/, edited/)).toBeDefined()
  expect(screen.getByText('The green one.')).toBeDefined()

  isTooLate = true
  await user.click(button('Edit'))
  await user.type(fieldNamed('Edit'), ' Or red.')
  await user.click(button('Save'))

  await waitFor(() =>
    expect(toasts().at(-1)).toEqual({
      kind: 'error',
      title: 'Failed to save feedback',
      detail: 'The ten minutes are over.',
    }),
  )
  await waitFor(() => expect(fieldNamed('Edit').value).toBe('The green one. Or red.'))
  await user.click(button('Cancel'))
  expect(screen.getByText('The green one.')).toBeDefined()
})

test('an unchanged text is not sent', async () => {
  const { user, writes } = show('client', someFeedback({ editableSeconds: 60 }))

  await user.click(await findButton('Edit'))
  await user.click(button('Save'))

  expect(await findButton('Edit')).toBeDefined()
  expect(writes()).toBe(0)
})

test('Edit and Delete disappear when the ten minutes are over', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  show('client', someFeedback({ editableSeconds: 90 }))
  expect(await findButton('Delete')).toBeDefined()

  act(() => void vi.advanceTimersByTime(91_000))

  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(button('Reply')).toBeDefined()
})

test('each side edits and deletes only what is its own', async () => {
  const first = someFeedback({ editableSeconds: 600, replies: [fromMaya] })
  show('freelancer', first)

  expect(await screen.findByText('The dark one.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('deletes a reply after asking', async () => {
  const { server, user } = show('freelancer', someFeedback({ replies: [fromAda] }), {
    'DELETE /feedback/replies/r1': () => {
      server.list = [someFeedback()]
      return new Response(null, { status: 204 })
    },
  })

  await user.click(await findButton('Delete'))
  await user.click(await findButton(/Delete Reply/))

  await waitFor(() => expect(toasts()).toEqual([{ kind: 'success', title: 'Reply deleted' }]))
  await waitFor(() => expect(screen.queryByText('The dark one.')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('web addresses are links that give nothing away', async () => {
  show(
    'freelancer',
    someFeedback({ message: 'See https://example.com/blue <b>now</b>', replies: [fromMaya] }),
  )

  const link = await screen.findByRole('link', { name: 'https://example.com/blue' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(screen.getByText(/<b>now<\/b>/)).toBeDefined()
})
