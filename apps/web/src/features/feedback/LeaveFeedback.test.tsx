import type { feedback } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { someFeedback } from '../../../test/feedback.ts'
import { expectComplaint, open, problem, serve, signInClient, toasts } from '../../../test/fixtures.tsx'
import { LeaveFeedback } from './LeaveFeedback.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
})

type Answer = (message: string) => Response | Promise<Response>

/** A server that stores feedback, unless `answer` responds otherwise. */
function show(before: feedback.Feedback[] = [], answer?: Answer) {
  signInClient()
  let list = before
  const asked = serve({
    'GET /feedback/projects/p1/feedback': () => Response.json(list),
    'POST /feedback': ({ body }) => {
      const { message } = body as { message: string }
      if (answer) return answer(message)
      const stored = someFeedback({
        id: `fb${list.length + 1}`,
        message,
        createdAt: new Date().toISOString(),
      })
      list = [stored, ...list]
      return Response.json(stored, { status: 201 })
    },
  })
  const page = <LeaveFeedback projectId="p1" freelancer="Ada Marsh" />
  const router = open('/client-dashboard/projects/p1', { '/client-dashboard/projects/:id': page })
  const sent = () => asked.mock.calls.filter(([, init]) => init?.method === 'POST').length
  return { sent, router, user: userEvent.setup() }
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Leave Feedback')
const submit = () => screen.getByRole('button', { name: /Submit/ })
const list = () => screen.findByRole('list', { name: 'Feedback' })
const messages = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)

test('new feedback is first in the list, under “You”, and the field is empty', async () => {
  const { user } = show([someFeedback({ message: 'Lovely.' })])
  await list()

  await user.type(field(), 'Smaller prices.')
  await user.click(submit())

  await waitFor(() => expect(toasts()).toEqual([{ kind: 'success', title: 'Feedback submitted' }]))
  expect(await messages()).toEqual(['Smaller prices.', 'Lovely.'])
  expect(within(await list()).getAllByText('You')).toHaveLength(2)
  expect(field().value).toBe('')
  expect(field().placeholder).toBe('What should Ada know?')
  expect(localStorage.getItem('portico.draft.client.feedback.p1.c1')).toBeNull()
})

test('shows feedback as sending at once, and sends it once however often Submit is pressed', async () => {
  let answer = (_: Response) => {}
  const slow = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const { user, sent } = show([someFeedback()], () => slow)
  await list()

  await user.type(field(), 'Twice?')
  await user.dblClick(submit())
  await user.type(field(), 'More')
  await user.click(submit())

  expect(await messages()).toEqual(['Twice?', 'The blue one, please.'])
  expect(screen.getByText('Sending...')).toBeDefined()
  expect(sent()).toBe(1)
  answer(Response.json(someFeedback({ id: 'fb2', message: 'Twice?' }), { status: 201 }))
  await waitFor(() => expect(toasts()).toHaveLength(1))
  expect(field().value).toBe('More')
})

test('puts the text back into the field when sending fails, and shows the reason', async () => {
  const { user } = show([someFeedback()], () => problem(404, 'PROJECT_NOT_FOUND', 'Project not found.'))
  await list()

  await user.type(field(), 'Wait for me.')
  await user.click(submit())

  await waitFor(() =>
    expect(toasts()).toEqual([
      { kind: 'error', title: 'Failed to submit feedback', detail: 'Project not found.' },
    ]),
  )
  await waitFor(() => expect(field().value).toBe('Wait for me.'))
  expect(await messages()).toEqual(['The blue one, please.'])
})

test('puts unsent text above what was typed meanwhile', async () => {
  let refuse = () => {}
  const { user } = show(
    [someFeedback()],
    () => new Promise((resolve) => (refuse = () => resolve(problem(503, 'NOT_READY', '')))),
  )
  await list()

  await user.type(field(), 'First.')
  await user.click(submit())
  await user.type(field(), 'Second.')
  refuse()

  await waitFor(() => expect(field().value).toBe('First.\n\nSecond.'))
})

describe('returning to the page while feedback is being sent', () => {
  async function leaveAndReturn() {
    let answer = (_: Response) => {}
    const slow = new Promise<Response>((resolve) => {
      answer = resolve
    })
    const { user, router, sent } = show([someFeedback()], () => slow)
    await list()
    await user.type(field(), 'Smaller prices.')
    await user.click(submit())
    await router.navigate('/client-dashboard')
    await screen.findByText('elsewhere')
    // The refetched list does not contain it yet.
    vi.setSystemTime(new Date('2026-11-20T12:00:10Z'))
    await router.navigate('/client-dashboard/projects/p1')

    await waitFor(async () => expect(await messages()).toEqual(['Smaller prices.', 'The blue one, please.']))
    expect(field().value).toBe('')
    await user.type(field(), 'More')
    await user.click(submit())
    expect(sent()).toBe(1)
    return { answer }
  }

  test('shows it as sending, and then as stored', async () => {
    const { answer } = await leaveAndReturn()
    answer(Response.json(someFeedback({ id: 'fb2', message: 'Smaller prices.' }), { status: 201 }))

    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
    expect(field().value).toBe('More')
    expect(localStorage.getItem('portico.draft.client.feedback.p1.c1')).not.toContain('Smaller')
  })

  test('puts the text back when sending failed', async () => {
    const { answer } = await leaveAndReturn()
    answer(problem(503, 'NOT_READY', ''))

    await waitFor(() => expect(field().value).toBe('Smaller prices.\n\nMore'))
    expect(await messages()).toEqual(['The blue one, please.'])
  })
})

describe('ignores blank feedback', () => {
  test.for(['', '   ', '\u00a0\u3000', '\u200b\ufeff'])('%j', async (blank) => {
    const { user, sent } = show()
    await screen.findByText('No feedback submitted yet.')

    if (blank) await user.type(field(), blank)
    await user.click(submit())

    expect(sent()).toBe(0)
    expect(toasts()).toEqual([])
    expect(document.querySelector('[aria-invalid]')).toBeNull()
  })
})

describe('after a reload', () => {
  const key = 'portico.draft.client.feedback.p1.c1'

  test('keeps the typed text', async () => {
    const { user } = show()
    await user.type(field(), 'Half a tho')
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ message: 'Half a tho' })
  })

  test('keeps the text that was being sent', async () => {
    localStorage.setItem(key, JSON.stringify({ message: '', sending: 'Did it arrive?' }))
    show()
    await waitFor(() => expect(field().value).toBe('Did it arrive?'))
  })
})

test('shows the author and the relative time, with the exact time as title', async () => {
  show([
    someFeedback({ id: 'a', createdAt: '2026-11-20T10:00:00.000Z' }),
    someFeedback({ id: 'b', createdAt: '2026-11-09T10:00:00.000Z', Client: null }),
  ])

  const [first, second] = within(await list()).getAllByRole('listitem')
  const time = first?.querySelector('time')
  expect(first?.textContent).toContain('You')
  expect(time?.textContent).toBe('2 hours ago')
  expect(time?.dateTime).toBe('2026-11-20T10:00:00.000Z')
  expect(time?.title).toMatch(/^20 November 2026, \d\d:00$/)
  expect(second?.textContent).toContain('Anonymous')
  expect(second?.textContent).toContain('9 November 2026')
})

test('a failed load shows an error, and Retry loads the list', async () => {
  expectComplaint('error')
  let down = true
  signInClient()
  serve({
    'GET /feedback/projects/p1/feedback': () =>
      down ? problem(503, 'NOT_READY', '') : Response.json([someFeedback()]),
  })
  const page = <LeaveFeedback projectId="p1" freelancer="" />
  open('/client-dashboard/projects/p1', { '/client-dashboard/projects/:id': page })

  await screen.findByText('The feedback did not load')
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('The blue one, please.')).toBeDefined()
})
